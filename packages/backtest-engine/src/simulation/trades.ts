// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** Why a position was closed. */
export type ExitReason =
  | "signal"
  | "stop_loss"
  | "take_profit"
  | "trailing_stop"
  | "roi"
  /** The account had nothing left: the position was taken from it at the price where that is so. */
  | "liquidation"
  /** The candles ended. */
  | "end";

/** One position, or a part of one, from entry to exit. Money in the quote currency. */
export interface Trade {
  /** Where several are traded. */
  readonly symbol?: string;
  readonly side: "long" | "short";
  /** In base units, above 0. */
  readonly quantity: number;
  /** Index of the candle in which it was entered. */
  readonly entryIndex: number;
  /** Milliseconds UTC: the open of that candle. */
  readonly entryTime: number;
  /** After slippage. */
  readonly entryPrice: number;
  readonly exitIndex: number;
  /** Milliseconds UTC: the open of the candle in which it was closed, of another symbol's where its own had ended. */
  readonly exitTime: number;
  readonly exitPrice: number;
  /** Profit after the fees of both sides. */
  readonly pnl: number;
  /** `pnl` as a fraction of the cash committed: entry price × quantity / leverage. */
  readonly return: number;
  /** Of both sides. */
  readonly fees: number;
  readonly exitReason: ExitReason;
}

/** Closed trades in the order of their exits, kept in columns; an object is made when one is looked at. */
export interface TradeList extends Iterable<Trade> {
  readonly length: number;
  /** Negative counts from the end, as in an array; undefined outside. */
  at(index: number): Trade | undefined;
  toArray(): Trade[];
  readonly columns: TradeColumns;
}

/** One number a trade each. Not to be written to. */
export interface TradeColumns {
  readonly entryIndex: Float64Array;
  readonly exitIndex: Float64Array;
  readonly pnl: Float64Array;
  readonly return: Float64Array;
}

export const EXIT_REASONS: readonly ExitReason[] = Object.freeze([
  "signal",
  "stop_loss",
  "take_profit",
  "trailing_stop",
  "roi",
  "liquidation",
  "end",
]);

/** Numbers kept for each trade. */
const FIELDS = 10;

/** Where closed trades are written down: growing columns, no object a trade. */
export class TradeLedger implements TradeList {
  /** The place in `time` that is being played, where there are several symbols: their trades are closed there. */
  moment = 0;
  readonly #time: Float64Array;
  readonly #symbols: readonly string[] | undefined;
  readonly #moments: readonly Uint32Array[] | undefined;
  #cells = Array.from({ length: FIELDS }, () => new Float64Array(64));
  #length = 0;

  /**
   * `time`: the opens that the trades' indices point into. Where there are several symbols, their names by number,
   * and for each the place in `time` of each of its candles.
   */
  constructor(time: Float64Array, symbols?: readonly string[], moments?: readonly Uint32Array[]) {
    this.#time = time;
    this.#symbols = symbols;
    this.#moments = moments;
  }

  get length(): number {
    return this.#length;
  }

  /** Forgets all trades, and keeps their room. */
  clear(): void {
    this.#length = 0;
  }

  /** Adds a closed trade; `signedQuantity` is negative for a short. */
  add(
    signedQuantity: number,
    entryIndex: number,
    entryPrice: number,
    exitIndex: number,
    exitPrice: number,
    pnl: number,
    fraction: number,
    fees: number,
    reason: number,
    market: number,
  ): void {
    const place = this.#length;
    if (place === this.#cells[0]!.length) this.#grow();
    const cells = this.#cells;
    const moments = this.#moments?.[market];
    cells[0]![place] = signedQuantity;
    cells[1]![place] = moments === undefined ? entryIndex : moments[entryIndex]!;
    cells[2]![place] = entryPrice;
    cells[3]![place] = moments === undefined ? exitIndex : this.moment;
    cells[4]![place] = exitPrice;
    cells[5]![place] = pnl;
    cells[6]![place] = fraction;
    cells[7]![place] = fees;
    cells[8]![place] = reason;
    cells[9]![place] = market;
    this.#length++;
  }

  at(index: number): Trade | undefined {
    const place = index < 0 ? this.#length + index : index;
    if (!(place >= 0 && place < this.#length)) return undefined;
    const cell = (field: number): number => this.#cells[field]![place]!;
    const symbol = this.#symbols?.[cell(9)];
    return {
      ...(symbol === undefined ? {} : { symbol }),
      side: cell(0) > 0 ? "long" : "short",
      quantity: Math.abs(cell(0)),
      entryIndex: cell(1),
      entryTime: this.#time[cell(1)]!,
      entryPrice: cell(2),
      exitIndex: cell(3),
      exitTime: this.#time[cell(3)]!,
      exitPrice: cell(4),
      pnl: cell(5),
      return: cell(6),
      fees: cell(7),
      exitReason: EXIT_REASONS[cell(8)]!,
    };
  }

  *[Symbol.iterator](): IterableIterator<Trade> {
    for (let index = 0; index < this.#length; index++) yield this.at(index)!;
  }

  toArray(): Trade[] {
    return [...this];
  }

  get columns(): TradeColumns {
    const column = (field: number): Float64Array => this.#cells[field]!.subarray(0, this.#length);
    return { entryIndex: column(1), exitIndex: column(3), pnl: column(5), return: column(6) };
  }

  #grow(): void {
    this.#cells = this.#cells.map((column) => {
      const grown = new Float64Array(column.length * 2);
      grown.set(column);
      return grown;
    });
  }
}
