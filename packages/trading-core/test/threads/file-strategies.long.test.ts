import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import { openStrategyThreads } from "../../src/threads/strategy-threads.ts";

test("an endless loop and a memory bomb end their own run only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-strategies-"));
  const candles = wander(600, 3);
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const limited = openStrategyThreads({
    size: 1,
    timeLimitSeconds: 10,
    memoryLimitMegabytes: 100,
    settings: { time: "STRATEGY_SECONDS", memory: "STRATEGY_MEGABYTES" },
  });
  try {
    const open = (name: string, body: string) =>
      limited.open(write(name, `export default class Odd {\n  ${body}\n}`));
    const endless = await open("endless.ts", "onCandle() { for (;;); }");
    const bomb = await open("bomb.ts", "a = []; onCandle() { for (;;) this.a.push([1, 2, 3]); }");
    const fine = await open("fine.ts", "onCandle() {}");
    const [one, two, three] = await Promise.allSettled([
      endless.backtest(candles, {}),
      bomb.backtest(candles, {}),
      fine.backtest(candles, {}),
    ]);
    expect(one).toMatchObject({
      reason: {
        code: "STRATEGY_FAILED",
        message:
          "Strategy endless gave no result and no progress for 10 s and was ended. If it has no endless loop, raise STRATEGY_SECONDS.",
      },
    });
    expect(two).toMatchObject({
      reason: {
        message: expect.stringMatching(
          /^Strategy bomb held more than 100 MB .*STRATEGY_MEGABYTES\.$/u,
        ) as string,
      },
    });
    expect(three).toMatchObject({ status: "fulfilled", value: { totalTrades: 0 } });
    const loading = limited.open(write("stuck.ts", "for (;;);"));
    await expect(loading).rejects.toThrow(/^Strategy stuck\.ts gave no result/u);
  } finally {
    await limited.close();
    rmSync(folder, { recursive: true });
  }
});
