/** A file that is replaced whole or not at all, even when the power fails in between. */

import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** The file operations that {@link replaceFile} needs: those of `node:fs/promises`, injectable for tests of failure. */
export interface ReplaceFileOperations {
  open(path: string, flags: string, mode?: number): Promise<WritableFile>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

export interface WritableFile {
  appendFile(data: string | Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplaceFileOptions {
  /** Permissions of the new file. Default 0o600. */
  readonly mode?: number;
  /** Default the machine's. */
  readonly files?: ReplaceFileOperations;
}

/** How the name of a file that is not yet finished ends; a crash may leave one behind. */
export const UNFINISHED_SUFFIX = ".unfinished";

/**
 * Puts `chunks` in the place of the file at `path`, which need not exist; its folder must.
 *
 * Writes beside it, flushes, renames, and flushes the folder. When it resolves the new content survives a loss of
 * power; when it rejects the file is whole: the old one, or the new one not yet known to be durable. Writers of the
 * same path do not disturb each other; the last rename stands.
 *
 * @throws the system's error
 */
export async function replaceFile(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  options: ReplaceFileOptions = {},
): Promise<void> {
  const { mode = 0o600, files = { open, rename, rm } } = options;
  const unfinished = `${path}.${randomUUID()}${UNFINISHED_SUFFIX}`;
  try {
    const file = await files.open(unfinished, "wx", mode);
    try {
      for (const chunk of chunks) await file.appendFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await files.rename(unfinished, path);
  } catch (error) {
    // What could not be written can perhaps not be removed either; the first error is the one to tell.
    await files.rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
  await flushFolder(dirname(path), files);
}

/** Makes a rename durable. Windows cannot open folders, and does not need it. */
async function flushFolder(folder: string, files: ReplaceFileOperations): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await files.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
