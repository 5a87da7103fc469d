/** File operations of this package, injectable so that a test can make any of them fail. */

import { open, readdir, readFile, rename, rm, statfs } from "node:fs/promises";

import type { ReplaceFileOperations } from "@bourse/kernel/files";

/** File operations of the lowdb store: a part of `node:fs/promises`. */
export interface FileSystem extends ReplaceFileOperations {
  /** Reads a whole file. */
  readFile(path: string): Promise<Buffer>;
  /** Returns the number of bytes that this user may still write on the disk of a folder. */
  freeBytes(folder: string): Promise<number>;
  /** Lists the names in a folder. */
  readdir(path: string): Promise<readonly string[]>;
}

export const nodeFileSystem: FileSystem = {
  readFile: (path) => readFile(path),
  readdir: (path) => readdir(path),
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  open,
  rename,
  rm,
};
