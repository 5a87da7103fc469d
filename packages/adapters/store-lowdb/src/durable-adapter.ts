/** lowdb's adapter over one durable file; lowdb's own never forces anything to the disk. */

import type { Adapter } from "lowdb";

import { formatFile, parseFile, type FileContent } from "./file-format.ts";
import type { FileSystem } from "./file-system.ts";
import { replaceFile, temporaryOf } from "./replace-file.ts";

export class DurableAdapter implements Adapter<FileContent> {
  readonly #files: FileSystem;
  readonly #path: string;

  constructor(files: FileSystem, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /** The content, or null when there is no file yet. @throws STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED */
  async read(): Promise<FileContent | null> {
    await this.#files.rm(temporaryOf(this.#path));
    try {
      return parseFile(await this.#files.readFile(this.#path), this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  /** Durable when it resolves. @throws ReplaceFault */
  write(content: FileContent): Promise<void> {
    return replaceFile(this.#files, this.#path, formatFile(content));
  }
}
