/** The states of a memory backend, made durable in lowdb's file one after the other. */

import { StoreError, type Collection, type Entity, type MemoryState } from "@bourse/kernel";
import type { Low } from "lowdb";

import { WriteFault } from "./durable-adapter.ts";
import type { FileCollection, FileContent } from "./file-format.ts";

/** Number of documents from which an engine that writes all of them at each commit becomes slow. */
const MANY_DOCUMENTS = 20_000;

/** Hears, once, that the store has grown past what this engine is for. */
export type Warn = (message: string, details: Readonly<Record<string, unknown>>) => void;

export class DocumentFile {
  readonly #low: Low<FileContent>;
  readonly #collections: ReadonlyMap<string, Collection<Entity>>;
  readonly #warn: Warn;
  #warned = false;

  constructor(
    low: Low<FileContent>,
    collections: ReadonlyMap<string, Collection<Entity>>,
    warn: Warn,
  ) {
    this.#low = low;
    this.#collections = collections;
    this.#warn = warn;
  }

  /**
   * Makes `next` what the file holds. When that fails, `previous` is, as far as can be told.
   *
   * @throws STORE_IO, or STORE_FULL when the disk is; details.outcome `none`; or `unknown` when a crash before the next
   * write might show `next`
   */
  async persist(next: MemoryState, previous: MemoryState): Promise<void> {
    try {
      await this.#write(next);
    } catch (cause) {
      if (!(cause instanceof WriteFault)) throw cause;
      // The new file has the name, but nobody knows for how long; so the old one is put back before we say no.
      const outcome = cause.replaced ? await this.#putBack(previous) : "none";
      throw writeFault(cause, outcome);
    }
    this.warnOfMany(next);
  }

  /** Says, the first time, that the documents have become many. */
  warnOfMany(state: MemoryState): void {
    if (this.#warned) return;
    let documents = 0;
    for (const maps of state.values()) documents += maps[0]!.size;
    if (documents <= MANY_DOCUMENTS) return;
    this.#warned = true;
    this.#warn(
      `The store holds ${documents} documents, and the lowdb engine writes all of them at each commit; ` +
        "move it to the SQLite engine: bourse store copy lowdb:FILE sqlite:FILE",
      { documents },
    );
  }

  async #putBack(previous: MemoryState): Promise<"none" | "unknown"> {
    try {
      await this.#write(previous);
      return "none";
    } catch {
      return "unknown";
    }
  }

  #write(state: MemoryState): Promise<void> {
    const content = new Map<string, FileCollection>();
    for (const [name, maps] of state) {
      const { indexes } = this.#collections.get(name)!;
      content.set(name, { indexes, documents: maps[0]!.values() });
    }
    this.#low.data = content;
    return this.#low.write();
  }
}

/** Codes of the operating system that say that there is no room: of the disk, of a quota, of a file. */
const NO_ROOM: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** A write that failed, as the store's error. */
export function writeFault(cause: WriteFault, outcome: "none" | "unknown"): StoreError {
  const what =
    outcome === "none"
      ? "nothing was committed"
      : "whether it was committed will show at the next opening";
  const { code } = (cause.cause ?? {}) as { readonly code?: unknown };
  return new StoreError(
    NO_ROOM.has(code) ? "STORE_FULL" : "STORE_IO",
    `The store's file could not be written, and ${what}: ${cause.message}`,
    {
      cause,
      details: { outcome },
    },
  );
}
