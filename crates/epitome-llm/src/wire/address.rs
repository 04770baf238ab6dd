//! An address that may be printed, and is one.

use ureq::http::Uri;

/// Where a service lives, without the slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) url: String,
    pub(crate) is_local: bool,
}

impl Address {
    /// Takes an `http` or `https` address with a host and no password. The error is what was given, with
    /// the password hidden: addresses are printed and recorded.
    pub(crate) fn parse(url: &str) -> Result<Address, String> {
        let given = url;
        let url = url.trim_end_matches('/');
        let (before, after) = given.rsplit_once('@').unwrap_or(("", given));
        let hidden = if before.is_empty() { "" } else { "***@" };
        let uri = url.parse::<Uri>().ok().filter(|uri| {
            matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some()
        });
        match uri {
            Some(uri) if before.is_empty() => Ok(Address {
                url: url.to_owned(),
                is_local: uri.host().is_some_and(is_this_machine),
            }),
            _ => Err(format!("{hidden}{after}")),
        }
    }
}

/// Requests to this machine do not go through a proxy.
pub(crate) fn is_this_machine(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_loopback = |ip: std::net::IpAddr| ip.is_loopback();
    host == "localhost" || host.parse().is_ok_and(is_loopback)
}
