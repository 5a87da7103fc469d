/**
 * The chain's journal: the transactions and blocks since the last checkpoint, one line each.
 *
 * A line is on the disk before its effect is visible. An unfinished line at the end, left by a crash, was never
 * acknowledged and is cut off.
 */
import { constants } from "node:fs";
import { open, readFile, type FileHandle } from "node:fs/promises";

import { replaceFile } from "@bourse/kernel/files";

export type JournalEntry =
  | { readonly kind: "transaction"; readonly raw: string }
  | {
      readonly kind: "block";
      readonly number: number;
      /** Block time in Unix seconds, as anvil takes it. */
      readonly timestamp: number;
      /** Hash of the parent block; a replay that leads to another hash is refused. */
      readonly parentHash: string;
    };

export class Journal {
  /** First line of the file; it names the chain. */
  readonly header: string;
  readonly #path: string;
  #file: FileHandle;

  private constructor(path: string, header: string, file: FileHandle) {
    this.#path = path;
    this.header = header;
    this.#file = file;
  }

  /** Opens the journal at `path` and returns its entries; a missing journal is created with `header`. */
  static async open(
    path: string,
    header: string,
  ): Promise<{ readonly journal: Journal; readonly entries: readonly JournalEntry[] }> {
    let content = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    content = content.slice(0, content.lastIndexOf("\n") + 1);
    if (content === "") await replaceFile(path, [`${header}\n`]);
    const [first = header, ...lines] = content.split("\n").slice(0, -1);
    const file = await open(path, constants.O_RDWR | constants.O_APPEND);
    if (content !== "") await file.truncate(Buffer.byteLength(content));
    return { journal: new Journal(path, first, file), entries: lines.map(parsed) };
  }

  /** Resolves when the entries are on the disk. After a failure the journal must be opened again. */
  async append(entries: readonly JournalEntry[]): Promise<void> {
    await this.#file.write(entries.map(spelled).join(""));
    await this.#file.datasync();
  }

  /** Replaces all entries by these, atomically. */
  async replace(entries: readonly JournalEntry[]): Promise<void> {
    await this.#file.close();
    await replaceFile(this.#path, [`${this.header}\n`, ...entries.map(spelled)]);
    this.#file = await open(this.#path, constants.O_RDWR | constants.O_APPEND);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function spelled(entry: JournalEntry): string {
  if (entry.kind === "transaction") return `transaction ${entry.raw}\n`;
  return `block ${entry.number} ${entry.timestamp} ${entry.parentHash}\n`;
}

function parsed(line: string): JournalEntry {
  const [kind, first = "", second = "", parentHash = ""] = line.split(" ");
  if (kind === "transaction") return { kind, raw: first };
  return { kind: "block", number: Number(first), timestamp: Number(second), parentHash };
}
