//! Names that are connected, and names that must not be, in real little repositories.

use std::fs;

use epitome_engine::graph::{GraphOptions, RepositoryGraph, build_graph};
use epitome_engine::outline::{TreeOptions, Workers};
use epitome_engine::scan::ScanOptions;
use epitome_model::graph::EdgeKind;

fn build(files: &[(&str, &str)], threads: usize) -> RepositoryGraph {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let options = GraphOptions {
        tree: TreeOptions { scan: ScanOptions { threads, ..ScanOptions::default() } },
        ..GraphOptions::default()
    };
    build_graph(folder.path(), &options, &Workers::in_process(), &|| {}).unwrap()
}

/// All edges but imports, as `from -> to confidence`; `!` before the arrow for bases, `~` for
/// mentions.
fn edges(repository: &RepositoryGraph) -> Vec<String> {
    let graph = &repository.graph;
    let mut rows: Vec<String> = graph
        .edges
        .iter()
        .filter(|edge| !matches!(edge.kind, EdgeKind::Imports | EdgeKind::References))
        .map(|edge| {
            let arrow = if edge.kind == EdgeKind::Extends { "!->" } else { "->" };
            let (from, to) =
                (&graph.nodes[edge.from as usize].id, &graph.nodes[edge.to as usize].id);
            format!("{from} {arrow} {to} {:.2}", edge.confidence)
        })
        .collect();
    rows.sort();
    rows
}

fn check(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(edges(&build(files, 1)), expected);
}

fn imports(repository: &RepositoryGraph) -> Vec<String> {
    let graph = &repository.graph;
    graph
        .edges
        .iter()
        .filter(|edge| edge.kind == EdgeKind::Imports)
        .map(|e| {
            format!("{} -> {}", graph.nodes[e.from as usize].id, graph.nodes[e.to as usize].id)
        })
        .collect()
}

#[test]
fn python_names_follow_scopes_imports_and_types() {
    check(
        &[
            ("app/__init__.py", "from .core import run\n"),
            (
                "app/core.py",
                "from .store import Store, connect as link\nfrom . import tools\n\n\
                 class Base:\n    def close(self): pass\n\n\
                 class App(Base):\n    def __init__(self):\n        self.store = Store()\n\n    \
                 def go(self):\n        self.store.put(1)\n        self.close()\n        tools.shout()\n        link()\n\n\
                 def run():\n    app = App()\n    app.go()\n",
            ),
            ("app/store.py", "class Store:\n    def put(self, x): pass\n\ndef connect(): pass\n"),
            ("app/tools.py", "def shout(): pass\n"),
            ("main.py", "import app\nfrom app import run\n\nrun()\napp.core.run()\n"),
        ],
        &[
            "app/core.py::App !-> app/core.py::Base 0.95",
            "app/core.py::App::__init__ -> app/store.py::Store 0.90",
            "app/core.py::App::go -> app/core.py::Base::close 0.95",
            "app/core.py::App::go -> app/store.py::Store::put 0.90",
            "app/core.py::App::go -> app/store.py::connect 0.90",
            "app/core.py::App::go -> app/tools.py::shout 0.90",
            "app/core.py::run -> app/core.py::App 0.95",
            "app/core.py::run -> app/core.py::App::go 0.95",
            "main.py -> app/core.py::run 0.90",
        ],
    );
}

#[test]
fn a_shared_name_alone_connects_nothing() {
    check(
        &[
            (
                "a.py",
                "def get(): pass\n\ndef load_settings(): pass\n\nclass A:\n    def close(self): pass\n",
            ),
            (
                "b.py",
                "import requests\nfrom elsewhere import load_settings\n\n\
                 def f(get, thing):\n    get()\n    requests.get()\n    load_settings()\n    thing.close()\n    print()\n",
            ),
        ],
        &[],
    );
}

#[test]
fn an_unmistakable_method_name_connects_at_low_confidence() {
    check(
        &[
            ("a.py", "class Ring:\n    def insert_node_at(self): pass\n"),
            ("b.py", "def f(x):\n    x.insert_node_at()\n"),
        ],
        &["b.py::f -> a.py::Ring::insert_node_at 0.50"],
    );
}

