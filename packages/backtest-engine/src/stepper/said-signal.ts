/** The signal of one candle as plain data, and as the decisions that the rules of a simulation read. */

import type { Decisions, SizeKind } from "../strategy/strategy.ts";

/**
 * The signal of a strategy at one candle with the terms that it states. A type alias, so that a store accepts it as
 * plain JSON; a member is absent where the strategy has no such column, and null where the column has no value here.
 */
export type SaidSignal = {
  /** Bits of `Signal`. */
  readonly signal: number;
  /** Distance of the target of all signals, as a fraction of the entry price. */
  readonly takeProfit?: number;
  /** Distance of the stop of all signals, likewise. */
  readonly stopLoss?: number;
  /** Size of the entry, in the terms of `sizeKind`. */
  readonly size?: number | null;
  /** Meaning of the size. */
  readonly sizeKind?: SizeKind;
  /** Distance of the stop of this signal. */
  readonly ownStopLoss?: number | null;
  /** Distance of the target of this signal. */
  readonly ownTakeProfit?: number | null;
  /** Reason of the signal in a few words. */
  readonly tag?: string;
};

/** The signal of the last candle of some decisions. */
export function lastSignal(decisions: Decisions): SaidSignal {
  const { signals, takeProfit, stopLoss, sizes, sizeKind, stopLosses, takeProfits, tags } =
    decisions;
  const last = signals.length - 1;
  const tag = tags?.[last];
  const valueOf = (column: Float64Array): number | null => {
    const value = column[last] ?? NaN;
    return Number.isNaN(value) ? null : value;
  };
  return {
    signal: signals[last] ?? 0,
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
    ...(sizes !== undefined && { size: valueOf(sizes) }),
    ...(sizeKind !== undefined && { sizeKind }),
    ...(stopLosses !== undefined && { ownStopLoss: valueOf(stopLosses) }),
    ...(takeProfits !== undefined && { ownTakeProfit: valueOf(takeProfits) }),
    ...(tag !== undefined && { tag }),
  };
}

/** One candle's decisions, in columns of one value that the next candle overwrites. */
export class LatestDecisions implements Decisions {
  readonly signals: Uint8Array = new Uint8Array(1);
  readonly warmUp = 0;
  readonly tags: (string | undefined)[] = [undefined];
  readonly takeProfit?: number;
  readonly stopLoss?: number;
  readonly sizeKind?: SizeKind;
  readonly sizes?: Float64Array;
  readonly stopLosses?: Float64Array;
  readonly takeProfits?: Float64Array;

  constructor(said: SaidSignal) {
    const { takeProfit, stopLoss, sizeKind, size, ownStopLoss, ownTakeProfit } = said;
    const column = (): Float64Array => new Float64Array(1);
    if (takeProfit !== undefined) this.takeProfit = takeProfit;
    if (stopLoss !== undefined) this.stopLoss = stopLoss;
    if (sizeKind !== undefined) this.sizeKind = sizeKind;
    if (size !== undefined) this.sizes = column();
    if (ownStopLoss !== undefined) this.stopLosses = column();
    if (ownTakeProfit !== undefined) this.takeProfits = column();
    this.say(said, said.signal);
  }

  /** Overwrites the decision by another with `signal`, which may be less than the strategy has said. */
  say({ size, ownStopLoss, ownTakeProfit, tag }: SaidSignal, signal: number): void {
    this.signals[0] = signal;
    this.tags[0] = tag;
    if (this.sizes !== undefined) this.sizes[0] = size ?? NaN;
    if (this.stopLosses !== undefined) this.stopLosses[0] = ownStopLoss ?? NaN;
    if (this.takeProfits !== undefined) this.takeProfits[0] = ownTakeProfit ?? NaN;
  }

  /** Tells whether a later signal has the terms of all signals and the columns that the first one had. */
  fits({ takeProfit, stopLoss, sizeKind, size, ownStopLoss, ownTakeProfit }: SaidSignal): boolean {
    return (
      takeProfit === this.takeProfit &&
      stopLoss === this.stopLoss &&
      sizeKind === this.sizeKind &&
      (size === undefined) === (this.sizes === undefined) &&
      (ownStopLoss === undefined) === (this.stopLosses === undefined) &&
      (ownTakeProfit === undefined) === (this.takeProfits === undefined)
    );
  }
}
