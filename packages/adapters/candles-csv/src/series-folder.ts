/** The folder of the candle files, which is looked at anew at each request. */

import { statSync } from "node:fs";
import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

import { describeVersion, type FileVersion } from "./read-series.ts";
import { parseSeriesFile, type SeriesFile } from "./series-file.ts";
import { unlessMissing } from "./unless-missing.ts";

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
  /** Names of the files that lie on a local file system. */
  readonly local: ReadonlySet<string>;
}

const NOTHING: Listing = { files: [], version: undefined, local: new Set() };

/**
 * A folder on a local file system is listed only when it has changed, and the kernel answers a look at it or at a file
 * of it from memory, in microseconds: those looks are not handed to the thread pool, whose answer would wait for a free
 * turn of the process. A file system behind a network or in a program of the user (FUSE) could keep the process
 * waiting, and need not know of a change at once: there, every look goes to the thread pool and every request lists the
 * folder. The same goes for links, which may lead there.
 */
export class SeriesFolder {
  readonly #directory: string;
  readonly #exchange: string | undefined;
  #listing = NOTHING;
  /** False once the folder was found on a file system that is not local. */
  #isLocal = true;

  constructor({ directory, exchange }: SeriesFolderOptions) {
    this.#directory = directory;
    this.#exchange = exchange;
  }

  /** The candle files; none when there is no folder. @throws the system's error */
  async files(): Promise<readonly SeriesFile[]> {
    const { version, files } = this.#listing;
    if (version !== undefined && version === versionAtOnce(this.#directory)) return files;
    this.#listing = await this.#list();
    return this.#listing.files;
  }

  /** The present version of a file; undefined when it is gone. @throws the system's error */
  async version(name: string): Promise<FileVersion | undefined> {
    const path = join(this.#directory, name);
    if (this.#listing.local.has(name)) return versionAtOnce(path);
    const stats = await unlessMissing(stat(path, { bigint: true }));
    return stats && describeVersion(stats);
  }

  async #list(): Promise<Listing> {
    // Before the listing, so that a change during it is seen at the next look.
    const seen = this.#isLocal ? await unlessMissing(lookAt(this.#directory)) : undefined;
    if (seen !== undefined) this.#isLocal = seen.isLocal;
    const entries = await unlessMissing(readdir(this.#directory, { withFileTypes: true }));
    const files: SeriesFile[] = [];
    const local = new Set<string>();
    for (const entry of entries ?? []) {
      // A pipe among them would be waited for without end.
      if (!entry.isFile() && !entry.isSymbolicLink()) continue;
      const file = parseSeriesFile(entry.name);
      if (file === undefined || !this.#counts(file)) continue;
      files.push(file);
      if (this.#isLocal && entry.isFile()) local.add(file.name);
    }
    return { files, version: seen?.version, local };
  }

  #counts({ exchange }: SeriesFile): boolean {
    return this.#exchange === undefined || exchange === undefined || exchange === this.#exchange;
  }
}

/** Time in which two changes of a folder may have the same time stamp, which some file systems round to seconds. */
const UNSETTLED_MILLISECONDS = 2000;

/** Local file systems by their type in Linux (`statfs(2)`): elsewhere the numbers mean nothing. */
const LOCAL: ReadonlySet<number> =
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

/** Looks at a folder. It has a version where it is local, and a further change would give it another one. */
async function lookAt(
  directory: string,
): Promise<{ readonly isLocal: boolean; readonly version: FileVersion | undefined }> {
  const [stats, system] = await Promise.all([stat(directory, { bigint: true }), statfs(directory)]);
  const isLocal = LOCAL.has(system.type);
  const isSettled = Date.now() - Number(stats.mtimeMs) > UNSETTLED_MILLISECONDS;
  return { isLocal, version: isLocal && isSettled ? describeVersion(stats) : undefined };
}

/** The version of what lies on a local file system, by a blocking call; undefined when it is gone. */
function versionAtOnce(path: string): FileVersion | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && describeVersion(stats);
}
