/** The result of a backtest job as the wire spells it. */

import type { BacktestSummary } from "@bourse/backtest-engine/service";
import type { BacktestResult } from "@bourse/contract/backtest";

import { wireFigures } from "./run-figures.ts";
import { isoTime } from "./time.ts";

export function resultOfSummary(summary: BacktestSummary): BacktestResult {
  return {
    ...wireFigures(summary),
    strategy: summary.strategy,
    symbol: summary.symbol,
    interval: summary.interval,
    candles: summary.candles,
    first_timestamp: isoTime(summary.firstTimestamp),
    last_timestamp: isoTime(summary.lastTimestamp),
    source: summary.source,
    elapsed_ms: summary.elapsedMilliseconds,
    warnings: [...summary.warnings],
  };
}
