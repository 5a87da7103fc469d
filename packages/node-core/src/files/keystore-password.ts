/** Keystore passwords in files: one that is given, and the one of a node in development, beside the keystore. */

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";

import { makeFolder, replaceFile } from "@bourse/kernel/files";

import type { Layout } from "./layout.ts";

/** Reads the keystore password that an earlier start in development has made; undefined without one. */
export async function keptDevelopmentPassword({
  developmentPassword,
}: Pick<Layout, "developmentPassword">): Promise<string | undefined> {
  return (await readText(developmentPassword))?.trim() || undefined;
}

/** Makes a keystore password of 192 random bits and writes it into its file, which its owner alone reads. */
export async function makeDevelopmentPassword({
  developmentPassword,
}: Pick<Layout, "developmentPassword">): Promise<string> {
  await makeFolder(dirname(developmentPassword));
  const made = randomBytes(24).toString("base64url");
  await replaceFile(developmentPassword, [`${made}\n`]);
  return made;
}

/** Reads the password in a file, without a line break at its end; undefined when there is no such file. */
export async function readPasswordFile(path: string): Promise<string | undefined> {
  return (await readText(path))?.replace(/\r?\n$/, "");
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
