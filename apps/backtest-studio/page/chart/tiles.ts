/** Tiles of candles: each is read once, and the most recently used ones are kept. */

/** Candles in columns, oldest first; times in seconds. */
export interface Columns {
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

/** Reads at most {@link TILE_CANDLES} candles of a range in seconds, the end excluded. */
export type ReadTile = (from: number, to: number) => Promise<Columns>;

/** Most candles that one answer of the server holds. */
export const TILE_CANDLES = 1000;
const MOST_TILES = 80;

interface TilesOptions {
  /** Times of the first and the last candle in seconds. */
  readonly first: number;
  readonly last: number;
  /** Length of a candle in seconds. */
  readonly candle: number;
  readonly read: ReadTile;
  /** Called when another tile was read. */
  readonly onChange: () => void;
  readonly onProblem: (error: unknown) => void;
}

/** Tiles by level and index: at level n, 2 ** n candles of the run are joined to one. */
export interface Tiles {
  /** The indices of the tiles that a span in seconds touches. */
  indices(level: number, from: number, to: number): number[];
  /** A tile; undefined while it is read, which this call begins. */
  at(level: number, index: number): Columns | undefined;
  /** A tile as far as it was read. */
  known(level: number, index: number): Columns | undefined;
}

export function createTiles(options: TilesOptions): Tiles {
  const { first, last, candle } = options;
  /** The least recently used tile stands first. */
  const tiles = new Map<string, Columns | "read">();
  const lengthAt = (level: number): number => TILE_CANDLES * candle * 2 ** level;
  const request = async (level: number, index: number, name: string): Promise<void> => {
    tiles.set(name, "read");
    const from = first + index * lengthAt(level);
    try {
      tiles.set(name, await options.read(from, Math.min(from + lengthAt(level), last + candle)));
      for (const [old] of tiles) if (tiles.size > MOST_TILES) tiles.delete(old);
      options.onChange();
    } catch (error) {
      tiles.delete(name);
      options.onProblem(error);
    }
  };
  return {
    indices(level, from, to) {
      const length = lengthAt(level);
      const low = Math.max(0, Math.floor((from - first) / length));
      const high = Math.min(Math.floor((last - first) / length), Math.floor((to - first) / length));
      return Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => low + at);
    },
    at(level, index) {
      const name = `${level}:${index}`;
      const tile = tiles.get(name);
      if (tile === undefined) void request(level, index, name);
      if (tile === undefined || tile === "read") return undefined;
      tiles.delete(name);
      tiles.set(name, tile);
      return tile;
    },
    known(level, index) {
      const tile = tiles.get(`${level}:${index}`);
      return tile === "read" ? undefined : tile;
    },
  };
}
