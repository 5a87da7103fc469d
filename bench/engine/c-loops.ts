/** Builds bench.c or more.c with the machine's own compiler and runs one of its loops. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Candles } from "@bourse/backtest-engine";

/** The compiled loops over one series of candles. */
export interface CLoops {
  /** Milliseconds of each round, and the sum of what the last one computed. */
  run(loop: string, rounds: number): { readonly times: number[]; readonly sum: number };
  /** Removes the program and its data. */
  close(): void;
}

/** The loops of `file`; undefined where there is no compiler: `CC`, by default gcc. */
export function buildCLoops(candles: Candles, file = "bench.c"): CLoops | undefined {
  const folder = mkdtempSync(join(tmpdir(), "bourse-bench-"));
  const program = join(folder, "bench");
  const data = join(folder, "candles.f64");
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const source = fileURLToPath(new URL(file, import.meta.url));
  try {
    execFileSync(
      process.env["CC"] ?? "gcc",
      ["-O3", "-march=native", "-o", program, source, "-lm"],
      { stdio: "pipe" },
    );
  } catch (error) {
    close();
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const columns = [candles.open, candles.high, candles.low, candles.close];
  writeFileSync(data, Buffer.concat(columns.map((column) => Buffer.from(column.buffer))));
  return {
    run(loop, rounds) {
      const printed = execFileSync(program, [data, loop, String(rounds)], { encoding: "utf8" });
      const numbers = printed.trim().split("\n").map(Number);
      return { times: numbers.slice(0, -1).map((ns) => ns / 1e6), sum: numbers.at(-1)! };
    },
    close,
  };
}
