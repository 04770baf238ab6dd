// The functions of a Scala tree, by Scalameta's parser. Needs scalameta-parsers from npm.
// Run as: node scala.js ROOT. Scala 2 and 3; a file that Scalameta cannot read is named on stderr.
const fs = require("fs");
const path = require("path");

let scalameta;
try {
  scalameta = require("scalameta-parsers");
} catch {
  console.error("needs scalameta-parsers: npm install scalameta-parsers, and NODE_PATH to find it");
  process.exit(1);
}

function filesUnder(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(at);
    return entry.isFile() && entry.name.endsWith(".scala") ? [at] : [];
  });
}

/** `def`s with a body, secondary constructors included. */
function functions(tree, found) {
  if (Array.isArray(tree)) {
    for (const item of tree) functions(item, found);
  } else if (tree && typeof tree === "object") {
    if (tree.type === "Defn.Def" || tree.type === "Defn.Macro") found.push(tree.name);
    if (tree.type === "Ctor.Secondary") found.push({ value: "this", pos: tree.pos });
    for (const key of Object.keys(tree)) if (key !== "pos") functions(tree[key], found);
  }
  return found;
}

const root = process.argv[2];
const rows = new Set();
for (const file of filesUnder(root)) {
  const text = fs.readFileSync(file, "utf8");
  const tree = scalameta.parseSource(text);
  const name = path.relative(root, file);
  if (tree.error) {
    console.error(`${name}:${tree.lineNumber + 1}: ${tree.error}`);
    continue;
  }
  for (const found of functions(tree, [])) {
    const line = text.slice(0, found.pos.start).split("\n").length;
    rows.add(`${name}\t${line}\t${found.value}`);
  }
}
for (const row of [...rows].sort()) console.log(row);
