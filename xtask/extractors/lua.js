// Functions of Lua files as luaparse reads them. Needs: node, and luaparse 0.3 from npm on NODE_PATH.
// Usage: lua.js ROOT. Prints `path<TAB>line<TAB>name` of every named function.
const fs = require("fs");
const path = require("path");
let luaparse;
try {
  luaparse = require("luaparse");
} catch {
  console.error("needs luaparse: npm install luaparse, and NODE_PATH set to its node_modules");
  process.exit(2);
}

const root = process.argv[2];
const rows = new Set();
let unread = 0;

function files(dir) {
  return fs.readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(dir, entry.name);
    if (entry.isDirectory()) return entry.name === ".git" ? [] : files(full);
    return entry.isFile() && entry.name.endsWith(".lua") ? [full] : [];
  });
}

// `M.a:b` is known as `b`; a computed key has no name.
function nameOf(node) {
  if (!node) return null;
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return node.identifier.name;
  if (node.type === "StringLiteral") return node.value ?? node.raw.slice(1, -1);
  return null;
}

function walk(node, add) {
  if (Array.isArray(node)) return node.forEach((child) => walk(child, add));
  if (!node || typeof node.type !== "string") return;
  const bind = (target, value) => {
    if (value && value.type === "FunctionDeclaration" && !value.identifier) add(value, nameOf(target));
  };
  if (node.type === "FunctionDeclaration" && node.identifier) add(node, nameOf(node.identifier));
  if (node.type === "LocalStatement" || node.type === "AssignmentStatement") {
    node.init.forEach((value, i) => bind(node.variables[i], value));
  }
  if (node.type === "TableKeyString") bind(node.key, node.value);
  if (node.type === "TableKey" && node.key.type === "StringLiteral") bind(node.key, node.value);
  Object.values(node).forEach((child) => walk(child, add));
}

for (const file of files(root)) {
  const add = (node, name) => {
    if (name) rows.add([path.relative(root, file), node.loc.start.line, name].join("\t"));
  };
  try {
    const text = fs.readFileSync(file, "utf8");
    walk(luaparse.parse(text, { locations: true, luaVersion: "LuaJIT" }), add);
  } catch (error) {
    unread += 1;
    console.error(`not read: ${file}: ${error.message}`);
  }
}
console.log([...rows].sort().join("\n"));
