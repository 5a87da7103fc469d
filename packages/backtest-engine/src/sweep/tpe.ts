// Places stay within the trials, so `!` only satisfies the type checker.

/**
 * Tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kégl, "Algorithms for hyper-parameter
 * optimization", NIPS 2011), multivariate as in Falkner, Klein and Hutter (BOHB, ICML 2018).
 */

import { seededRandom } from "@bourse/kernel";

import { drawPoint, everyPoint, pointKey } from "./combinations.ts";
import { mixtureOf } from "./parzen.ts";
import { sizeOf, type Point, type SearchSpace } from "./search-space.ts";

/** A trial as the estimator sees it. */
export interface JudgedPoint {
  readonly point: Point;
  /** Score, the higher the better; null when it is undefined, stopped early, or not known yet. */
  readonly score: number | null;
}

/** Rules of the estimator. */
export interface TpeOptions {
  /** Number of first trials that are drawn at random. */
  readonly startup: number;
  /** Seed; trial `n` draws from the seed and `n` alone, so that a study needs no state to go on. */
  readonly seed: number;
  /** Points that are not to be suggested. */
  readonly refused: readonly Point[];
}

/** Share of the trials that count as good, and their largest number. */
const GOOD_SHARE = 0.1;
const MOST_GOOD = 25;

/** Largest number of other trials that make a density: of more, as many are taken evenly from the best to the worst. */
const MOST_OTHERS = 250;

/** Number of points drawn from the good ones' density, of which the most promising is tried. */
const CANDIDATES = 24;

/** Draws per wanted point before it is taken that there are hardly any left. */
const PATIENCE = 50;

/**
 * Suggests the point of the next trial: new, and one that keeps the rules; undefined when hardly any is left.
 *
 * The best tenth of the trials makes the density l, the others g; of 24 points drawn from l the one with the highest
 * l / g is suggested.
 */
export function suggestPoint(
  space: SearchSpace,
  trials: readonly JudgedPoint[],
  { startup, seed, refused }: TpeOptions,
): Point | undefined {
  const random = seededRandom(`${seed}:${trials.length}`);
  const tried = new Set([...trials.map(({ point }) => point), ...refused].map(pointKey));
  const isNew = (point: Point): boolean =>
    !tried.has(pointKey(point)) && !("fault" in space.complete(point));
  const draws = function* (draw: () => Point, wanted: number): Generator<Point> {
    const found = new Set<string>();
    for (let tries = 0; found.size < wanted && tries < wanted * PATIENCE; tries++) {
      const point = draw();
      const key = pointKey(point);
      if (found.has(key) || !isNew(point)) continue;
      found.add(key);
      yield point;
    }
  };
  const atRandom = (): Point | undefined =>
    [...draws(() => drawPoint(space.axes, random), 1)][0] ?? leftOver(space, isNew);
  if (trials.length < startup) return atRandom();
  const ranked = trials.toSorted((a, b) => (b.score ?? -Infinity) - (a.score ?? -Infinity) || 0);
  const count = Math.min(MOST_GOOD, Math.ceil(GOOD_SHARE * trials.length));
  const good = ranked.slice(0, count).filter(({ score }) => score !== null);
  if (good.length === 0) return atRandom();
  const axes = space.axes.filter(([, axis]) => sizeOf(axis) !== 1);
  const better = mixtureOf(
    axes,
    good.map(({ point }) => point),
  );
  const worse = mixtureOf(
    axes,
    evenly(ranked.slice(good.length), MOST_OTHERS).map(({ point }) => point),
  );
  const fixed = drawPoint(space.axes, random);
  let best: Point | undefined;
  let highest = -Infinity;
  for (const point of draws(() => ({ ...fixed, ...better.draw(random) }), CANDIDATES)) {
    const gain = better.logDensity(point) - worse.logDensity(point);
    if (gain <= highest) continue;
    best = point;
    highest = gain;
  }
  return best ?? atRandom();
}

/** Largest space that is searched from end to end for a point that is left. */
const MOST_LISTED = 100_000;

/** The first point of a small space that is left; undefined when there is none. */
function leftOver(space: SearchSpace, isNew: (point: Point) => boolean): Point | undefined {
  if (space.size > MOST_LISTED) return undefined;
  for (const point of everyPoint(space.axes, space.size)) if (isNew(point)) return point;
  return undefined;
}

/** Items that are spaced evenly, at most as many, the first one among them. */
function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, k) => items[Math.floor((k * items.length) / most)]!);
}
