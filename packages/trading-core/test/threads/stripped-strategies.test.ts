import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { shareCandles } from "@bourse/backtest-engine/data";
import { createWorkerPool } from "@bourse/backtest-engine/threads";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import type { StrategyTasks } from "../../src/threads/strategy-tasks.ts";
import { openStrategyThreads, type StrategyThreads } from "../../src/threads/strategy-threads.ts";
import { strategyWorkerModule } from "../../src/threads/worker-module.ts";

const candles = wander(600, 3);
let folder: string;
let threads: StrategyThreads;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bourse-strategies-"));
  threads = openStrategyThreads({ size: 1 });
});

afterAll(async () => {
  await threads.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe("types of a strategy are stripped by the thread that loads it", () => {
  test("which runs nothing, for V8 compiles its loops worse from then on", async () => {
    const text = `
      import { threadId } from "node:worker_threads";
      import type { Broker, ClosedCandle } from "@bourse/backtest-engine/simulation";
      export default class Here {
        static description = String(threadId);
        onCandle({ index }: ClosedCandle, broker: Broker): void {
          if (index === 3) broker.submit({ side: "buy", tag: String(threadId) });
        }
      }`;
    const here = await threads.open(write("here.ts", text));
    const trade = (await here.backtest(candles, {})).trades.at(0);
    expect(here.strategy.description).toMatch(/^\d+$/u);
    expect(trade?.entryTag).toMatch(/^\d+$/u);
    expect(trade?.entryTag).not.toBe(here.strategy.description);
  });

  test("so that others compile what it stripped", async () => {
    const url = pathToFileURL(join(folder, "sent.ts")).href;
    const source = {
      url,
      folder: pathToFileURL(`${folder}/`).href,
      texts: { [url]: "this: would be refused" },
      scripts: { [url]: "export default class { onCandle() {} }" },
    };
    const module = strategyWorkerModule();
    const pool = createWorkerPool<StrategyTasks>({ module, size: 1 });
    try {
      const run = await pool.run("backtest", {
        source,
        candles: shareCandles(candles),
        options: {},
      });
      expect(run).toMatchObject({ strategy: "sent", totalTrades: 0 });
    } finally {
      await pool.close({ deadlineMilliseconds: 0 });
    }
  });

  test("and all that a module prints is written before that thread ends", async () => {
    const written: string[] = [];
    const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    onTestFinished(() => stderr.mockRestore());
    const text = `for (let line = 0; line < 300; line++) console.log("line", line);\nthrow 1;`;
    await expect(threads.open(write("loud.ts", text))).rejects.toThrow(/loud\.ts/u);
    expect(written.join("").match(/line \d+/gu)).toHaveLength(300);
  });
});
