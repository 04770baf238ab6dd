//! What must hold for any text.

use epitome_llm::redact::redact;
use proptest::prelude::*;

#[test]
fn code_without_secrets_stays_as_it_is() {
    for text in [
        "def login(user, password):\n    return check_password(password, user.password_hash)\n",
        "const token = await getToken({ audience: 'https://api.test' });\n",
        "let key = map.keys().next().unwrap();\n",
        "if (!apiKey) throw new Error('apiKey is required');\n",
        "public String getPassword() { return this.password; }\n",
        "key = f\"{prefix}:{user_id}\"\n",
        "token = lexer.next_token()\n",
        "primary_key = models.AutoField(primary_key=True)\n",
        "sha = \"sha256\"\ncipher = 'aes-256-gcm'\n",
        "url = 'https://user@example.test/path'\n",
        "PASSWORD_MIN_LENGTH = 8\nTOKEN_URL = '/oauth/token'\n",
        "password: str = Field(..., min_length=8)\n",
        "secret = os.environ[\"SECRET_KEY\"]\n",
        "api_key: ${{ secrets.API_KEY }}\n",
    ] {
        let redacted = redact("a.py", text);
        assert_eq!(redacted.text, text);
        assert_eq!(redacted.counts.total(), 0);
    }
}

#[test]
fn a_kubernetes_secret_is_found_by_its_file() {
    let text = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  pass: c2VjcmV0LXZhbHVlLTEyMw==\n";
    assert!(!redact("a.yaml", text).text.contains("c2VjcmV0"));
}

#[test]
fn a_long_line_hides_nothing() {
    let part = "eyJhbGciOiJIUzI1NiJ9abcDEF123456".repeat(60);
    let text = format!("{}'{part}.{part}.{part}' + x", "a, ".repeat(3000));
    let redacted = redact("a.js", &text);
    assert_eq!(redacted.text, format!("{}'[REDACTED:json-web-token#1]' + x", "a, ".repeat(3000)));
    let key = "ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6";
    let text = format!("{}{key}{}", "x = 1; ".repeat(2000), "; y = 2".repeat(2000));
    assert!(!redact("a.js", &text).text.contains(key));
}

#[test]
fn lines_stay_where_they_are() {
    let body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n".repeat(6);
    let text = format!(
        "one\nkey = '''-----BEGIN PRIVATE KEY-----\n{body}-----END PRIVATE KEY-----'''\nlast\n"
    );
    let redacted = redact("", &text);
    assert_eq!(redacted.text.lines().count(), text.lines().count());
    assert_eq!(redacted.text.lines().next_back(), Some("last"));
    assert!(redacted.text.starts_with("one\nkey = '''[REDACTED:private-key#1]\n\n"));
}

proptest! {
    #[test]
    fn any_text_keeps_its_lines_and_is_redacted_once(
        text in "((password|token|api_key|://u:|Bearer |AKIA|eyJ|-----BEGIN PRIVATE KEY-----)?[=: \"']{0,3}\\PC{0,30}\n?){0,12}"
    ) {
        let once = redact("a.env", &text);
        prop_assert_eq!(once.text.matches('\n').count(), text.matches('\n').count());
        let twice = redact("a.env", &once.text);
        prop_assert_eq!(twice.text.as_ref(), once.text.as_ref());
    }
}
