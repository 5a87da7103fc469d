/** Lines for people on standard output and standard error. */

import { writeSync } from "node:fs";

/** Writes a line at once; one that cannot be written is dropped. */
export function printLine(fd: number, line: string): void {
  try {
    writeSync(fd, `${line}\n`);
  } catch {
    // Nobody can read it: the disk is full or the reader has gone.
  }
}
