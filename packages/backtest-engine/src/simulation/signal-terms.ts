// Columns have one value a candle, so `!` on array reads only satisfies the type checker.

/** Sizes, stops and targets that single signals state for the positions that they enter. */

import { EngineError } from "../errors.ts";
import type { Decisions, SizeKind } from "../strategy/strategy.ts";
import type { PositionSize } from "./position-size.ts";
import { isTag, TAG_EXPECTED } from "./tags.ts";

/** Columns of own terms that a run takes from its strategy. */
export interface SignalColumns {
  readonly sizes: Float64Array | undefined;
  readonly sizeKind: SizeKind;
  readonly stopLosses: Float64Array | undefined;
  readonly takeProfits: Float64Array | undefined;
}

/** Terms of one signal; those that it does not state are absent. */
export interface SignalTerms {
  readonly size?: PositionSize;
  readonly stopLoss?: number;
  readonly takeProfit?: number;
}

type Given = Pick<Decisions, "sizes" | "sizeKind" | "stopLosses" | "takeProfits" | "tags">;

/**
 * The columns of the decisions, but for those that an option of the run replaces; undefined when none is left.
 */
export function signalColumns(
  decisions: Given,
  replaced: { readonly size: boolean; readonly stopLoss: boolean; readonly takeProfit: boolean },
): SignalColumns | undefined {
  const { sizeKind = "fraction" } = decisions;
  const sizes = replaced.size ? undefined : decisions.sizes;
  const stopLosses = replaced.stopLoss ? undefined : decisions.stopLosses;
  const takeProfits = replaced.takeProfit ? undefined : decisions.takeProfits;
  if (sizes === undefined && stopLosses === undefined && takeProfits === undefined) {
    return undefined;
  }
  return { sizes, sizeKind, stopLosses, takeProfits };
}

/** The terms of the signal at `index`. */
export function termsAt(columns: SignalColumns, index: number): SignalTerms {
  const size = columns.sizes?.[index] ?? NaN;
  const stopLoss = columns.stopLosses?.[index] ?? NaN;
  const takeProfit = columns.takeProfits?.[index] ?? NaN;
  return {
    ...(!Number.isNaN(size) && { size: sizeOf(columns.sizeKind, size) }),
    ...(!Number.isNaN(stopLoss) && { stopLoss }),
    ...(!Number.isNaN(takeProfit) && { takeProfit }),
  };
}

/** The tag of the signal at `index`, for its orders; nothing without one. */
export function taggedAt(tags: Decisions["tags"], index: number): { readonly tag?: string } {
  const tag = tags?.[index];
  return tag === undefined ? {} : { tag };
}

function sizeOf(kind: SizeKind, amount: number): PositionSize {
  switch (kind) {
    case "fraction":
      return amount;
    case "units":
      return { units: amount };
    case "cash":
      return { cash: amount };
    case "risk":
      return { risk: amount };
  }
}

/**
 * Checks the columns of decisions on `length` candles. NaN is allowed anywhere.
 *
 * @throws EngineError STRATEGY_INVALID naming the column and the candle
 */
export function checkSignalTerms(decisions: Given, length: number): void {
  for (const fault of signalTermFaults(decisions, length)) {
    throw new EngineError("STRATEGY_INVALID", `simulate: ${fault}.`, {
      details: { faults: [fault] },
    });
  }
}

/** Faults of the columns of decisions, in words. */
export function* signalTermFaults(decisions: Given, length: number): Generator<string> {
  const { sizeKind = "fraction" } = decisions;
  if (!SIZE_KINDS.includes(sizeKind)) {
    yield `sizeKind must be one of ${SIZE_KINDS.join(", ")}, found ${String(sizeKind)}`;
  }
  const most = sizeKind === "fraction" || sizeKind === "risk" ? 1 : Infinity;
  const bounds = [
    [
      "sizes",
      (x: number) => x > 0 && x <= most && x < Infinity,
      `above 0${most === 1 ? ", at most 1" : ""}`,
    ],
    ["stopLosses", (x: number) => x > 0 && x < 1, "above 0 and below 1"],
    ["takeProfits", (x: number) => x > 0 && x < Infinity, "above 0"],
  ] as const;
  for (const [name, accepts, expected] of bounds) {
    const column = decisions[name];
    if (column === undefined) continue;
    if (!(column instanceof Float64Array) || column.length !== length) {
      yield `${name} must be a Float64Array of ${length} numbers, one a candle`;
      continue;
    }
    const index = column.findIndex((x) => !Number.isNaN(x) && !accepts(x));
    if (index >= 0)
      yield `${name} must be ${expected}, or NaN; found ${column[index]!} at candle ${index}`;
  }
  const { tags } = decisions;
  if (tags === undefined) return;
  if (!Array.isArray(tags) || tags.length !== length) {
    yield `tags must be an array of ${length} texts, one a candle, undefined where there is none`;
    return;
  }
  const index = tags.findIndex((tag) => tag !== undefined && !isTag(tag));
  if (index >= 0) {
    yield `tags must be ${TAG_EXPECTED}, or undefined; found ${JSON.stringify(tags[index])} at candle ${index}`;
  }
}

const SIZE_KINDS: readonly SizeKind[] = ["fraction", "units", "cash", "risk"];
