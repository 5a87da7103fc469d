/** Opens a store on one JSON file. */

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

import {
  checksumKeyOf,
  collectionMap,
  collectionState,
  createDocumentSums,
  createStore,
  functionOption,
  isBourseError,
  MemoryBackend,
  optional,
  portOption,
  resolveOptions,
  STORE_OPTION_RULES,
  storedDocument,
  StoreError,
  textOption,
  type Collection,
  type CollectionState,
  type Entity,
  type OptionRules,
  type ResolvedStoreOptions,
  type Store,
  type StoreOptions,
} from "@bourse/kernel";
import { lockFile, makeFolder, type FileLock } from "@bourse/kernel/files";
import { Low } from "lowdb";

import { DocumentFile, writeFault, type Warn } from "./document-file.ts";
import { DurableAdapter, WriteFault } from "./durable-adapter.ts";
import { corrupt, type FileCollection, type FileContent } from "./file-format.ts";
import { nodeFileSystem, type FileSystem } from "./file-system.ts";

/** Options of {@link openLowdbStore}. */
export interface LowdbStoreOptions {
  /** Path of the file. The file (mode 0600) and its folder (0700) are created when missing, a lock file next to it. */
  readonly path: string;
  /** Collections of the store. Default: those that the file holds; the file must exist then. */
  readonly collections?: readonly Collection<Entity>[];
  /** Idle time in milliseconds after which a transaction is rolled back. 1–600,000; default 10,000. */
  readonly transactionIdleMilliseconds?: number;
  /** Size in bytes that the file may not grow past. 65,536–1,099,511,627,776; default 67,108,864 (64 MiB). */
  readonly maxBytes?: number;
  /** Key of the documents' checksums, or a function that returns it; see `StoreOptions`. Default: no key. */
  readonly checksumKey?: StoreOptions["checksumKey"];
  /** Clock behind `now()` of the store. Default: the system clock. */
  readonly clock?: StoreOptions["clock"];
  /** Called once when the store holds more than 20,000 documents. Default: no-op. */
  readonly warn?: Warn;
  /** File operations, replaceable to test failures. Default: `node:fs/promises`. */
  readonly fileSystem?: FileSystem;
}

/**
 * Opens the store at `path` for this process alone. All documents are kept in memory; each commit rewrites the file.
 *
 * @throws KernelError OPTION_INVALID; StoreError STORE_LOCKED, STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED,
 * STORE_KEY_INVALID, STORE_NOT_FOUND, STORE_DUPLICATE (an index that is now unique over documents that collide),
 * STORE_IO; KernelError FOLDER_UNUSABLE
 */
export async function openLowdbStore(given: LowdbStoreOptions): Promise<Store> {
  const options = resolveOptions("openLowdbStore", given, RULES);
  const path = resolve(options.path);
  try {
    if (options.collections !== undefined) await makeFolder(dirname(path));
    else if (!existsSync(path)) throw notFound(path);
    const lock = await lockFile(`${path}.lock`);
    return await openLocked(path, options, lock).catch((error: unknown) => {
      lock.release();
      throw error;
    });
  } catch (cause) {
    throw isBourseError(cause) ? cause : openFault(path, cause);
  }
}

interface Resolved
  extends
    Omit<ResolvedStoreOptions, "collections">,
    Required<Pick<LowdbStoreOptions, "path" | "warn" | "fileSystem">> {
  readonly collections: LowdbStoreOptions["collections"] | undefined;
}

/** Enough for thousands of accounts, and little enough to be written in half a second. */
const MAX_BYTES = 64 * 2 ** 20;

const RULES: OptionRules<Resolved> = {
  ...STORE_OPTION_RULES,
  path: textOption({ maxLength: 4096 }),
  collections: optional(STORE_OPTION_RULES.collections),
  warn: functionOption<Warn>({ default: () => {} }),
  fileSystem: portOption<FileSystem>(["readFile", "readdir", "open", "rename", "rm", "freeBytes"], {
    default: nodeFileSystem,
  }),
};

async function openLocked(path: string, options: Resolved, lock: FileLock): Promise<Store> {
  const isNew = !existsSync(path);
  const sums = createDocumentSums(await checksumKeyOf(options.checksumKey, isNew));
  const adapter = new DurableAdapter(options.fileSystem, path, sums);
  const low = new Low<FileContent>(adapter, new Map());
  await low.read();
  const held = definitionsOf(low.data);
  const collections = options.collections ?? [...held.values()];
  // What the caller does not name stays in the file as it is.
  const all = new Map([...held, ...collectionMap(collections)]);
  const state = new Map(
    [...all].map(([name, one]) => [name, stateOf(one, low.data.get(name), path)] as const),
  );
  const file = new DocumentFile(low, all, options.warn);
  if (isNew) await file.persist(state, state);
  file.warnOfMany(state);
  const backend = new MemoryBackend("lowdb", state, {
    persist: (next, previous) => file.persist(next, previous),
    probe: (size) =>
      adapter.probe(size).catch((cause: unknown) => {
        throw cause instanceof WriteFault ? writeFault(cause, "none") : cause;
      }),
    release: async () => lock.release(),
    maxBytes: options.maxBytes ?? MAX_BYTES,
  });
  const { transactionIdleMilliseconds, clock } = options;
  return createStore(backend, { collections, transactionIdleMilliseconds, clock });
}

function definitionsOf(content: FileContent): ReadonlyMap<string, Collection<Entity>> {
  return new Map([...content].map(([name, { indexes }]) => [name, { name, indexes }]));
}

/** The documents' keys are made anew when the definition is another than the file's. */
function stateOf(
  collection: Collection<Entity>,
  held: FileCollection | undefined,
  path: string,
): CollectionState {
  if (held === undefined) return collectionState(collection, []);
  if (JSON.stringify(held.indexes) === JSON.stringify(collection.indexes)) {
    try {
      return collectionState(collection, held.documents);
    } catch (cause) {
      throw corrupt(path, `two documents of "${collection.name}" hold one key`, cause);
    }
  }
  const documents = held.documents.map(({ row, bytes }) =>
    storedDocument(collection, row.value, row.version, bytes),
  );
  return collectionState(collection, documents);
}

function openFault(path: string, cause: unknown): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError("STORE_IO", `The store "${path}" could not be opened: ${reason}`, {
    cause,
    details: { path },
  });
}

function notFound(path: string): StoreError {
  return new StoreError("STORE_NOT_FOUND", `There is no store at "${path}".`, {
    details: { path },
  });
}
