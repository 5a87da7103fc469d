/** A small volume for tests of full disks. */

import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

export interface FullVolume {
  /** Folder of the volume. */
  readonly folder: string;
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives the taken space back. */
  empty(): void;
}

/** Mounts a volume of `bytes`, 64 KiB by default; undefined where mounting is not permitted. */
export function mountVolume(bytes = 64 * 1024): FullVolume | undefined {
  const folder = mkdtempSync(join(tmpdir(), "bourse-volume-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  onTestFinished(() => {
    // Lazily: a process that still ends may hold the log open for a moment.
    spawnSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => writeUntilFull(filler),
    empty: () => unlinkSync(filler),
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, "a");
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}
