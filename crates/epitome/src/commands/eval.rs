//! `epitome eval`: how well search answers the questions of a set.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use epitome_engine::embed::Embedder;
use epitome_engine::eval::{Asked, Configuration, Measures, Question, Tree, ask, read_set, trees};
use epitome_engine::index::Index;
use epitome_engine::search::{Feature, QueryClass, Searcher};
use epitome_engine::update::UpdateOptions;

use super::index::{Refreshed, graph_options, refresh};
use crate::arguments::Eval;
use crate::exit::INTERRUPTED;
use crate::output::{json, plain, stdout};
use crate::wire::eval::{EvalJson, GroupJson, RunLineJson, TimeJson};

pub(crate) fn run(arguments: &Eval) -> anyhow::Result<ExitCode> {
    let questions = read_set(&arguments.set)?;
    let (trees, missing) = trees(questions, &arguments.root)?;
    if missing > 0 {
        writeln!(anstream::stderr(), "{missing} trees of the set are not there and left out")?;
    }
    if let Some(file) = &arguments.features {
        return features(&trees, file, arguments);
    }
    let configurations = match arguments.only_all {
        true => vec![Configuration::All],
        false => Configuration::all(),
    };
    let mut runs = Runs::open(arguments.runs.as_deref(), &configurations)?;
    let mut table = Table::default();
    let mut times = Vec::new();
    for tree in &trees {
        let Some(searcher) = open(tree, arguments)? else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        for question in &tree.questions {
            for &configuration in &configurations {
                let began = Instant::now();
                let asked = ask(&searcher, tree, question, configuration)?;
                if configuration == Configuration::All {
                    times.push(began.elapsed().as_secs_f64() * 1000.0);
                }
                runs.write(configuration, question, &asked)?;
                table.add(configuration, question, &asked);
            }
        }
    }
    runs.finish()?;
    let rows = table.rows();
    let time = TimeJson::of(times);
    let mut out = stdout();
    if arguments.json {
        json(&mut out, &EvalJson { set: arguments.set.display().to_string(), time, groups: rows })?;
    } else {
        print(&mut out, &rows)?;
        writeln!(
            out,
            "A question took {:.2} ms, in the 95th of 100 cases {:.2} ms.",
            time.median_ms, time.p95_ms
        )?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Indexes a tree, or brings its index up to date, and opens it.
fn open(tree: &Tree, arguments: &Eval) -> anyhow::Result<Option<Searcher>> {
    let options = UpdateOptions {
        graph: graph_options(&arguments.reading, &tree.path)?,
        ..UpdateOptions::default()
    };
    let refreshed = refresh(&tree.path, &options)
        .with_context(|| format!("indexing {}", tree.path.display()))?;
    let Refreshed::Done(_) = refreshed else { return Ok(None) };
    let index = Index::open(&tree.path)?.context("the index vanished")?;
    let searcher = Searcher::open(index, Arc::new(Embedder::embedded()?))?;
    Ok(Some(searcher))
}

/// Run files, one a configuration, in the format that `bench/score.py` reads.
struct Runs {
    files: BTreeMap<Configuration, BufWriter<File>>,
}

impl Runs {
    fn open(folder: Option<&Path>, configurations: &[Configuration]) -> anyhow::Result<Runs> {
        let mut files = BTreeMap::new();
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            for &configuration in configurations {
                let path = folder.join(format!("{}.jsonl", configuration.word()));
                let file = File::create(&path).with_context(|| path.display().to_string())?;
                files.insert(configuration, BufWriter::new(file));
            }
        }
        Ok(Runs { files })
    }

    fn write(
        &mut self,
        configuration: Configuration,
        question: &Question,
        asked: &Asked,
    ) -> anyhow::Result<()> {
        if let Some(file) = self.files.get_mut(&configuration) {
            json(file, &RunLineJson { query_id: &question.query_id, ranked: &asked.ranked })?;
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        for mut file in self.files.into_values() {
            file.flush().context("writing a run file")?;
        }
        Ok(())
    }
}

/// Measures by configuration and group: all, a language, a class.
#[derive(Default)]
struct Table {
    groups: BTreeMap<(String, Configuration), Group>,
}

#[derive(Default)]
struct Group {
    files: Vec<Measures>,
    functions: Vec<Measures>,
    /// By repository: the benchmark takes the mean over repositories.
    semble: BTreeMap<String, Vec<f64>>,
}

impl Table {
    fn add(&mut self, configuration: Configuration, question: &Question, asked: &Asked) {
        let mut names = vec!["all".to_owned()];
        names.extend(question.category.iter().map(|class| format!("class {class}")));
        names.extend(question.language.iter().map(|language| format!("language {language}")));
        for name in names {
            let group = self.groups.entry((name, configuration)).or_default();
            group.files.extend(asked.files);
            group.functions.extend(asked.functions);
            if let Some(semble) = asked.semble {
                group.semble.entry(question.repo.clone()).or_default().push(semble);
            }
        }
    }

    fn rows(&self) -> Vec<GroupJson> {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let row = |((name, configuration), group): (&(String, Configuration), &Group)| {
            let repositories: Vec<f64> = group.semble.values().map(|all| mean(all)).collect();
            GroupJson {
                group: name.clone(),
                configuration: configuration.word(),
                file_queries: group.files.len(),
                files: (!group.files.is_empty()).then(|| Measures::mean(&group.files)),
                function_queries: group.functions.len(),
                functions: (!group.functions.is_empty()).then(|| Measures::mean(&group.functions)),
                semble_ndcg_at_10: (!repositories.is_empty()).then(|| mean(&repositories)),
            }
        };
        self.groups.iter().map(row).collect()
    }
}

fn print(out: &mut impl Write, rows: &[GroupJson]) -> anyhow::Result<()> {
    let mut last = "";
    for row in rows {
        if row.group != last {
            writeln!(
                out,
                "{} ({} queries)",
                plain(&row.group),
                row.file_queries.max(row.function_queries)
            )?;
            writeln!(
                out,
                "  {:<16} {:>6} {:>9} {:>9} {:>9}   {:>7} {:>9} {:>9}",
                "", "semble", "file MRR", "Hit@1", "Acc@5", "fn MRR", "Hit@1", "Acc@10"
            )?;
            last = &row.group;
        }
        let cell =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
        let (files, functions) = (row.files, row.functions);
        writeln!(
            out,
            "  {:<16} {:>6} {:>9} {:>9} {:>9}   {:>7} {:>9} {:>9}",
            row.configuration,
            cell(row.semble_ndcg_at_10),
            cell(files.map(|m| m.mrr_at_10)),
            cell(files.map(|m| m.hit_at_1)),
            cell(files.map(|m| m.acc_at_5)),
            cell(functions.map(|m| m.mrr_at_10)),
            cell(functions.map(|m| m.hit_at_1)),
            cell(functions.map(|m| m.acc_at_10)),
        )?;
    }
    Ok(())
}

/// Writes what weights are fitted on: a line a question, with all features of its candidates.
fn features(trees: &[Tree], file: &PathBuf, arguments: &Eval) -> anyhow::Result<ExitCode> {
    /// Path, kind, first and last line, and the values.
    type Row = (String, &'static str, Option<u32>, Option<u32>, Vec<f32>);
    #[derive(serde::Serialize)]
    struct Line<'a> {
        query_id: &'a str,
        class: QueryClass,
        columns: &'a [String],
        candidates: Vec<Row>,
    }
    let columns: Vec<String> =
        Feature::all().iter().map(|feature| format!("{feature:?}")).collect();
    let out = File::create(file).with_context(|| file.display().to_string())?;
    let mut out = BufWriter::new(out);
    for tree in trees {
        let Some(searcher) = open(tree, arguments)? else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        for question in &tree.questions {
            let (class, candidates) = searcher.features(&question.query)?;
            let candidates = candidates.into_iter().map(|candidate| {
                let path = format!("{}{}", tree.prefix, candidate.path);
                let kind = candidate.kind.word();
                (path, kind, candidate.start_line, candidate.end_line, candidate.values)
            });
            let candidates = candidates.collect();
            json(
                &mut out,
                &Line { query_id: &question.query_id, class, columns: &columns, candidates },
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
