// Named functions and methods with a body, by the TypeScript compiler; needs Node and the npm package `typescript` (found through NODE_PATH).
// Usage: node javascript.js ROOT [EXTENSIONS]; EXTENSIONS is a list such as `ts,mts,cts`.
'use strict';

const fs = require('fs');
const path = require('path');

let ts;
try {
  ts = require('typescript');
} catch {
  console.error('The npm package `typescript` is missing: npm install typescript, then set NODE_PATH.');
  process.exit(2);
}

const root = process.argv[2];
if (!root) {
  console.error('Usage: node javascript.js ROOT [EXTENSIONS]');
  process.exit(2);
}
const extensions = (process.argv[3] || 'js,mjs,cjs,jsx').split(',').map((ext) => `.${ext}`);
const skipped = new Set(['node_modules', '.git']);

function* files(dir) {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) yield* files(full);
    } else if (entry.isFile() && extensions.includes(path.extname(entry.name))) {
      yield full;
    }
  }
}

// A name as its users write it: quotes off, computed names with their brackets.
function textOf(name, source) {
  if (ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isPropertyAccessExpression(name)) return name.name.text;
  return name.getText(source);
}

// The compiler's own idea of a name: a function expression has its own, or that of the variable,
// property or assignment that it is given to. What a module exports whole is `default`.
function nameOf(node, source) {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const name = ts.getNameOfDeclaration(node);
  const assigned = name && name.parent.getText(source);
  if (name && assigned !== 'module.exports') return textOf(name, source);
  const isDefault = name || ts.isFunctionDeclaration(node) || ts.isExportAssignment(node.parent);
  return isDefault ? 'default' : undefined;
}

const isFunction = (node) =>
  (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node) ||
    ts.isGetAccessor(node) || ts.isSetAccessor(node) || ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node)) && node.body !== undefined;

const rows = [];
for (const file of files(root)) {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (isFunction(node)) {
      const name = nameOf(node, source);
      if (name !== undefined) {
        const at = node.name && !ts.isFunctionExpression(node) ? node.name : node;
        const line = source.getLineAndCharacterOfPosition(at.getStart(source)).line + 1;
        rows.push(`${path.relative(root, file)}\t${line}\t${name.replace(/\s+/g, ' ')}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
rows.sort();
if (rows.length) console.log(rows.join('\n'));
