/** Copies of files that another process may replace meanwhile: all of them as they stood at one moment. */

import { stat } from "node:fs/promises";
import { join } from "node:path";

export interface SteadyCopy {
  readonly from: string;
  /** Lists the files to copy by their paths below `from`. */
  readonly list: () => Promise<readonly string[]>;
  /** Copies one of them. */
  readonly copy: (path: string) => Promise<void>;
  /** Removes every copy that was made. */
  readonly discard: () => Promise<void>;
}

/** A change of the password takes eight steps, each of which can spoil one attempt. */
const MOST_ATTEMPTS = 20;

/**
 * Copies the files, again from the start while one of them was replaced, added or removed during the copying. Returns
 * false when that happened every time.
 */
export async function copySteadily({ from, list, copy, discard }: SteadyCopy): Promise<boolean> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const before = await marksOf(from, list);
    const isWhole = await copyAll(before.keys(), copy);
    if (isWhole && isSame(before, await marksOf(from, list))) return true;
    await discard();
  }
  return false;
}

/** Copies the files one after the other; false when one of them was not there any more. */
async function copyAll(paths: Iterable<string>, copy: SteadyCopy["copy"]): Promise<boolean> {
  try {
    for (const path of paths) await copy(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Identity of the file at each path with the time of its last change; a file that replaced another has another one. */
async function marksOf(
  from: string,
  list: SteadyCopy["list"],
): Promise<ReadonlyMap<string, string>> {
  const marks = new Map<string, string>();
  for (const path of await list()) {
    try {
      const { ino, ctimeNs, size } = await stat(join(from, path), { bigint: true });
      marks.set(path, `${ino} ${ctimeNs} ${size}`);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return marks;
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, mark]) => other.get(path) === mark);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
