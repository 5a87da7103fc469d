/** The operator's file of one-time admin codes: one line `email code` for each, readable by its owner only. */

import { readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { anyText, checkArguments } from "@bourse/kernel";
import { makeFolder, replaceFile } from "@bourse/kernel/files";

import type { CurationCore } from "./curation-core.ts";

/** Outcome of {@link renewAdminCodes}. */
export interface AdminCodeFile {
  /** Absolute path of the file; null when there is no code to hold and so no file. */
  readonly path: string | null;
  /** Reserved addresses whose account existed before and is not an admin. */
  readonly unproved: readonly string[];
}

/** Absolute path of the file of one-time admin codes in the data folder `dataDir`. */
export function adminCodePath(dataDir: string): string {
  anyText("dataDir", dataDir);
  return resolve(join(dataDir, "curation-admin-code"));
}

/**
 * Writes the admin codes that are open into the file at `path`, with new ones for reserved addresses without an
 * account. The file is replaced as a whole, and deleted when no code is open.
 *
 * @throws the system's error when the file cannot be read or written
 */
export async function renewAdminCodes(core: CurationCore, path: string): Promise<AdminCodeFile> {
  const text = await textOf(path);
  const { codes, unproved } = await core.admins.renewCodes(parse(text));
  await write(path, text, codes);
  return { path: codes.size === 0 ? null : path, unproved };
}

/**
 * Adds a one-time admin code to the file at `path`, or replaces the one of this email address.
 *
 * @throws the system's error when the file cannot be read or written
 */
export async function addAdminCode(path: string, email: string, code: string): Promise<void> {
  checkArguments("addAdminCode", { path: anyText, email: anyText, code: anyText }, [
    path,
    email,
    code,
  ]);
  const text = await textOf(path);
  await write(path, text, new Map([...parse(text), [email, code]]));
}

async function write(
  path: string,
  before: string,
  codes: ReadonlyMap<string, string>,
): Promise<void> {
  const after = Array.from(codes, ([email, code]) => `${email} ${code}\n`).join("");
  if (after === before) return;
  if (after === "") {
    await rm(path, { force: true });
    return;
  }
  await makeFolder(dirname(path));
  await replaceFile(path, [after]);
}

function parse(text: string): ReadonlyMap<string, string> {
  const lines = text.split("\n").map((line) => line.trim().split(" "));
  return new Map(lines.flatMap(([email, code]) => (email && code ? [[email, code] as const] : [])));
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
