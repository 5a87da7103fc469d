/** The comparison of a session's decisions with their recomputation, and of its trades with the simulation. */

import type { Trade } from "@bourse/backtest-engine/simulation";
import { engineVersion } from "@bourse/backtest-engine/stepper";
import { resolveParameters, type AnyStrategy } from "@bourse/backtest-engine/strategies";

import { unsupportedFeature } from "../session/live/supported-orders.ts";
import { SessionKernel } from "../session/session-kernel.ts";
import type { DriftCause, DriftDifference, DriftReport, DriftTrade } from "../session/session.ts";
import type { StreamedCandle } from "../streams/port.ts";
import {
  sessionCorrections,
  sessionSteps,
  type SessionDocument,
  type SessionStepDocument,
} from "./collections.ts";
import { definitionOf } from "./create-session.ts";
import type { DriftOptions } from "./port.ts";
import { allOf, findSession } from "./read-session.ts";
import { takeMoves } from "./rebuild-session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Most differences and trades that a report names. */
const NAMED = 1000;

/** Recomputes a session twice: from the very inputs that were stored, and as the simulation would have seen them. */
export async function driftOf(
  { store, strategies }: SessionParts,
  id: string,
  { parameters: asked }: DriftOptions = {},
): Promise<DriftReport> {
  const { value } = await findSession(store, id);
  if (value.broker === "live") throw unsupportedFeature("a drift report");
  const strategy = strategies.get(value.request.strategy);
  const parameters = asked === undefined ? value.parameters : resolveParameters(strategy, asked);
  const session = { ...value, parameters };
  const steps: SessionStepDocument[] = [];
  for await (const step of allOf(store, sessionSteps, id)) steps.push(step);
  const corrected = new Map<number, StreamedCandle>();
  for await (const { time, candle } of allOf(store, sessionCorrections, id)) {
    corrected.set(time, candle);
  }
  const again = recompute(session, strategy, steps.map(asStored));
  const timely = recompute(session, strategy, asItReadsNow(session, steps, corrected));
  const cause = ownCause(value, strategy, asked !== undefined);
  const byInputs = differing(steps, again.hashes, cause);
  const byCandles = differing(steps, timely.hashes, causeByCandles(steps, corrected));
  const differences = [...byInputs, ...byCandles].toSorted((one, other) => one.index - other.index);
  return {
    id,
    decisions: steps.length,
    different: byInputs.length,
    affected: byCandles.length,
    isReproduced: byInputs.length === 0,
    differences: differences.slice(0, NAMED),
    trades: tradeDifferences(again.trades, timely.trades).slice(0, NAMED),
    equity: value.books.equity,
    simulatedEquity: timely.equity,
    strategyVersion: { session: value.strategyVersion, now: strategy.version },
    engineVersion: { session: value.engineVersion, now: engineVersion },
  };
}

interface Input {
  readonly candle: StreamedCandle;
  readonly isLate: boolean;
  /** Number of stored candles before it, by which acts are placed. */
  readonly at: number;
}

interface Recomputed {
  /** Hashes of the decisions, by the open of their candles. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly trades: readonly Trade[];
  readonly equity: number;
}

function recompute(
  session: SessionDocument,
  strategy: AnyStrategy,
  inputs: readonly Input[],
): Recomputed {
  const kernel = new SessionKernel(definitionOf(session, strategy));
  const running = { kernel, moves: 0 };
  const hashes = new Map<number, string>();
  for (const { candle, isLate, at } of inputs) {
    takeMoves(running, session.moves, at);
    hashes.set(candle.time, kernel.step({ candle, isLate }).decision.decisionHash);
  }
  return { hashes, trades: kernel.trades.toArray(), equity: kernel.books.equity };
}

function asStored({ candle, decision, index }: SessionStepDocument): Input {
  return { candle, isLate: decision.isLate, at: index };
}

/** The candles as they read now, with those that were passed over, all of them told in time. */
function asItReadsNow(
  { lastCandleTime, after }: SessionDocument,
  steps: readonly SessionStepDocument[],
  corrected: ReadonlyMap<number, StreamedCandle>,
): readonly Input[] {
  const known = new Set(steps.map(({ candle }) => candle.time));
  const stored = steps.map(({ candle, index }): Input => {
    return { candle: corrected.get(candle.time) ?? candle, isLate: false, at: index };
  });
  const last = lastCandleTime ?? -Infinity;
  const added = [...corrected.values()]
    .filter(({ time }) => !known.has(time) && time > after && time < last)
    .map((candle): Input => {
      const at = steps.findIndex(({ candle: { time } }) => time > candle.time);
      return { candle, isLate: false, at };
    });
  return [...stored, ...added].toSorted((one, other) => one.candle.time - other.candle.time);
}

/** The cause of a difference that no candle explains. */
function ownCause(
  { strategyVersion, engineVersion: then }: SessionDocument,
  strategy: AnyStrategy,
  hasOwnParameters: boolean,
): DriftCause {
  if (hasOwnParameters) return "parameters";
  if (strategy.version !== strategyVersion) return "strategy_version";
  return then === engineVersion ? "not_reproducible" : "engine_version";
}

/** The cause of a difference on the candles as they read now: the correction or late candle that came first. */
function causeByCandles(
  steps: readonly SessionStepDocument[],
  corrected: ReadonlyMap<number, StreamedCandle>,
): DriftCause {
  const late = steps.find(({ decision }) => decision.isLate && decision.scope !== "none");
  const correction = Math.min(...corrected.keys());
  return correction <= (late?.candle.time ?? Infinity) ? "correction" : "late_candle";
}

function differing(
  steps: readonly SessionStepDocument[],
  hashes: ReadonlyMap<number, string>,
  cause: DriftCause,
): readonly DriftDifference[] {
  return steps.flatMap(({ index, candle: { time }, decision: { decisionHash: stored } }) => {
    const recomputed = hashes.get(time) ?? "";
    return recomputed === stored ? [] : [{ index, time, cause, stored, recomputed }];
  });
}

function tradeDifferences(
  own: readonly Trade[],
  simulated: readonly Trade[],
): readonly DriftTrade[] {
  const length = Math.max(own.length, simulated.length);
  return Array.from({ length }, (_, index) =>
    tradeBeside(index, own[index], simulated[index]),
  ).filter(
    ({ pnl, simulatedPnl, entrySlippage, exitSlippage }) =>
      pnl !== simulatedPnl || entrySlippage !== 0 || exitSlippage !== 0,
  );
}

function tradeBeside(
  index: number,
  trade: Trade | undefined,
  simulated: Trade | undefined,
): DriftTrade {
  const side = trade?.side ?? null;
  const way = side === "short" ? -1 : 1;
  const isPair = trade !== undefined && simulated !== undefined;
  const share = (more: number, less: number): number | null =>
    less === 0 ? null : (way * (more - less)) / Math.abs(less);
  return {
    index,
    side,
    exitTime: trade?.exitTime ?? null,
    pnl: trade?.pnl ?? null,
    simulatedPnl: simulated?.pnl ?? null,
    entrySlippage: isPair ? share(trade.entryPrice, simulated.entryPrice) : null,
    exitSlippage: isPair ? negated(share(trade.exitPrice, simulated.exitPrice)) : null,
  };
}

function negated(share: number | null): number | null {
  return share === null ? null : 0 - share;
}
