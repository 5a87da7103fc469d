/**
 * Figures of a moving window of returns. Each place holds the figure of the window that ends there; NaN before the
 * first full window and where the figure is undefined. O(n × window), so that no rounding is carried along.
 */

import { EngineError } from "../errors.ts";
import { maxDrawdown } from "../metrics/drawdown.ts";
import { annualVolatility, sharpeRatio, sortinoRatio } from "../metrics/risk.ts";
import { requireColumns, requireNumbers } from "../require-arguments.ts";
import { beta } from "./benchmark.ts";

/**
 * Sharpe ratio of the last `window` returns, a year. `window` is a whole number of at least 2.
 *
 * @throws EngineError OPTIONS_INVALID for another window
 */
export function rollingSharpe(
  returns: Float64Array,
  window: number,
  periodsPerYear: number,
): Float64Array {
  requireColumns({ returns });
  requireNumbers({ periodsPerYear });
  return rolling(returns.length, window, (from, to) =>
    sharpeRatio(returns.subarray(from, to), periodsPerYear),
  );
}

/** Sortino ratio of the last `window` returns, a year; as {@link rollingSharpe}. */
export function rollingSortino(
  returns: Float64Array,
  window: number,
  periodsPerYear: number,
): Float64Array {
  requireColumns({ returns });
  requireNumbers({ periodsPerYear });
  return rolling(returns.length, window, (from, to) =>
    sortinoRatio(returns.subarray(from, to), periodsPerYear),
  );
}

/** Volatility of the last `window` returns, a year; as {@link rollingSharpe}. */
export function rollingVolatility(
  returns: Float64Array,
  window: number,
  periodsPerYear: number,
): Float64Array {
  requireColumns({ returns });
  requireNumbers({ periodsPerYear });
  return rolling(returns.length, window, (from, to) =>
    annualVolatility(returns.subarray(from, to), periodsPerYear),
  );
}

/** Beta of the last `window` returns to the benchmark's; as {@link rollingSharpe}. */
export function rollingBeta(
  returns: Float64Array,
  benchmark: Float64Array,
  window: number,
): Float64Array {
  requireColumns({ returns, benchmark });
  return rolling(returns.length, window, (from, to) =>
    beta(returns.subarray(from, to), benchmark.subarray(from, to)),
  );
}

/** Largest drawdown within the last `window` returns, a positive fraction; as {@link rollingSharpe}. */
export function rollingMaxDrawdown(returns: Float64Array, window: number): Float64Array {
  requireColumns({ returns });
  return rolling(returns.length, window, (from, to) => maxDrawdown(returns.subarray(from, to)));
}

function rolling(
  length: number,
  window: number,
  figure: (from: number, to: number) => number | null,
): Float64Array {
  if (!(Number.isSafeInteger(window) && window >= 2)) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `rolling figure: expected window to be a whole number of at least 2, found ${typeof window === "number" ? window : typeof window}.`,
      { details: { option: "window" } },
    );
  }
  const figures = new Float64Array(length).fill(NaN);
  for (let to = window; to <= length; to++) figures[to - 1] = figure(to - window, to) ?? NaN;
  return figures;
}
