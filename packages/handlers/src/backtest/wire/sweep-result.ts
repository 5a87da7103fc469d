/** Results of sweeps and walk-forwards as the wire spells them. */

import type {
  GridCell,
  SummaryRow,
  SweepSummary,
  WalkForwardSummary,
  WindowSummary,
} from "@bourse/backtest-engine/service";
import type {
  GridCell as WireCell,
  ListedSweepResult,
  ListedWalkForwardResult,
  SweepResult,
  SweepRow,
  WalkForwardResult,
  WalkForwardWindow,
} from "@bourse/contract/backtest";

import { wireFigures } from "./run-figures.ts";
import { wireMetric } from "./sweep-payload.ts";
import { isoTime } from "./time.ts";

export function resultOfSweep(summary: SweepSummary): SweepResult {
  return { ...listedResultOfSweep(summary), grid: summary.grid.map(cellOf) };
}

export function resultOfWalkForward(summary: WalkForwardSummary): WalkForwardResult {
  return { ...listedResultOfWalkForward(summary), windows: summary.windows.map(windowOf) };
}

export function listedResultOfSweep(summary: Omit<SweepSummary, "grid">): ListedSweepResult {
  return {
    ...originOf(summary),
    combinations: summary.combinations,
    skipped: summary.skipped,
    best: rowOf(summary.best),
  };
}

export function listedResultOfWalkForward(
  summary: Omit<WalkForwardSummary, "windows">,
): ListedWalkForwardResult {
  return { ...originOf(summary), out_of_sample: wireFigures(summary.outOfSample) };
}

function originOf(summary: Omit<SweepSummary, "grid"> | Omit<WalkForwardSummary, "windows">) {
  return {
    strategy: summary.strategy,
    symbol: summary.symbol,
    interval: summary.interval,
    candles: summary.candles,
    first_timestamp: isoTime(summary.firstTimestamp),
    last_timestamp: isoTime(summary.lastTimestamp),
    source: summary.source,
    metric: wireMetric(summary.metric),
    elapsed_ms: summary.elapsedMilliseconds,
    result_hash: summary.resultHash,
    warnings: [...summary.warnings],
  };
}

function rowOf(row: SummaryRow | null): SweepRow | null {
  return row === null ? null : { parameters: { ...row.parameters }, ...wireFigures(row) };
}

function cellOf(cell: GridCell): WireCell {
  return {
    parameters: { ...cell.parameters },
    value: cell.value,
    total_trades: cell.totalTrades,
    win_rate: cell.winRate,
    total_return: cell.totalReturn,
    max_drawdown: cell.maxDrawdown,
    final_capital: cell.finalCapital,
    sharpe: cell.sharpe,
    profit_factor: cell.profitFactor,
  };
}

function windowOf(window: WindowSummary): WalkForwardWindow {
  return {
    train_from: isoTime(window.trainFromTime),
    test_from: isoTime(window.testFromTime),
    test_to: isoTime(window.testToTime),
    train_candles: window.trainTo - window.trainFrom,
    test_candles: window.testTo - window.testFrom,
    in_sample: rowOf(window.inSample),
    out_of_sample: window.outOfSample === null ? null : wireFigures(window.outOfSample),
  };
}
