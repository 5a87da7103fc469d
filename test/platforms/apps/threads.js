/**
 * A sweep on threads gives what one on this thread gives. The first word names a worker's module beside this one; by
 * default it is that of the package.
 */
import { sweep } from "@bourse/backtest-engine";
import { resultHash } from "@bourse/backtest-engine/research";
import { backtestWorkerModule, createWorkerPool } from "@bourse/backtest-engine/threads";

import { candles } from "./candles.js";

const [own] = process.argv.slice(2);
const module = own === undefined ? backtestWorkerModule() : new URL(own, import.meta.url);
const threads = createWorkerPool({ module, size: 2 });
const options = {
  strategy: "ma_crossover",
  parameters: { fast_period: [5, 10], slow_period: [20, 40] },
};
const here = await sweep(candles(), options);
const there = await sweep(candles(), { ...options, threads });
await threads.close();
console.log(JSON.stringify({ same: resultHash(here) === resultHash(there) }));
