/** Numbers beside the file of a store, outside of it: a backup that is put in its place does not bring them back. */

import type { BigIntStats } from "node:fs";
import { open, readFile, rename, stat } from "node:fs/promises";

import { storeLocation } from "./store-location.ts";

/** Numbers beside the file of a store, as an outbox takes them: `Watermark` of `@bourse/outbox`. */
export interface StoreWatermark {
  /**
   * Returns the number under `name`: 0 when the file has lost it, as after a loss of power; `missing` without a file;
   * `copied` when the file is a copy, as of a backup of the whole folder.
   */
  read(name: string): Promise<number | "missing" | "copied">;
  /** Replaces the number under `name`. Its loss with the power loses nothing else. */
  write(name: string, number: number): Promise<void>;
}

/**
 * Opens the numbers beside the store at `url`, in a file `STORE.NAME.mark` each; undefined for an engine without a
 * file.
 *
 * @throws StoreError STORE_URL_INVALID; KernelError ARGUMENT_INVALID
 */
export function storeWatermark(url: string): StoreWatermark | undefined {
  const location = storeLocation(url);
  if (location.engine !== "sqlite" && location.engine !== "lowdb") return undefined;
  const pathOf = (name: string): string => `${location.path}.${name}.mark`;
  return Object.freeze<StoreWatermark>({
    read: (name) => readMark(pathOf(name)),
    write: (name, number) => writeMark(pathOf(name), number),
  });
}

async function readMark(path: string): Promise<number | "missing" | "copied"> {
  try {
    const [text, { ino, birthtimeNs }] = [
      await readFile(path, "utf8"),
      await stat(path, { bigint: true }),
    ];
    const [, number, file, born] = /^(\d{1,16}) (\d+) (\d+|-)\n$/u.exec(text) ?? [];
    if (number === undefined) return 0;
    const isOwn = file === `${ino}` && (born === "-" || born === `${birthtimeNs}`);
    return isOwn ? Number(number) : "copied";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "missing";
    throw error;
  }
}

/**
 * Each write makes a new file, which knows its own number and time of birth: no copy has the same. Where the system
 * tells another time for that of birth, such as that of the last change, the number of the file alone has to do.
 */
async function writeMark(path: string, number: number): Promise<void> {
  const { birthtimeNs } = await replaceFile(path, ({ ino, birthtimeNs: born }) => {
    return `${number} ${ino} ${born}\n`;
  });
  if ((await stat(path, { bigint: true })).birthtimeNs === birthtimeNs) return;
  await replaceFile(path, ({ ino }) => `${number} ${ino} -\n`);
}

async function replaceFile(
  path: string,
  text: (made: BigIntStats) => string,
): Promise<BigIntStats> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, "w", 0o600);
  let made: BigIntStats;
  try {
    made = await file.stat({ bigint: true });
    await file.writeFile(text(made));
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  return made;
}
