/** Results of sweeps and walk-forwards as the wire spells them. */

import type {
  CrossValidation,
  GridCell as WireCell,
  ListedSweepResult,
  ListedWalkForwardResult,
  Overfitting,
  SweepResult,
  SweepRow,
  WalkForwardResult,
  WalkForwardWindow,
} from "@bourse/contract/backtest";
import type {
  CandleSelection,
  GridCell,
  RunRow,
  SweepRequest,
  SweepRun,
  WalkForwardRequest,
  WalkForwardRun,
  WindowFigures,
} from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";
import { wireDetail, wireSketch } from "./backtest-result.ts";
import { wireConfiguration } from "./configuration.ts";
import { wireFigures } from "./run-figures.ts";
import { wireOptionSet } from "./sweep-options.ts";
import { wireMetric, wireSweepRequest } from "./sweep-request.ts";

/** The part of a request that its result repeats. */
type Place = Pick<CandleSelection, "symbol" | "interval">;

/** Spells the whole result of a sweep on the wire. */
export function wireSweepResult(run: SweepRun, place: Place): SweepResult {
  return { ...listedSweepResult(run, place), grid: run.grid.map(wireCell) };
}

/** Spells the whole result of a walk-forward on the wire. */
export function wireWalkForwardResult(run: WalkForwardRun, place: Place): WalkForwardResult {
  return { ...listedWalkForwardResult(run, place), windows: run.windows.map(wireWindow) };
}

/** Spells the result of a sweep on the wire as lists show it: without its grid. */
export function listedSweepResult(run: Omit<SweepRun, "grid">, place: Place): ListedSweepResult {
  return {
    ...commonFields(run, place),
    combinations: run.combinations,
    skipped: run.skipped,
    best: wireRow(run.best),
    ...(run.overfitting !== undefined && { overfitting: wireOverfitting(run.overfitting) }),
    ...(run.crossValidation !== undefined && {
      cross_validation: wireCrossValidation(run.crossValidation),
    }),
  };
}

/** Spells the result of a walk-forward on the wire as lists show it: without its windows. */
export function listedWalkForwardResult(
  run: Omit<WalkForwardRun, "windows">,
  place: Place,
): ListedWalkForwardResult {
  return {
    ...commonFields(run, place),
    out_of_sample: wireFigures(run.outOfSample),
    ...(run.lateCloses !== undefined && { late_closes: run.lateCloses }),
    ...(run.rejectedEntries !== undefined && { rejected_entries: run.rejectedEntries }),
  };
}

function commonFields(
  run: Omit<SweepRun, "grid"> | Omit<WalkForwardRun, "windows">,
  { symbol, interval }: Place,
) {
  return {
    strategy: run.strategy,
    symbol,
    interval,
    candles: run.candles,
    first_timestamp: isoTime(run.firstTimestamp),
    last_timestamp: isoTime(run.lastTimestamp),
    exchange: run.exchange,
    source: run.source,
    ...(run.gaps !== undefined && { gaps: run.gaps }),
    ...wireDetail(run),
    ...wireSketch(run),
    metric: wireMetric(run.metric),
    configuration: wireConfiguration<SweepRequest | WalkForwardRequest>(
      run.configuration,
      wireSweepRequest,
    ),
    elapsed_ms: run.elapsedMilliseconds,
    result_hash: run.resultHash,
    warnings: [...run.warnings],
  };
}

function wireRow(row: RunRow | null): SweepRow | null {
  if (row === null) return null;
  return { parameters: { ...row.parameters }, ...variedFields(row), ...wireFigures(row) };
}

function variedFields({ options, stoppedAt }: Pick<RunRow, "options" | "stoppedAt">) {
  return {
    ...(options !== undefined && { options: wireOptionSet(options) }),
    ...(stoppedAt !== undefined && { stopped_at: stoppedAt }),
  };
}

function wireOverfitting(found: NonNullable<SweepRun["overfitting"]>): Overfitting {
  return {
    probability: found.probability,
    loss_probability: found.lossProbability,
    slope: found.slope,
    intercept: found.intercept,
    blocks: found.blocks,
    splits: found.splits,
    configurations: found.configurations,
    deflated_sharpe: found.deflatedSharpe,
    ...(found.logits !== undefined && {
      logits: { ...found.logits, counts: [...found.logits.counts] },
    }),
  };
}

function wireCrossValidation(found: NonNullable<SweepRun["crossValidation"]>): CrossValidation {
  return {
    groups: found.groups,
    test_groups: found.testGroups,
    splits: found.splits,
    configurations: found.configurations,
    paths: found.paths.map(({ sharpe, totalReturn }) => ({ sharpe, total_return: totalReturn })),
    mean_sharpe: found.meanSharpe,
    sharpe_deviation: found.sharpeDeviation,
    loss_probability: found.lossProbability,
  };
}

function wireCell(cell: GridCell): WireCell {
  return {
    parameters: { ...cell.parameters },
    ...variedFields(cell),
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

function wireWindow(window: WindowFigures): WalkForwardWindow {
  return {
    train_from: isoTime(window.trainFromTime),
    test_from: isoTime(window.testFromTime),
    test_to: isoTime(window.testToTime),
    train_candles: window.trainTo - window.trainFrom,
    test_candles: window.testTo - window.testFrom,
    in_sample: wireRow(window.inSample),
    out_of_sample: window.outOfSample === null ? null : wireFigures(window.outOfSample),
  };
}
