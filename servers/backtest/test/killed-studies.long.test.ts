import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { childVariables } from "../../../test/support/child-variables.ts";
import { programWords } from "../../../test/support/program-words.ts";
import { drawnCases } from "../../../test/support/rounds.ts";
import { BOURSE } from "../../../test/support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

const words =
  "sweep --symbol BTCUSDT --interval 1m --limit 20000 --to 2026-01-01 --strategy ma_crossover --threads 1 --json".split(
    " ",
  );
const steps = ["--set", "fast_period=2..25/1", "--set", "slow_period=26..50/1"];
const free = ["--set", "fast_period=2..30/1", "--set", "slow_period=31..90/1", "--vary"];
const random = ["--method", "random", "--trials", "600", "--seed", "5"];

const CASES = [
  ["a grid", steps, 600],
  ["a random search", [...free, "stop-loss=0.001..0.1:log", ...random], 600],
  [
    "tpe with early stopping",
    [
      ...free,
      "stop-loss=0.001..0.1:log",
      "--method",
      "tpe",
      "--trials",
      "300",
      "--early-stop",
      "0.3",
    ],
    300,
  ],
] as const;

test.each(drawnCases(CASES, 1))(
  "`sweep --study` of %s that is killed again and again ends with the result of one that never was",
  { timeout: 400_000 },
  async (_, flags, count) => {
    const folder = await tempFolder();
    const run = (...more: string[]) => {
      const command = [...programWords(BOURSE), "backtest", ...words, ...flags, ...more];
      const child = spawn(process.execPath, command, {
        env: { ...childVariables(), DATA_PROVIDER: "simulated", DATA_DIR: folder },
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const resultOf = async (child: ReturnType<typeof run>): Promise<object> => ({
      ...(JSON.parse(await text(child.stdout)) as object),
      elapsed_ms: 0,
    });
    const expected = await resultOf(run());
    expect((expected as { grid: unknown[] }).grid).toHaveLength(count);

    const path = join(folder, "killed.study");
    const goals = [1, 0.3 * count, 0.6 * count, 0.8 * count];
    let kills = 0;
    for (const goal of goals) {
      const child = run("--study", path);
      child.stdout.resume();
      const exited = once(child, "exit");
      while ((await linesOf(path)) <= goal && child.exitCode === null) await sleep(2);
      child.kill("SIGKILL");
      const [, signal] = (await exited) as [unknown, string | null];
      if (signal === "SIGKILL") kills += 1;
      else break; // it was faster than the test
    }
    expect(kills).toBeGreaterThan(0);
    expect(await resultOf(run("--study", path))).toEqual(expected);
    expect(await linesOf(path), "no trial was run twice").toBe(count + 1);
  },
);

/** Number of whole lines of a study file: one for the study and one for each trial. */
async function linesOf(path: string): Promise<number> {
  const content = await readFile(path, "utf8").catch(() => "");
  return content.split("\n").length - 1;
}
