/** The same backtests in Web Workers. */
import { createBacktestPool } from "@bourse/backtest-engine/browser";

import { candles } from "./candles.js";
import { hashOf, RUNS } from "./same-bits.js";

/** Hashes of all runs, each in a worker. */
export async function hashesInWorkers() {
  const pool = createBacktestPool({
    worker: () => new Worker(new URL("./page-worker.js", import.meta.url), { type: "module" }),
    size: 2,
  });
  const market = candles();
  const results = await Promise.all(RUNS.map((options) => pool.run(market, options)));
  pool.close();
  return results.map(hashOf);
}
