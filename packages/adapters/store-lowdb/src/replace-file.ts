/**
 * Replaces a file so that whatever happens, even a loss of power, the old content or the new stands there whole.
 *
 * The bytes go to a second file in the same folder, are forced to the disk, and take the name in one step; then
 * the folder is forced too, since the name is its content. Windows has no such call for folders: there the rename
 * alone is what a power loss may undo. On Windows a rename also fails while another program has the file open.
 */

import { dirname } from "node:path";

import type { FileSystem } from "./file-system.ts";

/** A replacement failed. */
export class ReplaceFault extends Error {
  /** Whether the new content had taken the name already, though perhaps not for good. */
  readonly replaced: boolean;

  constructor(cause: unknown, replaced: boolean) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ReplaceFault";
    this.replaced = replaced;
  }
}

/** Where the bytes stand before they take the name; one that is left over by a killed process is worth nothing. */
export function temporaryOf(path: string): string {
  return `${path}.tmp`;
}

/**
 * Makes `bytes` the content of `path`, readable by its owner only.
 *
 * @throws ReplaceFault
 */
export async function replaceFile(
  files: FileSystem,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const temporary = temporaryOf(path);
  let replaced = false;
  try {
    await withFile(files, temporary, "w", async (file) => {
      await file.writeFile(bytes);
      await file.sync();
    });
    await files.rename(temporary, path);
    replaced = true;
    if (process.platform !== "win32") {
      await withFile(files, dirname(path), "r", (folder) => folder.sync());
    }
  } catch (cause) {
    // Deleting it is a courtesy: the next write begins it anew, and so does the next opening.
    if (!replaced) await files.rm(temporary).catch(() => {});
    throw new ReplaceFault(cause, replaced);
  }
}

async function withFile(
  files: FileSystem,
  path: string,
  flags: string,
  use: (file: Awaited<ReturnType<FileSystem["open"]>>) => Promise<void>,
): Promise<void> {
  const file = await files.open(path, flags, 0o600);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}
