/**
 * The chain's journal: every accepted transaction and every block, in order, each line with a checksum.
 *
 * A line is durable before anybody hears of what it says. What a crash left unfinished at the end was never
 * acknowledged; it is cut off, and kept beside the journal.
 */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readFile, writeFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

export type JournalEntry =
  | { readonly kind: "transaction"; readonly raw: string }
  | {
      readonly kind: "block";
      readonly number: number;
      /** Unix seconds. */
      readonly timestamp: number;
      /** Hash of the block before: a replay that comes to another one is noticed. */
      readonly parentHash: string;
    };

/** An entry and where the journal stands after it, in bytes. */
export interface PlacedEntry {
  readonly entry: JournalEntry;
  readonly end: number;
}

export class Journal {
  /** What the first line says. */
  readonly header: string;
  readonly #file: FileHandle;
  #size: number;

  private constructor(header: string, file: FileHandle, size: number) {
    this.header = header;
    this.#file = file;
    this.#size = size;
  }

  /** Opens the journal at `path`, or begins one with `header`; its entries so far. */
  static async open(
    path: string,
    header: string,
  ): Promise<{ readonly journal: Journal; readonly entries: PlacedEntry[] }> {
    const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return Buffer.alloc(0);
      throw error;
    });
    const { lines, size } = soundLines(content);
    if (size < content.length)
      await writeFile(`${path}.torn`, content.subarray(size), { mode: 0o600 });
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    await file.truncate(size);
    const [first, ...rest] = lines;
    const journal = new Journal(first?.text ?? header, file, size);
    if (first === undefined) {
      await journal.#write([header]);
      await flushFolder(dirname(path));
    }
    return { journal, entries: rest.map(({ text, end }) => ({ entry: parsed(text), end })) };
  }

  /** Bytes so far, all of them durable. */
  get size(): number {
    return this.#size;
  }

  /** Resolves when the entries are on the disk. After a failure the journal must be opened anew. */
  async append(entries: readonly JournalEntry[]): Promise<void> {
    await this.#write(entries.map(spelled));
  }

  /** Forgets what stands after `size` bytes. */
  async truncate(size: number): Promise<void> {
    await this.#file.truncate(size);
    await this.#file.datasync();
    this.#size = size;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #write(texts: readonly string[]): Promise<void> {
    const bytes = Buffer.from(texts.map((text) => `${checksum(text)} ${text}\n`).join(""));
    await this.#file.write(bytes, 0, bytes.length, this.#size);
    await this.#file.datasync();
    this.#size += bytes.length;
  }
}

/** A new file is only there after a loss of power when its folder was flushed. Windows cannot, and need not. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const CHECKSUM_LENGTH = 16;

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, CHECKSUM_LENGTH);
}

/** The lines up to the first that is unfinished or does not fit its checksum, and where they end. */
function soundLines(content: Buffer): {
  readonly lines: readonly { readonly text: string; readonly end: number }[];
  readonly size: number;
} {
  const lines: { text: string; end: number }[] = [];
  let size = 0;
  for (;;) {
    const newline = content.indexOf(0x0a, size);
    if (newline === -1) return { lines, size };
    const line = content.toString("utf8", size, newline);
    const text = line.slice(CHECKSUM_LENGTH + 1);
    if (line !== `${checksum(text)} ${text}`) return { lines, size };
    size = newline + 1;
    lines.push({ text, end: size });
  }
}

function spelled(entry: JournalEntry): string {
  if (entry.kind === "transaction") return `transaction ${entry.raw}`;
  return `block ${entry.number} ${entry.timestamp} ${entry.parentHash}`;
}

function parsed(text: string): JournalEntry {
  const [kind, first = "", second = "", parentHash = ""] = text.split(" ");
  if (kind === "transaction") return { kind, raw: first };
  return { kind: "block", number: Number(first), timestamp: Number(second), parentHash };
}
