/** The folder of the cache: one file per series, replaced whole; damaged files are set aside and never served. */

import { open, readdir, rename, rm, stat, utimes, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

import {
  makeFolder,
  replaceFile,
  UNFINISHED_SUFFIX,
  type ReplaceFileOperations,
} from "@bourse/kernel/files";

import {
  decodeHeader,
  decodeKey,
  decodeSeries,
  encodeSeries,
  HEADER_BYTES,
  type SeriesHeader,
} from "./series-codec.ts";
import { fileName, keyText, SUFFIX, type SeriesKey } from "./series-key.ts";
import type { Series } from "./series.ts";

/** The content of one file, read from its head alone. */
export interface StoredSeries extends SeriesKey {
  /** Number of candles. */
  readonly records: number;
  /** Open of the first candle, milliseconds UTC. */
  readonly firstTime: number;
  /** Open of the last candle, milliseconds UTC. */
  readonly lastTime: number;
  /** Size of the file in bytes. */
  readonly sizeBytes: number;
}

/** Maximum sizes of the folder. */
export interface FolderBounds {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

/** The files of the cache. */
export class SeriesFolder {
  readonly path: string;
  readonly #warn: (message: string) => void;
  readonly #files: ReplaceFileOperations | undefined;

  constructor(
    path: string,
    warn: (message: string) => void,
    files: ReplaceFileOperations | undefined,
  ) {
    this.path = path;
    this.#warn = warn;
    this.#files = files;
  }

  /**
   * Reads a series and marks it as used at `now`; undefined when there is none or, with a warning, when its file is
   * damaged.
   */
  async read(key: SeriesKey, now: number): Promise<Series | undefined> {
    return await this.#readSound(fileName(key), async (file, head) => {
      if (keyText(head.key) !== keyText(key)) return undefined;
      // The time of use only decides what is dropped first; a folder that cannot be written to may do without.
      await file.utimes(now / 1000, now / 1000).catch(() => undefined);
      return await readColumns(file, head);
    });
  }

  /**
   * Replaces the file of a series, used at `now`; false when it would be larger than `maxBytes`, and then nothing
   * changes.
   *
   * @throws the system's error; the file is then the old one or the new one, whole
   */
  async write(
    key: SeriesKey,
    series: Series,
    { now, maxBytes }: { readonly now: number; readonly maxBytes: number },
  ): Promise<boolean> {
    const chunks = encodeSeries(key, series);
    if (chunks.reduce((sum, { byteLength }) => sum + byteLength, 0) > maxBytes) return false;
    await makeFolder(this.path);
    const path = join(this.path, fileName(key));
    await replaceFile(path, chunks, this.#files === undefined ? {} : { files: this.#files });
    await utimes(path, now / 1000, now / 1000).catch(() => undefined);
    return true;
  }

  /**
   * Deletes files until the folder is within its bounds: damaged ones first, then the least recently used.
   *
   * @throws the system's error
   */
  async evict({ maxFiles, maxBytes }: FolderBounds): Promise<void> {
    const names = (await this.#names()).filter((name) => isOurs(name) && !isUnfinished(name));
    const found = await Promise.all(names.map((name) => this.#useOf(name)));
    const kept = found
      .filter((use) => use !== undefined)
      .toSorted((one, two) => Number(two.isDamaged) - Number(one.isDamaged) || one.at - two.at);
    let files = kept.length;
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of kept) {
      if (files <= maxFiles && bytes <= maxBytes) return;
      await rm(join(this.path, name), { force: true });
      files -= 1;
      bytes -= size;
    }
  }

  /** Lists every readable series in the order of the file names. Reads heads only. */
  async list(): Promise<StoredSeries[]> {
    const found: StoredSeries[] = [];
    for (const name of await this.#seriesNames()) {
      const stored = await this.#readSound(name, async (_, head) => storedSeries(head));
      if (stored !== undefined) found.push(stored);
    }
    return found;
  }

  /** Yields every readable series with its candles in the order of the file names, and marks none as used. */
  async *all(): AsyncGenerator<StoredSeries & Series> {
    for (const name of await this.#seriesNames()) {
      const series = await this.#readSound(name, async (file, head) => {
        const columns = await readColumns(file, head);
        return columns && { ...storedSeries(head), ...columns };
      });
      if (series !== undefined) yield series;
    }
  }

  /** Deletes series, damaged and unfinished files, and nothing that is not the cache's own. Returns their number. */
  async clear(): Promise<number> {
    let deleted = 0;
    for (const name of (await this.#names()).filter(isOurs)) {
      await rm(join(this.path, name), { force: true });
      deleted += 1;
    }
    return deleted;
  }

  /**
   * Reads a file by `use`, which is given its head; undefined when there is none or, with a warning, when it cannot be
   * read or is damaged: its head is, or `use` finds so and returns undefined.
   */
  async #readSound<T>(
    name: string,
    use: (file: FileHandle, head: Head) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    try {
      const found = await this.#withFile(name, async (file) => {
        const head = await readHead(file);
        return head && (await use(file, head));
      });
      if (found === undefined) await this.#setAside(name);
      return found;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      this.#warn(`The cache file ${name} cannot be read (${codeOf(error)}) and is not used.`);
      return undefined;
    }
  }

  /** Size of a file and the time of its last use; undefined when it is gone. */
  async #useOf(name: string): Promise<FileUse | undefined> {
    try {
      const { size, mtimeMs } = await stat(join(this.path, name));
      return { name, size, at: mtimeMs, isDamaged: !name.endsWith(SUFFIX) };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  async #withFile<T>(name: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(join(this.path, name), "r");
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  /** Renames a damaged file to the first free `<name>.damaged-<n>`, so that it can be examined. */
  async #setAside(name: string): Promise<void> {
    const names = new Set(await this.#names());
    let number = 1;
    while (names.has(`${name}.damaged-${number}`)) number += 1;
    const aside = `${name}.damaged-${number}`;
    await rename(join(this.path, name), join(this.path, aside));
    this.#warn(`The cache file ${name} is damaged: it was set aside as ${aside} and is not used.`);
  }

  async #seriesNames(): Promise<string[]> {
    return (await this.#names()).filter((name) => name.endsWith(SUFFIX));
  }

  async #names(): Promise<string[]> {
    try {
      return (await readdir(this.path)).toSorted();
    } catch (error) {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    }
  }
}

