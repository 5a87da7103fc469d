/** The operations on files that this package makes, so that a test can let the n-th of them fail. */

import { open, readFile, rename, rm } from "node:fs/promises";

/** An open file or folder. */
export interface OpenFile {
  writeFile(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A part of `node:fs/promises`. */
export interface FileSystem {
  readFile(path: string): Promise<Buffer>;
  open(path: string, flags: string, mode?: number): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Deletes a file; no fault when there is none. */
  rm(path: string): Promise<void>;
}

export const nodeFileSystem: FileSystem = {
  readFile: (path) => readFile(path),
  open,
  rename,
  rm: (path) => rm(path, { force: true }),
};
