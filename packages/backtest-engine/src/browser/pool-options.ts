import type { PageWorker } from "./messages.ts";

/** Options of a pool of Web Workers. */
export interface BacktestPoolOptions {
  /**
   * Starts a worker whose module calls `serveBacktests` of `@bourse/backtest-engine/browser/worker`:
   * `() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" })`, written so in the page itself,
   * where Vite, webpack and esbuild's plugins find the worker's file.
   */
  readonly worker: () => PageWorker;
  /** Maximum number of workers. 1–64. Default: one less than the processors that the browser tells of, 1 to 4. */
  readonly size?: number;
  /** Maximum number of runs that wait while all workers are busy. 0–1,000,000, default 1000. */
  readonly maxQueued?: number;
  /**
   * Time in milliseconds after which an outdated run of `newest` is ended with its worker, if the newest one still
   * waits for it. 0–60,000, default 500.
   */
  readonly patienceMilliseconds?: number;
}
