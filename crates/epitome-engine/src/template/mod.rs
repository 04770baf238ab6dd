//! Prompt templates (M30–M44): the text of every prompt, with places to fill in.
//!
//! ```text
//! kind + name ─► text (built in, or a file read now) ─► pieces ─► one pass over them ─► prompt
//!                  └─ BLAKE3 and label (D6)               └─ refused here, at save and at render
//! ```
//!
//! Each kind has a closed list of placeholders. A template is plain text; `{name}` is replaced, `{{`
//! and `}}` stand for braces, and any other brace is an error, when a template is saved and again when
//! it is used. Values are never looked at: what a repository or an article says cannot become a
//! placeholder. The built-in template of each kind is called `default`, lies in the program, and
//! cannot be changed or lost; others are files `{prompts_dir}/{kind}/{name}.md` (D15), read each time
//! they are used (M32).

mod builtin;
mod error;
mod fence;
mod file;
mod kind;
mod name;
mod pieces;
mod pin;
mod rename;
mod render;
mod store;
mod symbol_message;
mod write;

pub use error::{RenameError, TemplateError};
pub use fence::{fence_for, numbered_source};
pub use kind::{Placeholder, TemplateKind, WhenAbsent};
pub use name::{BUILTIN_NAME, TemplateName};
pub use pieces::RenderProblem;
pub use render::{render, try_render};
pub use store::{Listed, Origin, Template, Templates};
pub use symbol_message::SymbolMessage;

/// A template may have so many bytes (M30).
pub const MAX_TEMPLATE_BYTES: usize = 65_536;
