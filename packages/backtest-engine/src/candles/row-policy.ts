// Array reads below are within the bounds of the rows, so `!` only tells the checker what the loop bounds say.

/** Policies for the rows of a candle file that are no candles or repeat one. */

import { CandleFaults } from "./candle-faults.ts";
import type { RowOrder } from "./candle-format.ts";
import type { Candles } from "./candles.ts";
import { hasSoundValues, nameValueFaults } from "./check-rows.ts";
import { createCandles } from "./create-candles.ts";
import { isNewestFirst } from "./row-order.ts";

/** Policies for rows that are no candle. */
export const BAD_ROW_POLICIES = ["refuse", "skip"] as const;

/** Policy for rows that are no candle: `refuse` the file, or `skip` them, counted and listed. */
export type BadRowPolicy = (typeof BAD_ROW_POLICIES)[number];

/** Policies for rows whose time stands in another row too. */
export const DUPLICATE_POLICIES = ["refuse", "same", "first", "last"] as const;

/**
 * Policy for rows of one time: `refuse` the file; leave out those that are the `same` in every field and refuse others;
 * or keep the `first` or the `last` in the order of the file.
 */
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number];

/** The policies for rows. */
export interface RowPolicies {
  /** Policy for rows that are no candle. Default `refuse`. */
  readonly badRows?: BadRowPolicy;
  /** Policy for rows that repeat the time of another. Default `refuse`. */
  readonly duplicates?: DuplicatePolicy;
  /**
   * True reads prices of 0 and below, as those of spreads and rates; `adjusted` excludes it. Default false, which takes
   * such a row for no candle.
   */
  readonly allowNegativePrices?: boolean;
}

/** Rows as they were read, in the order of the file. */
export interface RawRows {
  /** Values, the times in milliseconds UTC. */
  readonly candles: Candles;
  /** Indexes of rows with a cell that could not be read, which `faults` names. */
  readonly unreadable: ReadonlySet<number>;
  readonly faults: CandleFaults;
  /** Row number in the file by index. */
  readonly rowOf: (index: number) => number;
}

/** Rows that stay. */
export interface KeptRows {
  /** Indexes of the rows that stay, in their order; undefined when all do. */
  readonly kept: readonly number[] | undefined;
  /** Number of rows that were left out since another has their time. */
  readonly duplicates: number;
}

/**
 * The rows that stay under the policies, out of `picked`. What is skipped is named in `faults`; what a policy refuses
 * stays, to be refused where all rows are checked.
 */
export function keepRows(
  raw: RawRows,
  {
    badRows,
    duplicates = "refuse",
    order,
    allowNegativePrices,
  }: RowPolicies & { readonly order?: RowOrder },
  picked?: readonly number[],
): KeptRows {
  const { candles } = raw;
  const { length, time } = candles;
  if (badRows !== "skip" && isMonotone(time, picked)) return { kept: picked, duplicates: 0 };
  let kept = picked ?? Array.from({ length }, (_, i) => i);
  if (badRows === "skip") kept = kept.filter((i) => isCandle(raw, i, allowNegativePrices));
  const sound = kept.length;
  if (duplicates !== "refuse" && !isMonotone(time, kept)) {
    kept = withoutRepeats(candles, kept, duplicates);
  }
  const repeats = sound - kept.length;
  if (badRows === "skip" && !isMonotone(time, kept)) kept = inOrder(raw, kept, order);
  return { kept: kept.length === length ? undefined : kept, duplicates: repeats };
}

/** The rows of `kept` in columns of their own. */
export function pickRows(candles: Candles, kept: readonly number[]): Candles {
  const target = createCandles(kept.length, { turnover: candles.turnover !== undefined });
  for (const column of COLUMNS) {
    const [from, to] = [candles[column], target[column]];
    if (from === undefined || to === undefined) continue;
    for (const [at, i] of kept.entries()) to[at] = from[i]!;
  }
  return target;
}

/**
 * The end of a refusal's sentence that names the options with which the rows can be read; empty when none can.
 * `candles` and `unreadable` are those that were refused, whatever their order.
 */
