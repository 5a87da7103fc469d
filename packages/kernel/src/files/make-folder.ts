import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { anyText } from "../checked-calls.ts";
import { KernelError } from "../kernel-error.ts";

/**
 * Creates the folder at `path` with every folder above it that is missing, mode 0700; a folder that exists stays as it
 * is.
 *
 * Node's own recursive `mkdir` never ends where a file system answers "no such folder" below a folder that exists, as
 * `/proc` does.
 *
 * @throws KernelError FOLDER_UNUSABLE when a file stands in the way or the system refuses; details.path is `path`
 */
export async function makeFolder(path: string): Promise<void> {
  anyText("path", path);
  const target = resolve(path);
  const missing: string[] = [];
  for (let place = target; !(await isFolder(target, place)); place = dirname(place)) {
    missing.unshift(place);
  }
  for (const place of missing) {
    try {
      await mkdir(place, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it meanwhile.
      if (codeOf(error) === "EEXIST" && (await isFolder(target, place))) continue;
      throw unusable(target, `${place} cannot be made (${codeOf(error)})`, error);
    }
  }
}

/** False when nothing stands at `place`. @throws KernelError FOLDER_UNUSABLE */
async function isFolder(target: string, place: string): Promise<boolean> {
  try {
    if ((await stat(place)).isDirectory()) return true;
  } catch (error) {
    // ENOTDIR: a file stands further up, which is found there.
    const isAbsent = codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
    if (isAbsent && dirname(place) !== place) return false;
    throw unusable(target, `${place} cannot be read (${codeOf(error)})`, error);
  }
  throw unusable(target, `${place} is a file`);
}

function unusable(path: string, reason: string, cause?: unknown): KernelError {
  return new KernelError("FOLDER_UNUSABLE", `The folder ${path} cannot be used: ${reason}.`, {
    details: { path },
    ...(cause === undefined ? {} : { cause }),
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
