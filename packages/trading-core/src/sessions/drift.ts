/** The comparison of a session's decisions with their recomputation, and of its trades with the simulation. */

import { engineVersion } from "@bourse/backtest-engine/stepper";
import { resolveParameters, type AnyStrategy } from "@bourse/backtest-engine/strategies";

import { SessionError } from "../session/errors.ts";
import { SessionKernel, type SessionDefinition } from "../session/session-kernel.ts";
import type { DriftCause, DriftDifference, DriftReport, DriftTrade } from "../session/session.ts";
import type { StreamedCandle } from "../streams/port.ts";
import {
  sessionCorrections,
  sessionSteps,
  type SessionDocument,
  type SessionStepDocument,
} from "./collections.ts";
import { definitionOf } from "./create-session.ts";
import type { ComparedTrade } from "./live/live-trades.ts";
import { recomputeLive } from "./live/recompute-live.ts";
import { plainDecision } from "./plain-decision.ts";
import type { DriftOptions } from "./port.ts";
import { allOf, findSession } from "./read-session.ts";
import { takeMoves } from "./rebuild-session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Most differences and trades that a report names. */
const NAMED = 1000;
/** Part by which the exact books of a live session and the numbers of the simulation may differ. */
const ROUNDING = 1e-9;

/** Recomputes a session twice: from the very inputs that were stored, and as the simulation would have seen them. */
export async function driftOf(
  parts: SessionParts,
  id: string,
  { parameters: asked }: DriftOptions = {},
): Promise<DriftReport> {
  const { store, strategies } = parts;
  const { value } = await findSession(store, id);
  if (value.decisionsKept !== undefined) throw decisionsDeleted(value);
  const strategy = strategies.get(value.request.strategy);
  const parameters = asked === undefined ? value.parameters : resolveParameters(strategy, asked);
  const session = { ...value, parameters };
  const steps: SessionStepDocument[] = [];
  for await (const step of allOf(store, sessionSteps, id)) steps.push(step);
  const corrected = new Map<number, StreamedCandle>();
  for await (const { time, candle } of allOf(store, sessionCorrections, id)) {
    corrected.set(time, candle);
  }
  const compared = await (value.broker === "live" ? compareLive : comparePaper)(parts, {
    session,
    strategy,
    steps,
    inputs: asItReadsNow(session, steps, corrected),
  });
  const own = ownCause(value, strategy, asked !== undefined);
  const byInputs = differing(steps, compared.stored, compared.again, () => own);
  const byCandles = differing(
    steps,
    compared.plain,
    compared.timely,
    causeByCandles(value, steps, corrected),
  );
  const differences = [...byInputs, ...byCandles].toSorted((one, other) => one.index - other.index);
  return {
    id,
    decisions: steps.length,
    different: byInputs.length,
    affected: byCandles.length,
    isReproduced: byInputs.length === 0,
    differences: differences.slice(0, NAMED),
    trades: compared.trades.slice(0, NAMED),
    equity: value.books.equity,
    simulatedEquity: compared.simulatedEquity,
    strategyVersion: { session: value.strategyVersion, now: strategy.version },
    engineVersion: { session: value.engineVersion, now: engineVersion },
  };
}

function decisionsDeleted({ id, state }: SessionDocument): SessionError<"SESSION_STATE"> {
  return new SessionError(
    "SESSION_STATE",
    `The decisions of session ${id} were deleted, as it stopped longer ago than decisions are kept. There is nothing to compare.`,
    { details: { id, state } },
  );
}

interface Recorded {
  readonly session: SessionDocument;
  readonly strategy: AnyStrategy;
  readonly steps: readonly SessionStepDocument[];
  /** The candles as they read now. */
  readonly inputs: readonly Input[];
}

/** Hashes of decisions, by the open of their candles. */
type Hashes = ReadonlyMap<number, string>;

interface Compared {
  /** The decisions as they are stored, and as they come out again. */
  readonly stored: Hashes;
  readonly again: Hashes;
  /** The stored decisions, and those of the simulation on the candles as they read now, in terms that both have. */
  readonly plain: Hashes;
  readonly timely: Hashes;
  readonly trades: readonly DriftTrade[];
  readonly simulatedEquity: number;
}