#[test]
fn typescript_names_follow_modules_aliases_and_index_files() {
    check(
        &[
            (
                "tsconfig.json",
                "{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"./src/lib/*\"] } } }",
            ),
            (
                "src/lib/index.ts",
                "export * from './math';\nexport { Ring as Circle } from './ring.js';\n",
            ),
            ("src/lib/math.ts", "export function add(a: number) { return a }\n"),
            (
                "src/lib/ring.ts",
                "export class Ring { insert() { return this.grow() } grow() { return 1 } }\n",
            ),
            (
                "src/main.ts",
                "import { add, Circle } from '@lib/index';\nimport * as math from './lib/math';\n\n\
                 export function main(ring: Circle) {\n  add(1);\n  math.add(2);\n  ring.insert();\n  \
                 const other = new Circle();\n  other.grow();\n}\n",
            ),
        ],
        &[
            "src/lib/ring.ts::Ring::insert -> src/lib/ring.ts::Ring::grow 0.95",
            "src/main.ts::main -> src/lib/math.ts::add 0.90",
            "src/main.ts::main -> src/lib/ring.ts::Ring 0.90",
            "src/main.ts::main -> src/lib/ring.ts::Ring::grow 0.90",
            "src/main.ts::main -> src/lib/ring.ts::Ring::insert 0.90",
        ],
    );
}

#[test]
fn rust_names_follow_modules_and_use_trees() {
    check(
        &[
            ("Cargo.toml", "[package]\nname = \"my-app\"\n"),
            (
                "src/lib.rs",
                "pub mod ring;\nmod tools;\npub use ring::Ring;\n\npub fn start() { tools::shout(); crate::ring::make(); }\n",
            ),
            (
                "src/ring.rs",
                "use crate::tools::{self, shout as cry};\n\npub struct Ring { inner: Inner }\npub struct Inner;\n\n\
                 impl Inner { fn touch(&self) {} }\n\nimpl Ring {\n    pub fn new() -> Self { Ring { inner: Inner } }\n    \
                 pub fn grow(&self) { self.inner.touch(); cry(); tools::shout() }\n}\n\n\
                 pub fn make() -> Ring { let ring = Ring::new(); ring.grow(); ring }\n",
            ),
            ("src/tools.rs", "pub fn shout() {}\n"),
        ],
        &[
            "src/lib.rs::start -> src/ring.rs::make 0.90",
            "src/lib.rs::start -> src/tools.rs::shout 0.90",
            "src/ring.rs::Ring::grow -> src/ring.rs::Inner::touch 0.95",
            "src/ring.rs::Ring::grow -> src/tools.rs::shout 0.90",
            "src/ring.rs::Ring::new -> src/ring.rs::Ring 0.95",
            "src/ring.rs::make -> src/ring.rs::Ring::grow 0.95",
            "src/ring.rs::make -> src/ring.rs::Ring::new 0.95",
        ],
    );
}

#[test]
fn a_call_means_a_value_and_a_type_means_a_type() {
    check(
        &[
            (
                "types.ts",
                "export interface Ok { report(): void }\n\
                 export const Ok = (x: number): Ok => { return wrap(x) };\n\
                 function wrap(x: number): any { return x }\n",
            ),
            (
                "main.ts",
                "import { Ok } from './types';\n\n\
                 export function make() { return Ok(1) }\n\
                 export function show(ok: Ok) { ok.report() }\n",
            ),
        ],
        &[
            "main.ts::make -> types.ts::Ok~2 0.90",
            "main.ts::show -> types.ts::Ok::report 0.90",
            "types.ts::Ok~2 -> types.ts::wrap 0.95",
        ],
    );
}

#[test]
fn methods_of_nameless_objects_and_other_blocks_do_not_take_a_name() {
    check(
        &[(
            "a.ts",
            "install({\n  list() { return list() },\n});\n\n\
             export function list() { return 1 }\n\n\
             test(() => {\n  const f = () => 1;\n  f();\n});\n\n\
             function last() {\n  const g = () => list();\n  return g();\n}\n\n\
             test(() => {\n  const f = () => 2;\n  f();\n});\n",
        )],
        &[
            "a.ts -> a.ts::f 0.95",
            "a.ts -> a.ts::f~2 0.95",
            "a.ts::last -> a.ts::last::g 0.95",
            "a.ts::last::g -> a.ts::list~2 0.95",
            "a.ts::list -> a.ts::list~2 0.95",
        ],
    );
}

#[test]
fn names_of_a_namespace_are_known_inside_it() {
    check(
        &[(
            "a.ts",
            "namespace util {\n  export function check() { return 1 }\n  \
             export function all() { return check() }\n}\n",
        )],
        &["a.ts::util::all -> a.ts::util::check 0.95"],
    );
}

#[test]
fn returned_closures_get_their_types_where_they_stand_or_from_their_taker() {
    check(
        &[
            (
                "core.ts",
                "export class Sink { push() {} }\n\
                 export class Flow {\n  constructor(start: (this: Flow, sink: Sink) => void) {}\n  run() {}\n}\n\
                 export function operate(init: (flow: Flow, sink: Sink) => void): Flow { return init as any }\n",
            ),
            (
                "main.ts",
                "import { Flow, Sink, operate } from './core';\n\n\
                 export function taken() {\n  return operate((flow, sink) => {\n    flow.run();\n    sink.push();\n  });\n}\n\
                 export function built() {\n  return new Flow((sink) => {\n    sink.push();\n  });\n}\n\
                 export function written() {\n  return (sink: Sink) => {\n    sink.push();\n  };\n}\n\
                 export function unknown() {\n  return elsewhere((sink) => {\n    sink.push();\n  });\n}\n",
            ),
        ],
        &[
            "main.ts::built -> core.ts::Flow 0.90",
            "main.ts::built -> core.ts::Sink::push 0.90",
            "main.ts::taken -> core.ts::Flow::run 0.90",
            "main.ts::taken -> core.ts::Sink::push 0.90",
            "main.ts::taken -> core.ts::operate 0.90",
            "main.ts::written -> core.ts::Sink::push 0.90",
        ],
    );
}

#[test]
fn casts_overloads_bounds_and_this_tell_a_type() {
    check(
        &[(
            "a.ts",
            "class Base {\n  keep(): this { return this }\n}\n\
             class Ring extends Base {\n  grow() {}\n}\n\
             function make(x: string): Ring;\nfunction make(x: number): Ring;\n\
             function make(x: any) { return x }\n\n\
             function cast(x: any) { (x as Ring).grow() }\n\
             function over() { make(1).grow() }\n\
             function bound<T extends Ring>(x: T) { x.grow() }\n\
             function kept(x: Ring) { x.keep().grow() }\n",
        )],
        &[
            "a.ts::Ring !-> a.ts::Base 0.95",
            "a.ts::bound -> a.ts::Ring::grow 0.95",
            "a.ts::cast -> a.ts::Ring::grow 0.95",
            "a.ts::kept -> a.ts::Base::keep 0.95",
            "a.ts::kept -> a.ts::Ring::grow 0.95",
            "a.ts::over -> a.ts::Ring::grow 0.95",
            "a.ts::over -> a.ts::make 0.95",
        ],
    );
}

#[test]
fn a_type_from_elsewhere_is_not_guessed_at() {
    check(
        &[
            ("a.ts", "export class Mirror { ownKeysOf() {} }\n"),
            ("b.ts", "export function f(x: any) { Reflect.ownKeysOf(x) }\n"),
        ],
        &[],
    );
}

#[test]
fn rust_chains_pass_through_results_and_options() {
    check(
        &[
            ("Cargo.toml", "[package]\nname = \"app\"\n"),
            (
                "src/lib.rs",
                "pub struct Builder;\npub struct Ring;\n\n\
                 impl Builder {\n    pub fn new() -> Builder { Builder }\n    \
                 pub fn wide(&mut self, yes: bool) -> &mut Self { self }\n    \
                 pub fn build(&self) -> Result<Ring, String> { Err(String::new()) }\n}\n\n\
                 impl Ring {\n    fn grow(&self) {}\n    fn is_none(&self) -> bool { true }\n    \
                 fn next(&self) -> Option<&Ring> { None }\n}\n\n\
                 fn chain() { Builder::new().wide(true).build().unwrap().grow() }\n\
                 fn bound() { let ring = Builder::new().build().unwrap(); ring.grow() }\n\
                 fn holder(ring: &Ring) -> bool { ring.next().is_none() }\n",
            ),
        ],
        &[
            "src/lib.rs::bound -> src/lib.rs::Builder::build 0.95",
            "src/lib.rs::bound -> src/lib.rs::Builder::new 0.95",
            "src/lib.rs::bound -> src/lib.rs::Ring::grow 0.95",
            "src/lib.rs::chain -> src/lib.rs::Builder::build 0.95",
            "src/lib.rs::chain -> src/lib.rs::Builder::new 0.95",
            "src/lib.rs::chain -> src/lib.rs::Builder::wide 0.95",
            "src/lib.rs::chain -> src/lib.rs::Ring::grow 0.95",
            "src/lib.rs::holder -> src/lib.rs::Ring::next 0.95",
        ],
    );
}

#[test]
fn rust_traits_bounds_macros_and_test_modules_are_followed() {
    check(
        &[
            ("Cargo.toml", "[package]\nname = \"app\"\n[[bin]]\npath = \"core/main.rs\"\n"),
            (
                "core/main.rs",
                "mod shapes;\nmod macros;\nuse crate::shapes::Shape;\n\n\
                 fn any<S: Shape>(s: S) { s.area() }\n\
                 fn dynamic(s: &dyn Shape) { s.area() }\n\
                 fn whose<S>(s: &S) where S: Shape { s.area() }\n\
                 fn shouts() { shout!(); println!() }\n",
            ),
            (
                "core/macros.rs",
                "macro_rules! shout { () => {} }\nmacro_rules! println { () => {} }\n",
            ),
            (
                "core/shapes.rs",
                "pub trait Shape { fn area(&self) {} }\npub struct Ring;\nimpl Shape for Ring {}\n\n\
                 fn own(ring: Ring) { ring.area() }\n\n\
                 mod tests {\n    use super::*;\n    struct Temp;\n    impl Temp { fn path(&self) {} }\n    \
                 fn temp() -> Temp { todo!() }\n    fn works() { let t = temp(); t.path() }\n}\n",
            ),
        ],
        &[
            "core/main.rs::any -> core/shapes.rs::Shape::area 0.90",
            "core/main.rs::dynamic -> core/shapes.rs::Shape::area 0.90",
            "core/main.rs::shouts -> core/macros.rs::shout 0.90",
            "core/main.rs::whose -> core/shapes.rs::Shape::area 0.90",
            "core/shapes.rs::Ring !-> core/shapes.rs::Shape 0.95",
            "core/shapes.rs::own -> core/shapes.rs::Shape::area 0.95",
            "core/shapes.rs::tests::works -> core/shapes.rs::tests::Temp::path 0.95",
            "core/shapes.rs::tests::works -> core/shapes.rs::tests::temp 0.95",
        ],
    );
}

#[test]
fn go_names_follow_packages_and_receivers() {
    check(
        &[
            ("go.mod", "module example.com/app\n"),
            (
                "store/store.go",
                "package store\n\ntype Store struct{}\n\nfunc New() *Store { return &Store{} }\n",
            ),
            (
                "store/put.go",
                "package store\n\nfunc (s *Store) Put() { s.check(); helper() }\n\nfunc (s *Store) check() {}\n\nfunc helper() {}\n",
            ),
            (
                "main.go",
                "package main\n\nimport \"example.com/app/store\"\n\nfunc main() {\n\ts := store.New()\n\ts.Put()\n}\n",
            ),
        ],
        &[
            "main.go::main -> store/put.go::Store::Put 0.90",
            "main.go::main -> store/store.go::New 0.90",
            "store/put.go::Store::Put -> store/put.go::Store::check 0.95",
            "store/put.go::Store::Put -> store/put.go::helper 0.95",
            "store/store.go::New -> store/store.go::Store 0.95",
        ],
    );
}

#[test]
fn java_c_and_ruby_names_follow_their_own_ways() {
    check(
        &[
            (
                "src/a/Ring.java",
                "package a;\n\npublic class Ring {\n  public void insert() { grow(); }\n  void grow() {}\n}\n",
            ),
            (
                "src/b/Main.java",
                "package b;\n\nimport a.Ring;\n\nclass Main {\n  void go(Ring ring) { ring.insert(); }\n}\n",
            ),
            ("c/ring.h", "int ring_size(int x);\n"),
            ("c/ring.c", "#include \"ring.h\"\n\nint ring_size(int x) {\n  return x;\n}\n"),
            ("c/main.c", "#include \"ring.h\"\n\nint main(void) {\n  return ring_size(1);\n}\n"),
            (
                "r/ring.rb",
                "class Ring\n  def insert\n    grow\n    self.grow\n  end\n\n  def grow; end\nend\n",
            ),
        ],
        &[
            "c/main.c::main -> c/ring.c::ring_size 0.90",
            "r/ring.rb::Ring::insert -> r/ring.rb::Ring::grow 0.95",
            "src/a/Ring.java::Ring::insert -> src/a/Ring.java::Ring::grow 0.95",
            "src/b/Main.java::Main::go -> src/a/Ring.java::Ring::insert 0.90",
        ],
    );
}

// G8: file dependencies come from static imports.
#[test]
fn files_import_files() {
    let repository = build(
        &[
            ("a/__init__.py", ""),
            ("a/x.py", "from .y import f\nimport os\nimport a.z\n"),
            ("a/y.py", "def f(): pass\n"),
            ("a/z.py", ""),
        ],
        1,
    );
    assert_eq!(imports(&repository), ["a/x.py -> a/y.py", "a/x.py -> a/z.py"]);
}

// G24, G57: a tree without edges is built all the same.
#[test]
fn a_tree_without_edges_is_a_graph() {
    let repository = build(&[("a.md", "# x\n")], 1);
    assert_eq!(repository.graph.nodes.len(), 1);
    assert!(repository.graph.edges.is_empty());
}

#[test]
fn the_graph_is_the_same_from_run_to_run_and_from_one_thread_to_many() {
    let files: Vec<(String, String)> = (0..40)
        .map(|i| {
            let next = (i + 1) % 40;
            (
                format!("m{i}.py"),
                format!("from m{next} import C{next}, f{next}\n\nclass C{i}(C{next}):\n    def go(self):\n        f{next}()\n        self.go()\n\ndef f{i}():\n    C{next}().go()\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let first = build(&files, 1);
    for threads in [1, 2, 8] {
        let again = build(&files, threads);
        assert_eq!(first.graph, again.graph);
        assert_eq!(first.standings, again.standings);
    }
    assert!(first.graph.edges.len() > 150, "{}", first.graph.edges.len());
}
