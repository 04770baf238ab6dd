//! `epitome template`, as typed.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};
use epitome_engine::template::TemplateKind;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  epitome template list                          every template, its version and hash
  epitome template show symbol-system            the built-in prompt for functions
  epitome template edit symbol-system mine       starts from the built-in one, in $EDITOR
  epitome template save class mine < class.md    from standard input
  epitome template check                         can every template be used?

A template is text with places to fill in, `{path}` and the like; `epitome template list` names
those of each kind, and `{{` and `}}` stand for braces. Yours are files in the folder that the
setting `prompts_dir` names, and are read each time they are used. `default` is inside the program
and stays as it is.

Exit codes: 0 done; 1 failed or a template cannot be used; 3 no such template.")]
pub(crate) struct TemplateArguments {
    #[command(subcommand)]
    pub(crate) action: TemplateAction,
    /// The project, whose configuration may name the folder of templates.
    #[arg(long, value_name = "PATH", default_value = ".", global = true)]
    pub(crate) root: PathBuf,
    /// Print JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TemplateAction {
    /// List templates with their versions.
    List {
        /// Only of this kind.
        kind: Option<TemplateKindArgument>,
    },
    /// Print a template.
    Show {
        /// What it is for.
        kind: TemplateKindArgument,
        /// Which one.
        #[arg(default_value = "default")]
        name: String,
    },
    /// Change a template in $VISUAL or $EDITOR, and save it if it can be used.
    Edit {
        /// What it is for.
        kind: TemplateKindArgument,
        /// Which one; a new one starts as the built-in one.
        name: String,
    },
    /// Save a text from standard input or a file.
    Save {
        /// What it is for.
        kind: TemplateKindArgument,
        /// Its name.
        name: String,
        /// The file, instead of standard input.
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
    },
    /// Give a template another name.
    Rename {
        /// What it is for.
        kind: TemplateKindArgument,
        /// Its name now.
        old: String,
        /// Its new name, which must be free.
        new: String,
    },
    /// Remove a template.
    Delete {
        /// What it is for.
        kind: TemplateKindArgument,
        /// Which one.
        name: String,
    },
    /// Say whether templates can be used: all, those of a kind, or one.
    Check {
        /// What they are for.
        kind: Option<TemplateKindArgument>,
        /// Which one.
        name: Option<String>,
    },
}

/// A kind, as a word on the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateKindArgument(pub(crate) TemplateKind);

impl ValueEnum for TemplateKindArgument {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [TemplateKindArgument; TemplateKind::ALL.len()] = {
            let mut all = [TemplateKindArgument(TemplateKind::System); TemplateKind::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = TemplateKindArgument(TemplateKind::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.word()).help(self.0.meaning()))
    }
}
