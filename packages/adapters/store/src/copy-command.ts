/** `bourse-store copy FROM TO`: moves a store to another engine or file, and verifies it. */

import { copyStore, isBourseError, StoreError } from "@bourse/kernel";

import { openStore } from "./open-store.ts";
import { storeLocation } from "./store-location.ts";

/** Exit code of the command: 0 done, 1 refused or failed (nothing was copied), 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

const USAGE = `Usage: bourse-store copy FROM TO

Copies every collection of the store FROM into the empty or new store TO, with the versions of the
documents, all or nothing, and compares both afterwards. FROM is left as it is. Stop the server first.

Addresses: lowdb:PATH  sqlite:PATH
Exit codes: 0 copied and verified, 1 refused or failed, 2 called wrongly
`;

/**
 * Runs `bourse-store` with its arguments. `print` gets lines of output, `printError` lines of errors, both without a
 * newline at the end.
 */
export async function runStoreCommand(
  args: readonly string[],
  print: (text: string) => void,
  printError: (text: string) => void,
): Promise<ExitCode> {
  const [command, from, to, ...rest] = args;
  if (command === "--help" || command === "-h") {
    print(USAGE.trimEnd());
    return 0;
  }
  if (command !== "copy" || from === undefined || to === undefined || rest.length > 0) {
    printError(USAGE.trimEnd());
    return 2;
  }
  try {
    await copy(from, to, print);
    return 0;
  } catch (error) {
    if (!isBourseError(error)) throw error;
    printError(`${error.code}: ${error.message}`);
    return error.code === "STORE_URL_INVALID" ? 2 : 1;
  }
}

async function copy(from: string, to: string, print: (text: string) => void): Promise<void> {
  for (const url of [from, to]) {
    if (storeLocation(url).engine === "memory") throw notInMemory();
  }
  const source = await openStore(from, {});
  try {
    const target = await openStore(to, { collections: [...source.collections.values()] });
    try {
      const report = await copyStore(source, target);
      for (const [collection, documents] of report) print(`${collection}: ${documents}`);
      print(`Copied and verified: ${from} -> ${to}`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function notInMemory(): StoreError {
  return new StoreError(
    "STORE_URL_INVALID",
    "A store in memory ends with its process and can't be copied by a command.",
  );
}
