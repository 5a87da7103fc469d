// Indices stay within their lists, so `!` only satisfies the type checker.

/** The combinations that a sweep runs. */

import {
  absentOr,
  anyNumber,
  objectOf,
  seededRandom,
  wholeNumber,
  type Random,
} from "@bourse/kernel";
import { nextTurn } from "@bourse/kernel/platform";

import { EngineError } from "../errors.ts";
import { onlyIf, requireArguments } from "../require-arguments.ts";
import type { OptionValue } from "./option-ranges.ts";
import { rangeRefusal, type Axis } from "./parameter-ranges.ts";
import {
  isSpace,
  sizeOf,
  valueAt,
  type Combination,
  type Point,
  type SearchSpace,
} from "./search-space.ts";

/** Combinations to run. */
export interface Combinations {
  /** Combinations in the order of the ranges; the first one named changes slowest. */
  readonly list: readonly Combination[];
  /** Number of combinations left out because a rule of the strategy or a constraint does not hold. */
  readonly skipped: number;
}

/** Number of combinations made in one turn of the event loop: about a millisecond. */
const TURN = 100;

/**
 * Every combination of the space, or as many drawn at random. Others run in between.
 *
 * @throws EngineError PARAMETERS_INVALID: a range without a step in a grid, or no combination that the rules leave;
 * OPTIONS_INVALID: more than `most` combinations
 */
export async function combine(
  space: SearchSpace,
  search: { readonly count: number; readonly seed?: number } | undefined,
  most: number,
): Promise<Combinations> {
  requireArguments("combine", { space, search, most }, SHAPES);
  const { axes, size } = space;
  const wanted = search === undefined ? size : Math.min(search.count, size);
  if (search === undefined && size === Infinity) throw stepMissing(axes);
  checkCount(wanted, most);
  const drawn =
    wanted === size
      ? everyPoint(axes, size)
      : drawPoints(axes, wanted, seededRandom(search?.seed ?? 1));
  const list: Combination[] = [];
  let fault: string | undefined;
  let skipped = 0;
  let tries = 0;
  for (const point of drawn) {
    if (++tries % TURN === 0) await nextTurn();
    if (point === undefined) continue;
    const found = space.complete(point);
    if ("fault" in found) {
      fault ??= found.fault;
      skipped++;
    } else list.push(Object.freeze(found));
  }
  if (list.length === 0) throw noneLeft(fault);
  return { list, skipped };
}

const SHAPES = {
  space: onlyIf("a space of createSpace", isSpace),
  search: absentOr(objectOf({ count: wholeNumber({ min: 1 }) })),
  most: anyNumber,
};

type Axes = SearchSpace["axes"];

/** Every point, the first axis slowest. */
export function* everyPoint(axes: Axes, size: number): Generator<Point> {
  // Once each: a step is rounded through its decimal digits.
  const fromLast = axes
    .map(([name, axis]) => {
      const values = Array.from({ length: sizeOf(axis) }, (_, place) => valueAt(axis, place));
      return [name, values] as const;
    })
    .toReversed();
  for (let index = 0; index < size; index++) {
    let rest = index;
    const taken = fromLast.map(([name, values]) => {
      const value = values[rest % values.length]!;
      rest = Math.floor(rest / values.length);
      return [name, value] as const;
    });
    yield Object.fromEntries(taken.toReversed());
  }
}

/** Tries per combination before it is taken that there are no more new ones to find. */
const PATIENCE = 50;

/** One result a try: undefined for a combination that was drawn before. */
function* drawPoints(axes: Axes, count: number, random: Random): Generator<Point | undefined> {
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < count * PATIENCE; tries++) {
    const point = drawPoint(axes, random);
    const key = pointKey(point);
    yield found.has(key) ? undefined : point;
    found.add(key);
  }
}

/** A point drawn at random, each axis on its own scale. */
export function drawPoint(axes: Axes, random: Random): Point {
  return Object.fromEntries(axes.map(([name, axis]) => [name, drawFrom(axis, random)] as const));
}

/** A text that equal points have in common. */
export function pointKey(point: Point): string {
  return JSON.stringify(Object.values(point));
}

function drawFrom(axis: Axis<OptionValue>, random: Random): OptionValue {
  // A fixed value takes no number of the draw: to name a default or to leave it out draws the same.
  if (sizeOf(axis) === 1) return valueAt(axis, 0);
  if (axis.kind === "values") return valueAt(axis, random.below(sizeOf(axis)));
  if (!axis.isLog) {
    if (axis.kind === "steps") return valueAt(axis, random.below(axis.count));
    const { from, to, isWhole } = axis;
    if (isWhole) return from + random.below(to - from + 1);
    return Math.min(to, from + random.next() * (to - from));
  }
  const last = axis.kind === "steps" ? axis.from + (axis.count - 1) * axis.step : axis.to;
  const drawn = axis.from * (last / axis.from) ** random.next();
  return nearestValue(axis, drawn);
}

/** The value of an axis of numbers that is nearest to `number`. */
export function nearestValue(
  axis: Exclude<Axis<OptionValue>, { kind: "values" }>,
  number: number,
): number {
  if (axis.kind === "steps") {
    const place = Math.round((number - axis.from) / axis.step);
    return Number(valueAt(axis, Math.min(axis.count - 1, Math.max(0, place))));
  }
  const inside = Math.min(axis.to, Math.max(axis.from, number));
  return axis.isWhole ? Math.round(inside) : inside;
}

function stepMissing(axes: Axes): EngineError {
  const [name] = axes.find(([, axis]) => sizeOf(axis) === Infinity)!;
  return rangeRefusal(name, "needs a step in a grid; only a search may leave it out");
}

/** @throws EngineError OPTIONS_INVALID for more than `most` combinations */
export function checkCount(size: number, most: number): void {
  if (size <= most) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `sweep: the ranges make ${size} combinations and at most ${most} are run. Widen the steps, raise maxCombinations, or search at random.`,
    { details: { option: "maxCombinations", combinations: size } },
  );
}

/** Refusal of a space in which no combination keeps the rules. */
export function noneLeft(fault = "the space is empty"): EngineError {
  return new EngineError(
    "PARAMETERS_INVALID",
    `No combination of the ranges keeps the rules of the strategy and the constraints: ${fault}.`,
    { details: { faults: [{ path: "", message: fault }] } },
  );
}
