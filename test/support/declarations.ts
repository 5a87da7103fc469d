/**
 * Published names and their docstrings, read from declaration files or from sources. `isolatedDeclarations` makes both
 * say the same, so the report works before a build.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { parseSync } from "oxc-parser";

import { packageOf, packages, root, sourcesOf, type Package } from "./workspace.ts";

/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-assignment -- a tree of a hundred node types is read
   by the names of its fields; a wrong name would lose docstrings, which the figures show. */
/** A node of the syntax tree; its fields depend on its type. */
type Node = any;

/** One name that a reader meets in a hover: an exported name or a member of it (`Name.member`). */
export interface PublishedName {
  /** Path relative to the root, with the line: `packages/kernel/src/clock.ts:12`. */
  readonly place: string;
  readonly name: string;
  /** Owner of a member (`NodeEvents.payload`); null for an exported name. */
  readonly owner: string | null;
  /** Text of the docstring without its asterisks; null without one. */
  readonly doc: string | null;
}

interface Found {
  readonly file: string;
  readonly name: string;
  readonly node: Node;
}

interface Module {
  readonly file: string;
  readonly text: string;
  /** Docstrings by the offset of the first token behind them. */
  readonly docs: ReadonlyMap<number, string>;
  readonly declared: ReadonlyMap<string, readonly Node[]>;
  readonly imported: ReadonlyMap<string, Link>;
  readonly exported: ReadonlyMap<string, Link>;
  readonly stars: readonly string[];
}

/** A name of another module, or of this one where `from` is null. */
interface Link {
  readonly from: string | null;
  readonly name: string;
}

/** Folder in which declarations are read: `dist` after a build, else `src`. */
export type Origin = "src" | "dist";

/** Entry points of a package as paths relative to the root, in the order of its manifest. */
function entryPoints(one: Package, origin: Origin = "src"): string[] {
  return Object.values(one.manifest.exports ?? {}).flatMap((target) => {
    const paths = typeof target === "string" ? [] : sourcesOf(target);
    return paths.map((path) => atOrigin(join(one.folder, path), origin));
  });
}

/** Every exported name of a package and every member of it that a user touches, each once. */
export function publishedNames(one: Package, origin: Origin = "src"): PublishedName[] {
  const names = new Map<string, PublishedName>();
  for (const entry of entryPoints(one, origin)) {
    for (const [name, found] of exportsOf(entry, origin)) {
      const here = found.filter(({ file }) => file.startsWith(`${one.folder}/`));
      for (const one of describe(name, here, origin)) names.set(`${one.place} ${one.name}`, one);
    }
  }
  return [...names.values()];
}

/** Every docstring of a file with its line, published or not. */
export function docstringsOf(file: string): { place: string; doc: string }[] {
  const module = moduleAt(file);
  return [...module.docs].map(([offset, doc]) => ({ place: placeOf(module, offset), doc }));
}

function atOrigin(path: string, origin: Origin): string {
  if (origin === "src") return path;
  return path.replace("/src/", "/dist/").replace(/\.ts$/, ".d.ts");
}

// Modules

const modules = new Map<string, Module>();

function moduleAt(file: string): Module {
  let module = modules.get(file);
  if (module === undefined) modules.set(file, (module = parse(file)));
  return module;
}

function parse(file: string): Module {
  const text = readFileSync(join(root, file), "utf8");
  const { program, comments } = parseSync(file, text);
  const declared = new Map<string, Node[]>();
  const imported = new Map<string, Link>();
  const exported = new Map<string, Link>();
  const stars: string[] = [];
  const declare = (statement: Node, declaration: Node): string[] =>
    namesOf(declaration).map((name) => {
      const nodes = declared.get(name) ?? [];
      declared.set(name, [...nodes, { statement, declaration }]);
      return name;
    });
  for (const statement of program.body as Node[]) {
    if (statement.type === "ImportDeclaration") {
      for (const one of statement.specifiers) {
        const name = one.type === "ImportSpecifier" ? wordOf(one.imported) : "default";
        imported.set(one.local.name, { from: statement.source.value, name });
      }
    } else if (statement.type === "ExportAllDeclaration") {
      if (statement.exported === null) stars.push(statement.source.value);
    } else if (statement.type === "ExportNamedDeclaration") {
      const from = statement.source?.value ?? null;
      for (const one of statement.specifiers) {
        exported.set(wordOf(one.exported), { from, name: wordOf(one.local) });
      }
      if (statement.declaration) {
        for (const name of declare(statement, statement.declaration)) {
          exported.set(name, { from: null, name });
        }
      }
    } else {
      declare(statement, statement);
    }
  }
  return { file, text, docs: docsOf(text, comments), declared, imported, exported, stars };
}

const wordOf = (node: Node): string => node.name ?? node.value;

function namesOf(declaration: Node): string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.map((one: Node) => one.id.name);
  }
  return declaration.id?.name === undefined ? [] : [declaration.id.name];
}

function docsOf(text: string, comments: Node[]): Map<number, string> {
  const docs = new Map<number, string>();
  for (const [index, comment] of comments.entries()) {
    if (comment.type !== "Block" || !comment.value.startsWith("*")) continue;
    let end = comment.end;
    for (const next of comments.slice(index + 1)) {
      if (text.slice(end, next.start).trim() !== "") break;
      end = next.end;
    }
    docs.set(end + text.slice(end).search(/\S|$/), unstarred(comment.value));
  }
  return docs;
}

const unstarred = (comment: string): string =>
  comment
    .slice(1)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim();

// Names

