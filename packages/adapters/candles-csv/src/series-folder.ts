/** The folder of the candle files, which is looked at anew at each request. */

import { statSync } from "node:fs";
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

import { describeVersion, type FileVersion } from "./read-series.ts";
import { parseSeriesFile, type SeriesFile } from "./series-file.ts";

/** Options of {@link SeriesFolder}. */
export interface SeriesFolderOptions {
  /** Path of the folder. */
  readonly directory: string;
  /** Name of the exchange whose files count; undefined for all. */
  readonly exchange: string | undefined;
}

interface Listing {
  readonly files: readonly SeriesFile[];
  /** Version of the folder that is listed here; undefined when the folder must be listed each time. */
  readonly version: FileVersion | undefined;
  /** Names of the files that are looked at without waiting for the thread pool. */
  readonly near: ReadonlySet<string>;
}

const NOTHING: Listing = { files: [], version: undefined, near: new Set() };

/**
 * A folder on a file system of this machine is listed only when it has changed, and the kernel answers a look at it or
 * at a file of it from memory, in microseconds: those looks are not handed to the thread pool, whose answer would wait
 * for a free turn of the process. A file system behind a network or in a program of the user (FUSE) could keep the
 * process waiting, and need not know of a change at once: there, every look goes to the thread pool and every request
 * lists the folder. The same goes for links, which may lead there.
 */
export class SeriesFolder {
  readonly #directory: string;
  readonly #exchange: string | undefined;
  #listing = NOTHING;
  /** False once the folder was found on a file system that is not of this machine. */
  #isNear = true;

  constructor({ directory, exchange }: SeriesFolderOptions) {
    this.#directory = directory;
    this.#exchange = exchange;
  }

  /** The candle files; none when there is no folder. @throws the system's error */
  async files(): Promise<readonly SeriesFile[]> {
    const { version, files } = this.#listing;
    if (version !== undefined && version === versionNow(this.#directory)) return files;
    this.#listing = await this.#list();
    return this.#listing.files;
  }

  /** The present version of a file; undefined when it is gone. @throws the system's error */
  async version(name: string): Promise<FileVersion | undefined> {
    const path = join(this.#directory, name);
    return this.#listing.near.has(name) ? versionNow(path) : await versionOf(path);
  }

  async #list(): Promise<Listing> {
    // Before the listing, so that a change during it is seen at the next look.
    const version = this.#isNear ? await this.#settledVersion() : undefined;
    const entries = await readdir(this.#directory, { withFileTypes: true }).catch(noneWhenMissing);
    const files: SeriesFile[] = [];
    const near = new Set<string>();
    for (const entry of entries) {
      // A pipe among them would be waited for without end.
      if (!entry.isFile() && !entry.isSymbolicLink()) continue;
      const file = parseSeriesFile(entry.name);
      if (file === undefined || !this.#counts(file)) continue;
      files.push(file);
      if (this.#isNear && entry.isFile()) near.add(file.name);
    }
    return { files, version, near };
  }

  /** The version of the folder, once a further change would give it another one. */
  async #settledVersion(): Promise<FileVersion | undefined> {
    try {
      const [stats, system] = await Promise.all([
        stat(this.#directory, { bigint: true }),
        statfs(this.#directory),
      ]);
      this.#isNear = NEAR.has(system.type);
      const isSettled = Date.now() - Number(stats.mtimeMs) > UNSETTLED_MILLISECONDS;
      return this.#isNear && isSettled ? describeVersion(stats) : undefined;
    } catch (error) {
      noneWhenMissing(error);
      return undefined;
    }
  }

  #counts({ exchange }: SeriesFile): boolean {
    return this.#exchange === undefined || exchange === undefined || exchange === this.#exchange;
  }
}

/** Time in which two changes of a folder may have the same time stamp, which some file systems round to seconds. */
const UNSETTLED_MILLISECONDS = 2000;

/** File systems of this machine by their type in Linux (`statfs(2)`): elsewhere the numbers mean nothing. */
const NEAR: ReadonlySet<number> =
  process.platform === "linux"
    ? new Set([
        0xef53, // ext2, ext3, ext4
        0x5846_5342, // XFS
        0x9123_683e, // Btrfs
        0xf2f5_2010, // F2FS
        0x2fc1_2fc1, // ZFS
        0x0102_1994, // tmpfs
        0x794c_7630, // overlayfs
      ])
    : new Set();

function versionNow(path: string): FileVersion | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && describeVersion(stats);
}

async function versionOf(path: string): Promise<FileVersion | undefined> {
  try {
    return describeVersion(await stat(path, { bigint: true }));
  } catch (error) {
    noneWhenMissing(error);
    return undefined;
  }
}

/** @throws the error itself, unless it says that something is not there */
function noneWhenMissing(error: unknown): [] {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return [];
}
