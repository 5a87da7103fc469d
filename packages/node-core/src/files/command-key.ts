/**
 * The key by which commands of `bourse-node` prove to the running node that their user owns its data folder.
 *
 * It is made anew at each start and lies in a file that only the owner of the folder can read.
 */

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";

import { replaceFile } from "@bourse/kernel/files";

import type { Layout } from "./layout.ts";

/** Writes a new command key into the node's folder, which exists, and returns it. */
export async function createCommandKey({ commandKey }: Layout): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  await replaceFile(commandKey, [`${key}\n`]);
  return key;
}

/** Reads the command key of the node that runs, or ran last, on the data; undefined when none ever did. */
export async function readCommandKey({ commandKey }: Layout): Promise<string | undefined> {
  try {
    return (await readFile(commandKey, "utf8")).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
