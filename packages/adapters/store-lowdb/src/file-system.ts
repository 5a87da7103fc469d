/** The operations on files that this package makes, so that a test can let the n-th of them fail. */

import { open, readdir, readFile, rename, rm } from "node:fs/promises";

import type { ReplaceFileOperations } from "@bourse/kernel";

/** A part of `node:fs/promises`. */
export interface FileSystem extends ReplaceFileOperations {
  readFile(path: string): Promise<Buffer>;
  /** The names in a folder. */
  readdir(path: string): Promise<readonly string[]>;
}

export const nodeFileSystem: FileSystem = {
  readFile: (path) => readFile(path),
  readdir: (path) => readdir(path),
  open,
  rename,
  rm,
};
