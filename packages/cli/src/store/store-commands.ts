/** The commands `store copy` and `store check`: a copy to another engine or file, and a check of every document. */

import { readFile } from "node:fs/promises";

import { copyStore, hasCode, StoreError, verifyStore, type StoreOptions } from "@bourse/kernel";
import { openStore, storeLocation, withoutPassword, type OpenStoreOptions } from "@bourse/store";

import { textFlag, UsageError, type Command, type CommandOutput } from "../command/command.ts";
import type { CommandLine, ExitCode, FlagTable, Surroundings } from "../command/command.ts";

/** Facts about the stores of a service. */
export interface StoreFacts {
  /** Schema that the address of a database means when it names none. Default: every such address must name one. */
  readonly schema?: string;
  /** Key of the checksums of the stores, unless `--key-file` names another. Default: no key. */
  readonly checksumKey?: StoreOptions["checksumKey"];
}

/** The commands; `factsOf` reads what the service knows of its stores, by default nothing. */
export function storeCommands(
  factsOf: (surroundings: Surroundings) => StoreFacts = () => ({}),
): Readonly<Record<"check" | "copy", Command>> {
  return {
    copy: {
      summary: "copy a whole store to another engine or file, and verify it",
      details: `Copies every collection of the store FROM into the empty or new store TO, with the versions of the documents, all or nothing, and compares both afterwards. FROM is left as it is. Stop the server first.\n\n${KEYS}`,
      takes: [
        { name: "FROM", description: ADDRESS },
        {
          name: "TO",
          description: "address of the new store; it gets checksums under the same key",
        },
      ],
      flags: KEY_FLAG,
      examples: ["lowdb:data/auth.json sqlite:data/auth.db"],
      run: (line, surroundings) =>
        onStores(line, factsOf(surroundings), ([from = "", to = ""], options) =>
          copy(from, to, options, surroundings),
        ),
    },
    check: {
      summary: "read every document of a store and compare its checksum",
      details: `Names the first document that is damaged. Stop the server first.\n\n${KEYS}`,
      takes: [{ name: "STORE", description: ADDRESS }],
      flags: KEY_FLAG,
      examples: ["sqlite:data/auth.db --key-file data/auth.key"],
      run: (line, surroundings) =>
        onStores(line, factsOf(surroundings), ([url = ""], options) =>
          check(url, options, surroundings),
        ),
    },
  };
}

const ADDRESS =
  "lowdb:PATH, sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME";

const KEYS =
  "A store of the auth or curation server has checksums under its master key. The commands of the service, such as bourse auth store copy, know that key and the service's schema; bourse store copy takes the key's file, and the schema in the address.";

const KEY_FLAG: FlagTable = {
  "key-file": {
    value: "PATH",
    description: "file of the key of the checksums, such as data/auth.key",
  },
};

/** Options that stores are opened with. */
type CommonOptions = Pick<OpenStoreOptions, "checksumKey" | "schema">;

/** Runs `act` on the addresses of a command line. @throws UsageError for an address of no store that a command opens */
async function onStores(
  { flags, words }: CommandLine,
  { schema, checksumKey }: StoreFacts,
  act: (urls: readonly string[], options: CommonOptions) => Promise<ExitCode>,
): Promise<ExitCode> {
  const file = textFlag(flags, "key-file");
  const key = file === undefined ? checksumKey : () => readKey(file);
  try {
    for (const url of words) checkPlace(url, schema);
    return await act(words, {
      ...(schema === undefined ? {} : { schema }),
      ...(key === undefined ? {} : { checksumKey: key }),
    });
  } catch (error) {
    if (!hasCode(error, "STORE_URL_INVALID")) throw error;
    throw new UsageError(`${error.code}: ${error.message}`);
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

async function check(
  url: string,
  options: CommonOptions,
  { stdout }: CommandOutput,
): Promise<ExitCode> {
  const store = await openStore(url, options);
  try {
    stdout(`${await verifyStore(store)} documents fit their checksums: ${withoutPassword(url)}`);
    return 0;
  } finally {
    await store.close();
  }
}

async function copy(
  from: string,
  to: string,
  options: CommonOptions,
  { stdout }: CommandOutput,
): Promise<ExitCode> {
  const source = await openStore(from, options);
  try {
    const collections = [...source.collections.values()];
    const target = await openStore(to, { ...options, collections });
    try {
      const report = await copyStore(source, target);
      for (const [collection, documents] of report) stdout(`${collection}: ${documents}`);
      stdout(`Copied and verified: ${withoutPassword(from)} -> ${withoutPassword(to)}`);
      return 0;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
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
