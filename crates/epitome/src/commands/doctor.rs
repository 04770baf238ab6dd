//! `epitome doctor`: checks every file of the index, and mends what is damaged; says whether the language
//! model could be asked.

use std::io::Write as _;
use std::process::ExitCode;

use epitome_engine::index::{Finding, examine, repair};
use epitome_engine::scan::display_os_path;
use epitome_engine::summarize::{ModelState, model_state};
use epitome_engine::update::{UpdateOptions, now, state_path};

use super::index::{Refreshed, graph_options, refresh};
use crate::arguments::Doctor;
use crate::exit::{INTERRUPTED, NO_INDEX, STALE};
use crate::output::{count, json, plain, stdout};
use crate::settings;
use crate::wire::upkeep::DoctorJson;

pub(crate) fn run(arguments: &Doctor) -> anyhow::Result<ExitCode> {
    let mut findings = examine(&arguments.path);
    let mut mended = Vec::new();
    let is_there = state_path(&arguments.path).exists();
    if arguments.repair && is_there && findings.iter().any(|f| f.trouble.is_some()) {
        if let Some(aside) = repair(&arguments.path, &now())? {
            mended.push(format!("the damaged database is now {}", display_os_path(&aside)));
        }
        // What cannot be trusted is made again from the tree; no model is asked.
        let options = UpdateOptions {
            graph: graph_options(&arguments.reading, &arguments.path)?,
            full: true,
            ..UpdateOptions::default()
        };
        match refresh(&arguments.path, &options)? {
            Refreshed::Done(report) => {
                mended.push(format!("generation {} was built from the tree", report.generation));
            }
            Refreshed::Stopped => return Ok(ExitCode::from(INTERRUPTED)),
        }
        findings = examine(&arguments.path);
    }
    let sound = findings.iter().all(|finding| finding.trouble.is_none());
    let settings = settings::load(&arguments.path, &arguments.reading.flags())?.settings();
    let model = model_state(&settings, arguments.reach);
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &DoctorJson::new(&findings, &mended, &model))?;
    } else {
        for line in &mended {
            writeln!(out, "mended: {}", plain(line))?;
        }
        for Finding { what, trouble } in &findings {
            writeln!(out, "{what}: {}", plain(trouble.as_deref().unwrap_or("sound")))?;
        }
        if !sound && is_there {
            writeln!(out, "`epitome doctor --repair` builds what is damaged again from the tree.")?;
        }
        tell_model(&mut out, &model)?;
    }
    out.flush()?;
    Ok(match (is_there, sound) {
        (false, _) => ExitCode::from(NO_INDEX),
        (true, false) => ExitCode::from(STALE),
        (true, true) => ExitCode::SUCCESS,
    })
}

/// Which model would be asked, what it costs, and what is missing for that.
fn tell_model(out: &mut impl std::io::Write, model: &ModelState) -> anyhow::Result<()> {
    let ModelState { backend, address, model, price, prices_of, missing, reached } = model;
    writeln!(out, "language model: {} ({backend}) at {}", plain(model), plain(address))?;
    match price {
        Some((0.0, 0.0)) => writeln!(out, "  price: none, it runs on your own machine")?,
        Some((input, output)) => writeln!(
            out,
            "  price: ${input:.2} in, ${output:.2} out for a million tokens, as of {prices_of}"
        )?,
        None => writeln!(out, "  price: not in the table of {prices_of}")?,
    }
    match reached {
        None => writeln!(out, "  not asked; `epitome doctor --reach` asks for its list of models")?,
        Some(Ok(models)) => {
            writeln!(out, "  reachable; lists {}", count(models.len() as u64, "model"))?
        }
        Some(Err(cause)) => writeln!(out, "  not reachable: {}", plain(cause))?,
    }
    for missing in missing {
        writeln!(out, "  {}", plain(missing))?;
    }
    Ok(())
}
