// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/**
 * The candles of a run at the resolution that can be seen: tiles of at most a thousand candles each, several of the
 * run's joined to one where the view is wide. Tiles that were read are kept, so that moving back needs no answer.
 */

import { createTiles, TILE_CANDLES, type Columns, type ReadTile } from "./tiles.ts";

export interface CandleFeed {
  /** The best candles known for a span; reads the missing tiles and calls `onChange` when they are there. */
  columns(from: number, to: number, pixels: number): Columns;
  /** Candles of the run in each candle that {@link columns} gave last. */
  readonly joined: number;
  /**
   * The run's own candles of a span, all of them and the same object for the same candles; undefined while they are
   * read. A span of at most {@link MOST_OWN}.
   */
  own(from: number, to: number): Columns | undefined;
}

interface FeedOptions {
  /** Times of the first and the last candle in seconds. */
  readonly first: number;
  readonly last: number;
  /** Number of candles of the run. */
  readonly count: number;
  readonly read: ReadTile;
  readonly onChange: () => void;
  readonly onProblem: (error: unknown) => void;
}

/** Most candles of a span whose own candles are read: what the kept tiles hold with room for others. */
export const MOST_OWN = 16_000;
/** Pixels that a candle should have. */
const CANDLE_PIXELS = 3;

export function createCandleFeed(options: FeedOptions): CandleFeed {
  const { first, last, count } = options;
  const candle = count > 1 ? (last - first) / (count - 1) : 60;
  const levels = levelsOf(count);
  let newest: Columns = EMPTY;
  let key = "";
  let own: { readonly names: string; readonly columns: Columns } | undefined;
  const tiles = createTiles({
    ...options,
    candle,
    onChange: () => {
      key = "";
      options.onChange();
    },
  });
  const feed = {
    joined: 1,
    columns(from: number, to: number, pixels: number): Columns {
      const wanted = (to - from) / candle / Math.max(1, pixels / CANDLE_PIXELS);
      const level = Math.min(levels, Math.max(0, Math.ceil(Math.log2(Math.max(1, wanted)))));
      const asked = tiles.indices(level, from, to);
      const found = asked.map((index) => tiles.at(level, index));
      for (let coarser = level; coarser <= levels; coarser++) {
        const names = coarser === level ? asked : tiles.indices(coarser, from, to);
        const parts = coarser === level ? found : names.map((index) => tiles.known(coarser, index));
        const complete = parts.filter((part) => part !== undefined);
        if (complete.length < parts.length) continue;
        const shown = `${coarser}:${names.join()}`;
        if (shown !== key) newest = joinColumns(complete);
        key = shown;
        feed.joined = 2 ** coarser;
        return newest;
      }
      // The widest tile first: something is seen at once, wherever the view goes.
      tiles.at(levels, 0);
      return newest;
    },
    own(from: number, to: number): Columns | undefined {
      const asked = tiles.indices(0, from, to);
      const parts = asked.map((index) => tiles.at(0, index)).filter((part) => part !== undefined);
      if (parts.length < asked.length) return undefined;
      const names = asked.join();
      if (own?.names !== names) own = { names, columns: joinColumns(parts) };
      return own.columns;
    },
  };
  return feed;
}

/** The level at which one tile holds the whole run. */
export function levelsOf(count: number): number {
  return Math.max(0, Math.ceil(Math.log2(count / TILE_CANDLES)));
}

const EMPTY: Columns = { time: [], open: [], high: [], low: [], close: [], volume: [] };

function joinColumns(parts: readonly Columns[]): Columns {
  if (parts.length === 1) return parts[0]!;
  const column = (name: keyof Columns): number[] => parts.flatMap((part) => part[name]);
  return {
    time: column("time"),
    open: column("open"),
    high: column("high"),
    low: column("low"),
    close: column("close"),
    volume: column("volume"),
  };
}

/** Index of the first value that is not below `wanted`, in a rising column. */
export function firstFrom(values: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
