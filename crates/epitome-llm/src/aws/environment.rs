//! Where credentials are looked for: variables and the home folder, as data.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// The part of the environment that credentials come from. Tests make their own.
#[derive(Clone, Default)]
pub struct AwsEnvironment {
    /// Variables by name.
    pub variables: BTreeMap<String, String>,
    /// Where `.aws` lies.
    pub home: Option<PathBuf>,
}

impl AwsEnvironment {
    /// That of this process.
    pub fn of_process() -> AwsEnvironment {
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with("AWS_"))
            .collect();
        let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
        AwsEnvironment { variables, home: home.map(PathBuf::from) }
    }

    /// A variable that is set and not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

/// Names only: the values are secrets.
impl std::fmt::Debug for AwsEnvironment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.variables.keys()).finish()
    }
}
