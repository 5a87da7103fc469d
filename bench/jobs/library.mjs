/** The library in a process of its own: a message names a strategy, the answer is the milliseconds of its backtest. */

import { readFile } from "node:fs/promises";

import { backtest } from "@bourse/backtest-engine";
import { readCandlesCsv } from "@bourse/backtest-engine/data";

const { candles } = await readCandlesCsv(await readFile(process.argv[2], "utf8"));

process.on("message", (strategy) => {
  const began = performance.now();
  backtest(candles, { strategy, symbol: "BTCUSDT", interval: "1" });
  process.send(performance.now() - began);
});
