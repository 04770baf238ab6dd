//! How the providers want to be asked: one file and one variant for each protocol, one row for each
//! vendor.

mod vendor;

pub use vendor::{Protocol, Structure, VENDORS, Vendor};
