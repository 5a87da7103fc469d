/** lowdb's adapter over one durable file; lowdb's own never forces anything to the disk. */

import { basename, dirname, join } from "node:path";

import type { DocumentSums } from "@bourse/kernel";
import { replaceFile, UNFINISHED_SUFFIX } from "@bourse/kernel/files";
import type { Adapter } from "lowdb";

import { formatFile, parseFile, type FileContent } from "./file-format.ts";
import type { FileSystem } from "./file-system.ts";

/** The file could not be written. */
export class WriteFault extends Error {
  /** True when the new content had replaced the file already, though perhaps not durably. */
  readonly replaced: boolean;

  constructor(cause: unknown, replaced: boolean) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "WriteFault";
    this.replaced = replaced;
  }
}

export class DurableAdapter implements Adapter<FileContent> {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #sums: DocumentSums;

  constructor(files: FileSystem, path: string, sums: DocumentSums) {
    this.#files = files;
    this.#path = path;
    this.#sums = sums;
  }

  /**
   * The content, or null when there is no file yet.
   *
   * @throws STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED, STORE_KEY_INVALID
   */
  async read(): Promise<FileContent | null> {
    await this.#removeUnfinished();
    try {
      return parseFile(await this.#files.readFile(this.#path), this.#path, this.#sums);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  /** Durable when it resolves. @throws WriteFault */
  async write(content: FileContent): Promise<void> {
    const files = this.#files;
    let replaced = false;
    try {
      await replaceFile(this.#path, formatFile(content, this.#sums), {
        files: {
          open: (path, flags, mode) => files.open(path, flags, mode),
          rm: (path, options) => files.rm(path, options),
          rename: async (from, to) => {
            await files.rename(from, to);
            replaced = true;
          },
        },
      });
    } catch (cause) {
      throw new WriteFault(cause, replaced);
    }
  }

  /**
   * Writes and forces a few bytes beside the file, and checks that a whole new file of `size` bytes has room.
   *
   * @throws WriteFault
   */
  async probe(size: number): Promise<void> {
    const folder = dirname(this.#path);
    const unfinished = join(folder, `${basename(this.#path)}.probe${UNFINISHED_SUFFIX}`);
    try {
      const free = await this.#files.freeBytes(folder);
      if (free < size + SPARE_BYTES) throw noRoom(free, size);
      const file = await this.#files.open(unfinished, "w", 0o600);
      try {
        await file.appendFile(new Uint8Array(PROBE_BYTES));
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#files.rm(unfinished, { force: true });
    } catch (cause) {
      await this.#files.rm(unfinished, { force: true }).catch(() => undefined);
      throw new WriteFault(cause, false);
    }
  }

  /** Deletes what processes that were killed have left half-written; nobody else writes while we hold the lock. */
  async #removeUnfinished(): Promise<void> {
    const folder = dirname(this.#path);
    const prefix = `${basename(this.#path)}.`;
    for (const name of await this.#files.readdir(folder)) {
      if (name.startsWith(prefix) && name.endsWith(UNFINISHED_SUFFIX)) {
        await this.#files.rm(join(folder, name), { force: true });
      }
    }
  }
}

const PROBE_BYTES = 4096;
/** Room that the next requests need beside a new file. */
const SPARE_BYTES = 65_536;

function noRoom(free: number, size: number): Error {
  const message = `ENOSPC: a commit writes ${size} bytes anew, but only ${free} are free`;
  return Object.assign(new Error(message), { code: "ENOSPC" });
}
