/**
 * `npm run version-packages`: turns the changesets into versions and changelogs, whole or not at all.
 *
 * The work is done on copies in a temporary folder; the workspace is touched at the end only, when every step has
 * succeeded. The lockfile stays: it has links to the packages of the workspace, not their versions.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

import { bundledPackages } from "./bundled-packages.mjs";
import { install } from "./prepare.mjs";
import { splitChangeset } from "./split-changeset.mjs";
import { pinnedNode, root, run } from "./workspace.mjs";

const CHANGESETS = ".changeset";
const CLI = join("node_modules", "@changesets", "cli", "bin.js");
const VERSION_WRITER = "scripts/write-versions.mjs";
const VERSION_FILES = ["packages/backtest-engine/src/version.ts", "packages/client/src/version.ts"];
const COPIED = [
  "package.json",
  "pnpm-workspace.yaml",
  ".oxfmtrc.json",
  CHANGESETS,
  VERSION_WRITER,
  ...VERSION_FILES,
];
const CONTRACT = "packages/contract/package.json";
const DOCUMENTS = "documents";
const PARENTS = ["packages", "packages/adapters", "servers", "apps", "."];

/** Versions the workspace at `folder`. @throws Error, with nothing changed, when a step fails */
export function versionPackages(folder = root) {
  const pending = changesetsOf(folder);
  if (pending.length === 0) throw new Error("There is no changeset, so there is nothing to do.");
  const stage = mkdtempSync(join(tmpdir(), "bourse-version-"));
  try {
    const manifests = manifestsOf(folder);
    const changelogs = manifests.map((path) => join(dirname(path), "CHANGELOG.md"));
    for (const path of [...COPIED, ...manifests, ...changelogs]) copy(folder, stage, path);
    symlinkSync(join(root, "node_modules"), join(stage, "node_modules"), "junction");
    const changed = new Set(pending.flatMap((path) => splitInto(stage, path)));
    releaseBundlers(folder, stage, changed);
    // The commands of git that Changesets runs need a repository.
    step("git", ["init", "--quiet"], stage);
    step(pinnedNode(), [join(root, CLI), "version"], stage);
    step(pinnedNode(), [VERSION_WRITER], stage);
    const left = changesetsOf(stage);
    if (left.length > 0) throw new Error(`Changesets left ${left.join(", ")} behind.`);

    const results = [...manifests, ...changelogs, ...VERSION_FILES].filter((path) =>
      isChanged(folder, stage, path),
    );
    step("oxfmt", results, stage);
    for (const path of results) copy(stage, folder, path);
    for (const path of pending) rmSync(join(folder, path));
    if (results.includes(CONTRACT)) keepDocuments(folder);
    return results;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The manifests of all packages, those that are not published included: Changesets reads them too. */
function manifestsOf(folder) {
  return PARENTS.flatMap((parent) =>
    readdirSync(join(folder, parent)).map((name) => join(parent, name, "package.json")),
  ).filter((path) => existsSync(join(folder, path)));
}

/** A version of the contract makes its documents those that the next one must not break. */
function keepDocuments(folder) {
  for (const file of readdirSync(join(folder, DOCUMENTS))) {
    if (!file.endsWith(".json")) continue;
    cpSync(join(folder, DOCUMENTS, file), join(folder, DOCUMENTS, "released", file));
  }
}

function changesetsOf(folder) {
  return readdirSync(join(folder, CHANGESETS))
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => join(CHANGESETS, file));
}

/** A package that contains others has a new version with theirs: Changesets only follows dependencies. */
function releaseBundlers(folder, stage, changed) {
  for (const [name, parts] of bundledPackages(folder)) {
    const moved = parts.filter((part) => changed.has(part));
    if (moved.length === 0 || changed.has(name)) continue;
    writeChangeset(stage, `bundled--${basename(name)}`, {
      name,
      type: "patch",
      summary: `Contains the changes of ${moved.join(", ")}.`,
    });
  }
}

/** Replaces a changeset in `stage` by one for each of its packages; returns their names. */
function splitInto(stage, path) {
  let parts;
  try {
    parts = splitChangeset(readFileSync(join(stage, path), "utf8"));
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  }
  rmSync(join(stage, path));
  for (const part of parts) {
    writeChangeset(stage, `${basename(path, ".md")}--${basename(part.name)}`, part);
  }
  return parts.map(({ name }) => name);
}

function writeChangeset(stage, title, { name, type, summary }) {
  const text = `---\n${JSON.stringify(name)}: ${type}\n---\n\n${summary}\n`;
  writeFileSync(join(stage, CHANGESETS, `${title}.md`), text);
}

function step(command, args, cwd) {
  const code = run(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (code !== 0) {
    const name = basename(command);
    throw new Error(`${name} ${args.slice(0, 2).join(" ")} ended with ${code}.`);
  }
}

function copy(from, to, path) {
  if (!existsSync(join(from, path))) return;
  mkdirSync(dirname(join(to, path)), { recursive: true });
  cpSync(join(from, path), join(to, path), { recursive: true });
}

function isChanged(before, after, path) {
  if (!existsSync(join(after, path))) return false;
  const text = readFileSync(join(after, path), "utf8");
  return !existsSync(join(before, path)) || readFileSync(join(before, path), "utf8") !== text;
}

if (import.meta.filename === resolve(process.argv[1] ?? "")) {
  if (!existsSync(join(root, CLI))) install();
  try {
    console.log(`Wrote ${versionPackages().length} files; look at them and commit them.`);
  } catch (error) {
    console.error(`Nothing was changed. ${error.message}`);
    process.exitCode = 1;
  }
}
