/** Atomic replacement of a file that survives a power failure. */

import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

import { checkArguments, type ArgumentRule } from "../checked-calls.ts";
import { checkText, refuseArgument } from "../checks.ts";
import { integerOption, portOption } from "../option-rules.ts";
import { resolveOptions, type OptionRules } from "../options.ts";

/** File operations that {@link replaceFile} needs, as in `node:fs/promises`; injectable to test failures. */
export interface ReplaceFileOperations {
  /** Opens a file; `flags` and `mode` as in `node:fs`. */
  open(path: string, flags: string, mode?: number): Promise<WritableFile>;
  /** Renames a file, replacing one that exists at `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Deletes a file. */
  rm(path: string, options: { readonly force: boolean }): Promise<void>;
}

/** An open file that can be appended to and flushed. */
export interface WritableFile {
  /** Appends text or bytes. */
  appendFile(data: string | Uint8Array): Promise<void>;
  /** Flushes the content to the disk. */
  sync(): Promise<void>;
  /** Closes the file. */
  close(): Promise<void>;
}

/** Options of {@link replaceFile}. */
export interface ReplaceFileOptions {
  /** Permissions of the new file, reduced by the process's umask. Default 0o600. */
  readonly mode?: number;
  /** File operations to use. Default: `node:fs/promises`. */
  readonly files?: ReplaceFileOperations;
}

/** Suffix of the temporary file that {@link replaceFile} writes; a crash may leave one behind. */
export const UNFINISHED_SUFFIX = ".unfinished";

/**
 * Replaces the file at `path`, which need not exist, by one that holds `content`, whole or in pieces; its folder must
 * exist.
 *
 * Writes beside it, flushes, renames, and flushes the folder. When it resolves the new content survives a loss of
 * power; when it rejects the file is whole: the old one, or the new one not yet known to be durable. Writers of the
 * same path do not disturb each other; the last rename stands.
 *
 * @throws Error of the operating system, such as ENOSPC; KernelError ARGUMENT_INVALID, OPTION_INVALID
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<string | Uint8Array>,
  options: ReplaceFileOptions = {},
): Promise<void> {
  checkArguments("replaceFile", { path: checkText, content: pieces }, [path, content]);
  const { mode, files } = resolveOptions("replaceFile", options, RULES);
  const unfinished = `${path}.${randomUUID()}${UNFINISHED_SUFFIX}`;
  try {
    const file = await files.open(unfinished, "wx", mode);
    try {
      for (const piece of isWhole(content) ? [content] : content) {
        if (!isWhole(piece)) refuseArgument("content", "pieces of text or bytes", piece);
        await file.appendFile(piece);
      }
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

const pieces: ArgumentRule = (argument, value) => {
  if (isWhole(value) || (typeof value === "object" && value !== null && Symbol.iterator in value))
    return;
  refuseArgument(argument, "text, bytes, or an iterable of them", value);
};

const RULES: OptionRules<Required<ReplaceFileOptions>> = {
  mode: integerOption({ min: 0, max: 0o777, default: 0o600 }),
  files: portOption<ReplaceFileOperations>(["open", "rename", "rm"], {
    default: { open, rename, rm },
  }),
};

/** A string is iterable too, one character at a time: it is written as one piece. */
function isWhole(content: unknown): content is string | Uint8Array {
  return typeof content === "string" || content instanceof Uint8Array;
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
