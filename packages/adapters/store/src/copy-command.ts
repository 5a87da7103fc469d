/** Commands of `bourse-store`: a copy to another engine or file, and a check of every document. */

import { readFile } from "node:fs/promises";

import {
  copyStore,
  isBourseError,
  StoreError,
  verifyStore,
  type StoreOptions,
} from "@bourse/kernel";

import { openStore, type OpenStoreOptions } from "./open-store.ts";
import { storeLocation, withoutPassword } from "./store-location.ts";

/** Exit code of the command: 0 done, 1 refused or failed (nothing was copied), 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Options of {@link runStoreCommand}. */
export interface StoreCommandOptions {
  /** Schema that the address of a database means when it names none. Default: every such address must name one. */
  readonly schema?: string;
  /** Key of the checksums of both stores, unless an argument names its file. Default: no key. */
  readonly checksumKey?: StoreOptions["checksumKey"];
}

const usageFor = (
  schema: string | undefined,
): string => `Usage: bourse-store copy FROM TO [--key-file PATH]
       bourse-store check STORE [--key-file PATH]

Copies every collection of the store FROM into the empty or new store TO, with the versions of the
documents, all or nothing, and compares both afterwards. FROM is left as it is. Stop the server first.
The check reads every document and compares its checksum; it names the first that is damaged.

A store of the auth or curation server has checksums under its master key: name the key's file, such
as data/auth.key, or copy with the server's own command. TO gets checksums under the same key.

Addresses: lowdb:PATH  sqlite:PATH  postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME
${schema === undefined ? SCHEMAS : `Without a schema the address of a database means the one of this server, ${schema}.`}
Exit codes: 0 copied or checked, 1 refused or failed, 2 called wrongly
`;

const SCHEMAS =
  "In a database the schemas of the servers are auth, curation, backtest and node: name one.";

/**
 * Runs `bourse-store` with its arguments. `print` gets lines of output, `printError` lines of errors, both without a
 * newline at the end.
 */
export async function runStoreCommand(
  args: readonly string[],
  print: (text: string) => void,
  printError: (text: string) => void,
  { schema, checksumKey }: StoreCommandOptions = {},
): Promise<ExitCode> {
  const usage = usageFor(schema).trimEnd();
  const [command, ...rest] = args;
  if (command === "--help" || command === "-h" || command === "help") {
    print(usage);
    return 0;
  }
  const flag = rest.at(-2) === "--key-file" ? rest.splice(-2)[1] : undefined;
  const key = flag === undefined ? checksumKey : () => readKey(flag);
  const [from, to] = rest;
  const isCopy = command === "copy" && rest.length === 2;
  if (from === undefined || !(isCopy || (command === "check" && rest.length === 1))) {
    printError(
      `"bourse-store ${args.join(" ")}" is no command: a word is not known, missing, or one too many.\n`,
    );
    printError(usage);
    return 2;
  }
  try {
    for (const url of rest) checkPlace(url, schema);
    const options = {
      ...(schema === undefined ? {} : { schema }),
      ...(key === undefined ? {} : { checksumKey: key }),
    };
    if (to === undefined) await check(from, options, print);
    else await copy(from, to, options, print);
    return 0;
  } catch (error) {
    if (!isBourseError(error)) throw error;
    printError(`${error.code}: ${error.message}`);
    return error.code === "STORE_URL_INVALID" ? 2 : 1;
  }
}

/** Refuses a place that no server reads. @throws StoreError STORE_URL_INVALID */
function checkPlace(url: string, schema: string | undefined): void {
  const location = storeLocation(url);
  if (location.engine === "memory") {
    throw new StoreError(
      "STORE_URL_INVALID",
      "A store in memory ends with its process and can't be copied or checked by a command.",
    );
  }
  if (location.engine === "postgres" && (location.schema ?? schema) === undefined) {
    throw new StoreError(
      "STORE_URL_INVALID",
      `"${withoutPassword(url)}" names no schema: add ?schema=NAME with the server's, which is auth, curation, backtest or node.`,
    );
  }
}

/** Options that both stores are opened with. */
type CommonOptions = Pick<OpenStoreOptions, "checksumKey" | "schema">;

async function check(
  url: string,
  options: CommonOptions,
  print: (text: string) => void,
): Promise<void> {
  const store = await openStore(url, options);
  try {
    print(`${await verifyStore(store)} documents fit their checksums: ${withoutPassword(url)}`);
  } finally {
    await store.close();
  }
}

/** @throws StoreError STORE_KEY_INVALID when the file holds no key */
async function readKey(path: string): Promise<Uint8Array> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw noKey(path, cause);
  });
  const key = new Uint8Array(Buffer.from(text.trim(), "base64url"));
  if (key.length !== 32) throw noKey(path);
  return key;
}

function noKey(path: string, cause?: unknown): StoreError {
  return new StoreError(
    "STORE_KEY_INVALID",
    `Expected a key of 32 bytes in base64url in ${path}, but there is none.`,
    { cause, details: { path } },
  );
}

async function copy(
  from: string,
  to: string,
  options: CommonOptions,
  print: (text: string) => void,
): Promise<void> {
  const source = await openStore(from, options);
  try {
    const collections = [...source.collections.values()];
    const target = await openStore(to, { ...options, collections });
    try {
      const report = await copyStore(source, target);
      for (const [collection, documents] of report) print(`${collection}: ${documents}`);
      print(`Copied and verified: ${withoutPassword(from)} -> ${withoutPassword(to)}`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