function comparePaper(_: SessionParts, { session, strategy, steps, inputs }: Recorded): Compared {
  const definition = definitionOf(session, strategy);
  const again = recompute(definition, session, steps.map(asStored));
  const timely = recompute(definition, session, inputs);
  const stored = storedHashes(steps);
  return {
    stored,
    again: again.hashes,
    plain: stored,
    timely: timely.hashes,
    trades: tradeDifferences(again.trades, timely.trades, 0),
    simulatedEquity: timely.equity,
  };
}

/** A live session decides on its fills too: beside the simulation stand its signals, or the terms of its orders. */
async function compareLive(
  parts: SessionParts,
  { session, strategy, steps, inputs }: Recorded,
): Promise<Compared> {
  const { hashes, plain, trades, simulated } = await recomputeLive(parts, session, strategy);
  const timely = recompute(simulated, session, inputs);
  return {
    stored: storedHashes(steps),
    again: hashes,
    plain,
    timely: timely.plain,
    trades: tradeDifferences(trades, timely.trades, ROUNDING),
    simulatedEquity: timely.equity,
  };
}

function storedHashes(steps: readonly SessionStepDocument[]): Hashes {
  return new Map(steps.map(({ candle, decision }) => [candle.time, decision.decisionHash]));
}

interface Input {
  readonly candle: StreamedCandle;
  readonly isLate: boolean;
  /** Number of stored candles before it, by which acts are placed. */
  readonly at: number;
}

interface Recomputed {
  readonly hashes: Hashes;
  /** Decisions without the numbers of their orders. */
  readonly plain: Hashes;
  readonly trades: readonly ComparedTrade[];
  readonly equity: number;
}

function recompute(
  definition: SessionDefinition,
  { moves, broker }: SessionDocument,
  inputs: readonly Input[],
): Recomputed {
  const kernel = new SessionKernel(definition);
  const running = { kernel, moves: 0 };
  const hashes = new Map<number, string>();
  const plain = new Map<number, string>();
  for (const { candle, isLate, at } of inputs) {
    takeMoves(running, moves, at, broker === "live");
    const { decision, orders } = kernel.step({ candle, isLate });
    hashes.set(candle.time, decision.decisionHash);
    const orderOf = (number: number) => orders.find((order) => order.id === number);
    plain.set(candle.time, plainDecision(decision, orderOf));
  }
  return { hashes, plain, trades: kernel.trades.toArray(), equity: kernel.books.equity };
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

/**
 * The cause of a difference on the candles as they read now: the correction or late candle that came first, and before
 * both what the exchange has filled otherwise than the simulation.
 */
function causeByCandles(
  { broker }: SessionDocument,
  steps: readonly SessionStepDocument[],
  corrected: ReadonlyMap<number, StreamedCandle>,
): (time: number) => DriftCause {
  const late = steps.find(({ decision }) => decision.isLate && decision.scope !== "none");
  const lateTime = late?.candle.time ?? Infinity;
  const correction = Math.min(...corrected.keys());
  const ofCandles = correction <= lateTime ? "correction" : "late_candle";
  const first = Math.min(correction, lateTime);
  return (time) => (broker === "live" && time < first ? "fills" : ofCandles);
}

function differing(
  steps: readonly SessionStepDocument[],
  ours: Hashes,
  theirs: Hashes,
  causeAt: (time: number) => DriftCause,
): readonly DriftDifference[] {
  return steps.flatMap(({ index, candle: { time } }) => {
    const [stored, recomputed] = [ours.get(time) ?? "", theirs.get(time) ?? ""];
    return recomputed === stored ? [] : [{ index, time, cause: causeAt(time), stored, recomputed }];
  });
}

/** Trades that differ by more than `rounding`, a fraction of the larger amount. */
function tradeDifferences(
  own: readonly ComparedTrade[],
  simulated: readonly ComparedTrade[],
  rounding: number,
): readonly DriftTrade[] {
  const length = Math.max(own.length, simulated.length);
  return Array.from({ length }, (_, index) =>
    tradeBeside(index, own[index], simulated[index]),
  ).filter(
    ({ pnl, simulatedPnl, entrySlippage, exitSlippage }) =>
      !isNear(pnl, simulatedPnl, rounding) ||
      !isNear(entrySlippage, 0, rounding) ||
      !isNear(exitSlippage, 0, rounding),
  );
}

function isNear(one: number | null, other: number | null, rounding: number): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(one - other) <= rounding * Math.max(1, Math.abs(one), Math.abs(other));
}

function tradeBeside(
  index: number,
  trade: ComparedTrade | undefined,
  simulated: ComparedTrade | undefined,
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