function exportsOf(file: string, origin: Origin): Map<string, Found[]> {
  const module = moduleAt(file);
  const all = new Map<string, Found[]>();
  for (const [name, link] of module.exported) all.set(name, follow(module, link, origin));
  for (const specifier of module.stars) {
    const target = resolve(file, specifier, origin);
    if (target === null) continue;
    for (const [name, found] of exportsOf(target, origin)) all.set(name, found);
  }
  return all;
}

function follow(module: Module, { from, name }: Link, origin: Origin): Found[] {
  if (from === null) {
    const nodes = module.declared.get(name);
    if (nodes !== undefined) return nodes.map((node) => ({ file: module.file, name, node }));
    const link = module.imported.get(name);
    return link === undefined ? [] : follow(module, link, origin);
  }
  const target = resolve(module.file, from, origin);
  return target === null ? [] : (exportsOf(target, origin).get(name) ?? []);
}

/** The file behind a specifier; null outside the workspace. */
function resolve(file: string, specifier: string, origin: Origin): string | null {
  if (specifier.startsWith(".")) {
    const path = join(dirname(file), specifier).replace(/(\.d)?\.[jt]s$/, "");
    return [`${path}.d.ts`, `${path}.ts`].find((one) => existsSync(join(root, one))) ?? null;
  }
  const target = packages().find(({ manifest }) => manifest.name === packageOf(specifier));
  const entry = target?.manifest.exports?.[`.${specifier.slice(packageOf(specifier).length)}`];
  if (target === undefined || typeof entry !== "object") return null;
  return atOrigin(join(target.folder, sourcesOf(entry)[0] ?? ""), origin);
}

// Docstrings

function describe(name: string, found: readonly Found[], origin: Origin): PublishedName[] {
  const [first] = found;
  if (first === undefined) return [];
  const docs = found.map(({ file, node }) => docAt(file, node.statement));
  const doc = docs.find((one) => one !== null) ?? null;
  const members = found.flatMap((one) => membersOf(one, origin));
  const place = placeOf(moduleAt(first.file), first.node.statement.start);
  return [{ place, name, owner: null, doc }, ...merged(members, name)];
}

/** Overloads and accessor pairs are one name: a docstring at one of them is enough. */
function merged(members: readonly PublishedName[], parent: string): PublishedName[] {
  const byName = new Map<string, PublishedName>();
  for (const member of members) {
    const before = byName.get(member.name);
    if (before === undefined || before.doc === null) byName.set(member.name, member);
  }
  return [...byName.values()].map((one) => ({
    ...one,
    name: `${parent}.${one.name}`,
    owner: one.owner === null ? parent : `${parent}.${one.owner}`,
  }));
}

function membersOf(found: Found, origin: Origin): PublishedName[] {
  const { file, node } = found;
  const { declaration } = node;
  if (declaration.type === "TSTypeAliasDeclaration") {
    return literalMembers(file, declaration.typeAnnotation);
  }
  const isInterface = declaration.type === "TSInterfaceDeclaration";
  if (!isInterface && declaration.type !== "ClassDeclaration") return [];
  const own = namedMembers(file, declaration.body.body);
  const inherited = new Set(
    heritageOf(declaration).flatMap((parent) =>
      follow(moduleAt(file), { from: null, name: parent }, origin).flatMap((one) =>
        membersOf(one, origin).map(({ name }) => name),
      ),
    ),
  );
  return own.filter(({ name, doc }) => doc !== null || !inherited.has(name));
}

function heritageOf(declaration: Node): string[] {
  const parents = [...(declaration.extends ?? []), ...(declaration.implements ?? [])];
  const names = parents.map((one: Node) => one.expression?.name as string | undefined);
  return [...names, declaration.superClass?.name].filter((name) => name !== undefined);
}

const WRAPPERS = new Set(["Readonly", "Partial", "Array", "ReadonlyArray", "Promise", "Record"]);

/** Members of the type literals that a type is made of, without those of functions. */
function literalMembers(file: string, type: Node): PublishedName[] {
  switch (type?.type) {
    case "TSTypeLiteral":
      return namedMembers(file, type.members);
    case "TSUnionType":
    case "TSIntersectionType":
      return type.types.flatMap((one: Node) => literalMembers(file, one));
    case "TSArrayType":
      return literalMembers(file, type.elementType);
    case "TSTypeOperator":
    case "TSParenthesizedType":
      return literalMembers(file, type.typeAnnotation);
    case "TSTypeReference":
      if (!WRAPPERS.has(type.typeName.name)) return [];
      return (type.typeArguments?.params ?? []).flatMap((one: Node) => literalMembers(file, one));
    default:
      return [];
  }
}

const KEYED =
  /^(TSPropertySignature|TSMethodSignature|(TSAbstract)?(PropertyDefinition|MethodDefinition|AccessorProperty))$/;

function namedMembers(file: string, members: readonly Node[]): PublishedName[] {
  const module = moduleAt(file);
  return members.flatMap((member) => {
    if (!KEYED.test(member.type) || member.computed || member.kind === "constructor") return [];
    if (member.accessibility === "private" || member.key.type === "PrivateIdentifier") return [];
    const type = member.typeAnnotation?.typeAnnotation;
    // A discriminant says all in its type.
    if (type?.type === "TSLiteralType" || type?.type === "TSNeverKeyword") return [];
    const name = wordOf(member.key);
    const place = placeOf(module, member.start);
    const own = { place, name, owner: null, doc: docAt(file, member) };
    return [own, ...merged(literalMembers(file, type), name)];
  });
}

function docAt(file: string, node: Node): string | null {
  const doc = moduleAt(file).docs.get(node.start) ?? "";
  return doc === "" ? null : doc;
}

const placeOf = ({ file, text }: Module, offset: number): string =>
  `${file}:${text.slice(0, offset).split("\n").length}`;