export function adviceFor(
  candles: Candles,
  unreadable: ReadonlySet<number>,
  hasFaults: boolean,
  policies: RowPolicies,
): string {
  const told = { badRows: "refuse", duplicates: "refuse", ...policies } as const;
  for (const badRows of told.badRows === "skip" ? (["skip"] as const) : BAD_ROW_POLICIES) {
    if (hasFaults && badRows === "refuse") continue;
    for (const duplicates of [told.duplicates, "same", "first"] as const) {
      if (!isReadable(candles, unreadable, { ...policies, badRows, duplicates })) continue;
      const steps = [
        ...(badRows === told.badRows ? [] : ['option "badRows" to skip']),
        ...(duplicates === told.duplicates
          ? []
          : [`option "duplicates" to ${duplicates === "first" ? "first or last" : "same"}`]),
      ];
      return steps.length === 0 ? "" : `, or set ${steps.join(" and ")}`;
    }
  }
  return "";
}

function isReadable(
  candles: Candles,
  unreadable: ReadonlySet<number>,
  policies: RowPolicies,
): boolean {
  const faults = new CandleFaults();
  const raw: RawRows = { candles, unreadable, faults, rowOf: (i) => i };
  const { kept } = keepRows(raw, policies);
  const rows = kept ?? Array.from(candles.time, (_, i) => i);
  return (
    rows.length > 0 &&
    isMonotone(candles.time, rows) &&
    rows.every(
      (i) => !unreadable.has(i) && hasSoundValues(candles, i, policies.allowNegativePrices),
    )
  );
}

const COLUMNS = ["time", "open", "high", "low", "close", "volume", "turnover"] as const;

/** Tells whether a row is a candle; names it otherwise. */
function isCandle(
  { candles, unreadable, faults, rowOf }: RawRows,
  i: number,
  allowNegativePrices: boolean | undefined,
): boolean {
  if (unreadable.has(i)) return false;
  if (hasSoundValues(candles, i, allowNegativePrices)) return true;
  nameValueFaults(candles, i, rowOf, faults, allowNegativePrices);
  return false;
}

/** True for times that only rise, or only fall. */
export function isMonotone(time: Float64Array, kept?: readonly number[]): boolean {
  const length = kept?.length ?? time.length;
  const at = (i: number): number => time[kept === undefined ? i : kept[i]!]!;
  const isFalling = length > 1 && at(1) < at(0);
  for (let i = 1; i < length; i++) {
    const isLater = isFalling ? at(i) < at(i - 1) : at(i) > at(i - 1);
    if (!isLater) return false;
  }
  return true;
}

function withoutRepeats(
  candles: Candles,
  kept: readonly number[],
  policy: Exclude<DuplicatePolicy, "refuse">,
): number[] {
  const known = new Map<number, number>();
  const gone = new Set<number>();
  for (const i of kept) {
    const time = candles.time[i]!;
    const before = known.get(time);
    if (before === undefined || policy === "last") known.set(time, i);
    if (before === undefined) continue;
    if (policy === "last") gone.add(before);
    else if (policy === "first" || areSame(candles, before, i)) gone.add(i);
  }
  return kept.filter((i) => !gone.has(i));
}

function areSame(candles: Candles, one: number, two: number): boolean {
  return COLUMNS.every((column) => candles[column]?.[one] === candles[column]?.[two]);
}

/** The longest series of rows whose times do not go back; the others are named. */
function inOrder(
  { candles: { time }, faults, rowOf }: RawRows,
  kept: readonly number[],
  order: RowOrder | undefined,
): number[] {
  const times = Float64Array.from(kept, (i) => time[i]!);
  const isFalling = order === undefined ? isNewestFirst(times) : order === "newest_first";
  const rank = (at: number): number => (isFalling ? -times[at]! : times[at]!);
  const ends: number[] = []; // of the best series of each length, the place of its last row
  const before: number[] = [];
  for (let at = 0; at < kept.length; at++) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rank(ends[middle]!) <= rank(at)) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const stays = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) stays.add(at);
  return kept.filter((i, at) => {
    if (stays.has(at)) return true;
    const spelled = new Date(times[at]!).toISOString();
    const problem = `timestamp ${times[at]} (${spelled}) is out of order`;
    faults.add({ row: rowOf(i), column: "timestamp", text: String(times[at]), problem });
    return false;
  });
}
