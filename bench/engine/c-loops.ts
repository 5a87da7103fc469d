/** Builds bench.c or more.c with the machine's own compiler and runs its loops when asked to. */

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import type { Candles } from "@bourse/backtest-engine";

/** The compiled loops over one series of candles. */
export interface CLoops {
  start(loop: string): CLoop;
  /** Removes the program and its data. */
  close(): void;
}

/** One of them in a process of its own, which keeps its memory from run to run. */
export interface CLoop {
  /** Runs it once; milliseconds of processor time. */
  run(): Promise<number>;
  /** The sum of what the last run computed. */
  sum(): Promise<number>;
  stop(): void;
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
  return { start: (loop) => startLoop(program, data, loop), close };
}

function startLoop(program: string, data: string, loop: string): CLoop {
  const child = spawn(program, [data, loop], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<number> => {
    child.stdin.write(question);
    const answer: IteratorResult<string, undefined> = await lines.next();
    if (answer.done === true) throw new Error(`The C loop ${loop} ended before its answer.`);
    return Number(answer.value);
  };
  return {
    run: async () => (await ask("r")) / 1e6,
    sum: () => ask("s"),
    stop: () => child.stdin.end(),
  };
}
