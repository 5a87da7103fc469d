/** Opens a store on one SQLite file. */

import { closeSync, existsSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";

import {
  booleanOption,
  checksumKeyOf,
  createDocumentSums,
  createStore,
  functionOption,
  isBourseError,
  optional,
  resolveOptions,
  STORE_OPTION_RULES,
  StoreError,
  textOption,
  type Collection,
  type Entity,
  type OptionRules,
  type ResolvedStoreOptions,
  type Store,
  type StoreOptions,
  RowCheck,
} from "@bourse/kernel";
import { lockFile, makeFolder, type FileLock } from "@bourse/kernel/files";

import { Checkpointer } from "./checkpointer.ts";
import { openDatabase, type Database, type OpenDatabase } from "./database.ts";
import { checkDatabase, checkFor, checkMagic } from "./file-check.ts";
import { checkScheme, migrate, readDefinitions } from "./schema.ts";
import { SqliteBackend } from "./sqlite-backend.ts";

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /**
   * Path of the database file. It (mode 0600) and its folder (0700) are created when missing; -wal, -shm and .lock lie
   * next to it.
   */
  readonly path: string;
  /** Collections of the store. Default: those that the file holds; the file must exist then. */
  readonly collections?: readonly Collection<Entity>[];
  /** Idle time in milliseconds after which a transaction is rolled back. 1–600,000; default 10,000. */
  readonly transactionIdleMilliseconds?: number;
  /** Size in bytes that the file may not grow past. 65,536–1,099,511,627,776; default: no bound. */
  readonly maxBytes?: number;
  /** Key of the documents' checksums, or a function that returns it; see `StoreOptions`. Default: no key. */
  readonly checksumKey?: StoreOptions["checksumKey"];
  /** Clock behind `now()` of the store. Default: the system clock. */
  readonly clock?: StoreOptions["clock"];
  /**
   * True to check the whole file at the start: pages and indexes, in about 1 s for each 100 MB; of a file of more than
   * 128 MiB that was closed in order only the pages, in about 0.2 s for each 100 MB. Default true.
   */
  readonly integrityCheck?: boolean;
  /** Function that opens a database, replaceable to test failures. Default: `node:sqlite`. */
  readonly openDatabase?: OpenDatabase;
}

/**
 * Opens the store at `path` for this process alone.
 *
 * @throws KernelError OPTION_INVALID; StoreError STORE_LOCKED, STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED,
 * STORE_KEY_INVALID, STORE_NOT_FOUND, STORE_DUPLICATE (an index that is now unique over documents that collide),
 * STORE_IO; KernelError FOLDER_UNUSABLE
 */
export async function openSqliteStore(given: SqliteStoreOptions): Promise<Store> {
  const options = resolveOptions("openSqliteStore", given, RULES);
  const path = resolve(options.path);
  const lock = await attempt(path, async () => {
    if (options.collections !== undefined) await makeFolder(dirname(path));
    else if (!existsSync(path)) throw notFound(path);
    return lockFile(`${path}.lock`);
  });
  return attempt(path, () => openLocked(path, options, lock)).catch((error: unknown) => {
    lock.release();
    throw error;
  });
}

interface Resolved
  extends
    Omit<ResolvedStoreOptions, "collections">,
    Required<Pick<SqliteStoreOptions, "path" | "integrityCheck" | "openDatabase">> {
  readonly collections: SqliteStoreOptions["collections"] | undefined;
}

const RULES: OptionRules<Resolved> = {
  ...STORE_OPTION_RULES,
  path: textOption({ maxLength: 4096 }),
  collections: optional(STORE_OPTION_RULES.collections),
  integrityCheck: booleanOption({ default: true }),
  openDatabase: functionOption<OpenDatabase>({ default: openDatabase }),
};

async function openLocked(path: string, options: Resolved, lock: FileLock): Promise<Store> {
  const { openDatabase: open, maxBytes, transactionIdleMilliseconds, clock } = options;
  const isNew = !checkMagic(path);
  const sums = createDocumentSums(await checksumKeyOf(options.checksumKey, isNew));
  const check = options.integrityCheck ? checkFor(path) : "none";
  if (isNew) closeSync(openSync(path, "a", 0o600));
  const opened: Database[] = [];
  try {
    const writer = open(path, false);
    opened.push(writer);
    checkDatabase(writer, path, check);
    useWriteAheadLog(writer, path);
    for (const pragma of PRAGMAS) writer.exec(`PRAGMA ${pragma}`);
    if (maxBytes !== undefined) boundSize(writer, maxBytes);
    const rowCheck = new RowCheck(sums, path);
    checkScheme(writer, path, sums);
    const collections = options.collections ?? readDefinitions(writer, rowCheck);
    migrate(writer, collections, rowCheck);
    const reader = open(path, true);
    opened.push(reader);
    reader.exec("PRAGMA busy_timeout = 5000");
    // A database that a test lets fail is to hear of every call.
    const checkpointer = open === openDatabase ? new Checkpointer(path) : undefined;
    const release = (): void => closeAll(opened, lock);
    const parts = { writer, reader, collections, path, sums, checkpointer, release };
    const backend = new SqliteBackend(parts);
    return createStore(backend, { collections, transactionIdleMilliseconds, clock });
  } catch (error) {
    closeAll(opened, null);
    throw error;
  }
}

/** SQLite has no smaller unit than a page, and keeps what a file has already. */
function boundSize(database: Database, maxBytes: number): void {
  const { page_size: size } = database.prepare("PRAGMA page_size").get() as { page_size: number };
  database.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / size)}`);
}

/** The last connection to close takes the write-ahead log into the file. */
function closeAll(opened: Database[], lock: FileLock | null): void {
  for (const database of opened.splice(0).toReversed()) database.close();
  lock?.release();
}

/** SQLite keeps another journal, without a word, where files can't be shared as the log needs it. */
function useWriteAheadLog(database: Database, path: string): void {
  const found = database.prepare("PRAGMA journal_mode = WAL").get() as { journal_mode: string };
  if (found.journal_mode === "wal") return;
  throw new StoreError(
    "STORE_IO",
    `"${path}" must lie on a local file system: SQLite can keep no write-ahead log there.`,
    { details: { path } },
  );
}

const PRAGMAS = [
  "synchronous = FULL",
  "busy_timeout = 5000",
  "foreign_keys = ON",
  "trusted_schema = OFF",
  // What is deleted is overwritten: a person's data leaves the file with its account.
  "secure_delete = ON",
  // 32 MB of pages in memory cost a server nothing and spare the disk most of the random reads.
  "cache_size = -32000",
  // The checkpointer is there before; this many pages, 64 MB, are for when it could not follow.
  "wal_autocheckpoint = 16000",
] as const;

async function attempt<R>(path: string, open: () => R | Promise<R>): Promise<R> {
  try {
    return await open();
  } catch (cause) {
    if (isBourseError(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError("STORE_IO", `The store "${path}" could not be opened: ${reason}`, {
      cause,
      details: { path },
    });
  }
}

function notFound(path: string): StoreError {
  return new StoreError("STORE_NOT_FOUND", `There is no store at "${path}".`, {
    details: { path },
  });
}