interface FileUse {
  readonly name: string;
  readonly size: number;
  readonly at: number;
  readonly isDamaged: boolean;
}

interface Head {
  readonly header: SeriesHeader;
  readonly key: SeriesKey;
}

async function readHead(file: FileHandle): Promise<Head | undefined> {
  const { size } = await file.stat();
  const header = decodeHeader(await readExactly(file, Math.min(size, HEADER_BYTES)), size);
  if (header === undefined) return undefined;
  const key = decodeKey(await readExactly(file, header.headBytes), header);
  return key === undefined ? undefined : { header, key };
}

function storedSeries({ key, header }: Head): StoredSeries {
  const { candles: records, firstTime, lastTime, fileBytes: sizeBytes } = header;
  return { ...key, records, firstTime, lastTime, sizeBytes };
}

async function readColumns(file: FileHandle, { header }: Head): Promise<Series | undefined> {
  return decodeSeries(await readExactly(file, header.fileBytes), header);
}

/** The first `length` bytes, which the file's size allows for; fewer when it was cut meanwhile. */
async function readExactly(file: FileHandle, length: number): Promise<Buffer> {
  // Not from the shared pool: the columns are views on it, and must be aligned.
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

function isOurs(name: string): boolean {
  return name.endsWith(SUFFIX) || /\.candles\.damaged-\d+$/.test(name) || isUnfinished(name);
}

/** Tells whether a file is being written, or was left behind by a crash. */
function isUnfinished(name: string): boolean {
  return name.includes(`${SUFFIX}.`) && name.endsWith(UNFINISHED_SUFFIX);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
