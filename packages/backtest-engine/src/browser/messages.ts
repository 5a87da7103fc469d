/** Messages between the pool of a page and its workers, and the ends that they travel between. */

import type { BacktestOptions } from "../backtest/backtest-options.ts";
import type { BacktestResult } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import type { Failure } from "../pool/protocol.ts";
import type { PackedTrades } from "../simulation/trades.ts";

/** Options of a run in a worker: plain data. */
export interface PageRunOptions extends Omit<
  BacktestOptions,
  "strategy" | "registry" | "indicators" | "clock" | "feeModel"
> {
  /**
   * Name of a strategy that the worker serves, or the URL of a module whose default export is a strategy; the worker
   * imports it once. Code of such a module has the rights of the page.
   */
  readonly strategy: string | URL;
}

/** The order to run a backtest. A worker gets candles once, and names them by their number from then on. */
export interface RunMessage {
  readonly market: number;
  /** Candles of the number, where the worker does not have them. */
  readonly candles: Candles | undefined;
  /** Numbers of candles that the worker can let go. */
  readonly forgotten: readonly number[];
  readonly options: Omit<PageRunOptions, "strategy">;
  readonly strategy: { readonly name: string } | { readonly url: string };
}

/** A result without what the page has itself. */
export interface PackedResult {
  readonly figures: Omit<BacktestResult, "trades" | "time">;
  readonly trades: PackedTrades;
}

/** The answer to an order. A worker runs one at a time, so that none names its order; its first word is `ready`. */
export type RunAnswer =
  | { readonly result: PackedResult }
  | { readonly failure: Failure }
  | { readonly ready: true };

/** The end that a page talks to: a `Worker`, or what looks like one. */
export interface PageWorker {
  /** Sends a message; the buffers of `transfer` are moved. */
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  /** Listens to answers, and to the failure of the worker itself. */
  addEventListener(
    type: "message" | "error" | "messageerror",
    listener: (event: { readonly data?: unknown; readonly message?: string }) => void,
  ): void;
  /** Ends the worker at once. */
  terminate(): void;
}

/** The end that a worker talks to: the global object of a Web Worker, or what looks like one. */
export interface WorkerScope {
  /** Sends an answer to the page. */
  postMessage(message: unknown): void;
  /** Listens to the page. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}
