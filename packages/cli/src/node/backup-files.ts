/** A copy of a node's data, taken while the node writes, and put back: every file named with its digest. */

import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { chmod, copyFile, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import { makeFolder, replaceFile } from "@bourse/kernel/files";
import { type Layout, NodeServerError } from "@bourse/server-node/parts";

import { copySteadily } from "./steady-copy.ts";

const MANIFEST = "manifest.json";

interface Manifest {
  readonly format: 1;
  /** ISO 8601. */
  readonly made_at: string;
  /** Files by their path from the backup's root, with forward slashes. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

export interface BackupReport {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies the data to `target`, which must not exist yet; it stands there whole or not at all.
 *
 * The database is copied by SQLite as of one moment. The chain is copied after it: a chain that knows more than the
 * database is caught up with, one that knows less would be a lie.
 *
 * @throws NodeServerError BACKUP_REFUSED; the system's error
 */
export async function backUp(layout: Layout, target: string, now: Date): Promise<BackupReport> {
  if (!existsSync(layout.database)) {
    throw refused(`There is no node in ${layout.folder}: set DATA_DIR as for the server.`);
  }
  if (existsSync(target)) throw refused(`${target} is there already: name a new folder.`);
  const unfinished = `${target}.unfinished`;
  if (existsSync(unfinished)) throw refused(`${unfinished} is left of a failed backup: remove it.`);
  await makeFolder(unfinished);
  const database = join(unfinished, relative(layout.folder, layout.database));
  await copyDatabase(layout.database, database);
  await chmod(database, 0o600);
  await copyKeys(layout, unfinished);
  await copyPart(layout.chain, join(unfinished, relative(layout.folder, layout.chain)));
  const manifest = await manifestOf(unfinished, now);
  await replaceFile(join(unfinished, MANIFEST), [`${JSON.stringify(manifest, null, 2)}\n`]);
  await rename(unfinished, target);
  return reportOf(manifest);
}

/**
 * Verifies the backup in `source`, then puts it where the node's data goes, which must be empty.
 *
 * @throws NodeServerError BACKUP_REFUSED: a file is missing, changed or too many, or there is data already
 */
export async function restore(layout: Layout, source: string): Promise<BackupReport> {
  const manifest = await readManifest(source);
  await verify(source, manifest);
  if (existsSync(layout.folder) && (await readdir(layout.folder)).length > 0) {
    throw refused(`${layout.folder} is not empty: name another DATA_DIR, or move the data away.`);
  }
  const unfinished = `${layout.folder}.restoring`;
  await makeFolder(unfinished);
  for (const path of Object.keys(manifest.files)) {
    await copyDurably(join(source, path), join(unfinished, path));
  }
  await rename(unfinished, layout.folder);
  return reportOf(manifest);
}

/** Readers do not wait for the writer (WAL), and see one moment of it. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.exec("PRAGMA busy_timeout = 10000");
    source.prepare("VACUUM INTO ?").run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to, { readOnly: true });
  try {
    const row = copy.prepare("PRAGMA integrity_check(1)").get() as { integrity_check: string };
    if (row.integrity_check === "ok") return;
    throw refused(`The copied database is damaged: ${row.integrity_check}.`);
  } finally {
    copy.close();
  }
}

/**
 * A change of the password replaces one file after the other: only files of one moment have a password that opens them.
 */
async function copyKeys({ folder, keystore, developmentPassword }: Layout, to: string) {
  const isCopied = await copySteadily({
    from: folder,
    list: async () => {
      const keys = await dataBelow(keystore);
      return [
        ...keys.map((path) => relative(folder, join(keystore, path))),
        ...(existsSync(developmentPassword) ? [relative(folder, developmentPassword)] : []),
      ];
    },
    copy: (path) => copyDurably(join(folder, path), join(to, path)),
    discard: async () => {
      for (const path of [keystore, developmentPassword]) {
        await rm(join(to, relative(folder, path)), { recursive: true, force: true });
      }
    },
  });
  if (!isCopied) throw refused(`The files in ${keystore} keep changing: try again.`);
}

async function copyPart(from: string, to: string): Promise<void> {
  for (const path of await dataBelow(from)) await copyDurably(join(from, path), join(to, path));
}

/** Files below `folder`, which need not exist, without locks, sockets' leftovers and unfinished files. */
async function dataBelow(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const paths = await filesBelow(folder);
  return paths.filter((path) => !/\.(lock|unfinished|pid|ipc)$/.test(path));
}

async function copyDurably(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  await copyFile(from, to);
  const file = await open(to, "r+");
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .toSorted();
}

async function manifestOf(folder: string, now: Date): Promise<Manifest> {
  const files: Record<string, { bytes: number; sha256: string }> = {};
  for (const path of await filesBelow(folder)) files[path] = await digestOf(join(folder, path));
  return { format: 1, made_at: now.toISOString(), files };
}

async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    const piece = chunk as Buffer;
    digest.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: digest.digest("hex") };
}

async function readManifest(source: string): Promise<Manifest> {
  const path = join(source, MANIFEST);
  if (!existsSync(path)) throw refused(`${source} is no backup: it has no ${MANIFEST}.`);
  const manifest = parsed(await readFile(path, "utf8"));
  if (manifest !== undefined) return manifest;
  throw refused(`${path} is damaged, or was written by a newer release.`);
}

function parsed(text: string): Manifest | undefined {
  try {
    const found = JSON.parse(text) as Partial<Manifest> | null;
    if (found?.format !== 1 || typeof found.files !== "object") return undefined;
    const isSafe = Object.keys(found.files).every((path) => /^(?!.*\.\.)[\w.@/-]+$/.test(path));
    return isSafe ? (found as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

async function verify(source: string, { files }: Manifest): Promise<void> {
  const found = new Set(await filesBelow(source));
  found.delete(MANIFEST);
  for (const [path, expected] of Object.entries(files)) {
    if (!found.delete(path)) throw refused(`${path} is missing in the backup.`);
    const { bytes, sha256 } = await digestOf(join(source, path));
    if (bytes === expected.bytes && sha256 === expected.sha256) continue;
    throw refused(`${path} is not what was backed up: its digest differs.`);
  }
  if (found.size > 0) throw refused(`${[...found].join(", ")} does not belong to the backup.`);
}

function reportOf({ files }: Manifest): BackupReport {
  const all = Object.values(files);
  return { files: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function refused(message: string): NodeServerError {
  return new NodeServerError("BACKUP_REFUSED", message);
}
