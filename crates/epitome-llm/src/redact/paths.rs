//! Files that are never sent, whatever they hold.

/// Whole names.
const NAMES: &[&str] = &[
    ".env",
    ".envrc",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".my.cnf",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".dockercfg",
    ".htpasswd",
    ".vault-token",
    ".s3cfg",
    ".boto",
    ".terraformrc",
    ".yarnrc.yml",
    ".gem_credentials",
    "kubeconfig",
    "credentials",
    "credentials.json",
    "credentials.yml",
    "credentials.yaml",
    "credentials.toml",
    "credentials.xml",
    "secrets.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.toml",
    "secrets.env",
    "client_secret.json",
    "client_secrets.json",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "master.key",
    "wallet.dat",
    "rclone.conf",
    "accesstokens.json",
    "auth.json",
    "shadow",
    "htpasswd",
    "local.settings.json",
];

/// Ends of names.
const ENDS: &[&str] = &[
    ".pem",
    ".key",
    ".p12",
    ".pfx",
    ".p8",
    ".pkcs12",
    ".jks",
    ".keystore",
    ".truststore",
    ".kdbx",
    ".ovpn",
    ".ppk",
    ".gpg",
    ".pgp",
    ".asc",
    ".tfstate",
    ".tfstate.backup",
    ".tfvars",
    ".tfvars.json",
    ".mobileprovision",
    ".kubeconfig",
    ".env",
    ".secrets",
    ".secret",
    ".agekey",
    ".keytab",
    ".der",
];

/// Folders of which nothing is sent.
const FOLDERS: &[&str] =
    &[".ssh", ".gnupg", ".aws", ".azure", ".gcloud", ".kube", ".docker", ".password-store"];

/// Words after `.env.` that mean an example.
const EXAMPLES: &[&str] = &["example", "sample", "template", "dist", "defaults", "schema"];

/// Why a file is never sent, if that is so. The path is relative, with slashes.
#[must_use]
pub fn never_sent(path: &str) -> Option<&'static str> {
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    if folders.split('/').any(|folder| FOLDERS.contains(&folder)) {
        return Some("it lies in a folder of credentials");
    }
    let is_example = name.rsplit('.').next().is_some_and(|last| EXAMPLES.contains(&last));
    if name.starts_with(".env.") && !is_example {
        return Some("it holds the environment of a deployment");
    }
    if NAMES.contains(&name) {
        return Some("files of this name hold credentials");
    }
    let is_account = name.ends_with(".json")
        && ["service-account", "service_account", "serviceaccount"]
            .iter()
            .any(|word| name.contains(word));
    if is_account {
        return Some("it is the key of a service account");
    }
    // `config.key.ts` is code; what ends so is not.
    ENDS.iter().any(|end| name.ends_with(end)).then_some("files of this kind hold keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_environments_stay_here() {
        for path in [
            ".env",
            "a/.env",
            ".env.production",
            "prod.env",
            "deploy/server.pem",
            "ID_RSA",
            "a/id_ed25519",
            ".kube/config",
            "kubeconfig",
            "x/.aws/credentials",
            ".npmrc",
            "terraform.tfstate",
            "my-service-account.json",
            "config/master.key",
            "secrets.yaml",
            ".docker/config.json",
        ] {
            assert!(never_sent(path).is_some(), "{path}");
        }
        for path in [
            ".env.example",
            "src/env.rs",
            "src/key.rs",
            "id_rsa.pub",
            "docs/secrets.md",
            "src/credentials.py",
            "keys.ts",
            "environment.ts",
            "service_account.py",
            "a.keys",
            ".github/workflows/ci.yml",
        ] {
            assert_eq!(never_sent(path), None, "{path}");
        }
    }
}
