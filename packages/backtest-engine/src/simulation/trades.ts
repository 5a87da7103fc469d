// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import type { ArgumentRule } from "@bourse/kernel";

import { onlyIf, requireArguments, requireColumns } from "../require-arguments.ts";
import { TagNames } from "./tags.ts";

/**
 * The reason for which a position was closed. `roi` is a profit step; `liquidation` an account that had nothing left;
 * `end` the end of the candles; `session_close` the end of a session with `flatByClose`; `roll` the last candle of a
 * future's contract, after which the next trade continues the position in the next contract.
 */
export type ExitReason =
  | "signal"
  | "stop_loss"
  | "take_profit"
  | "trailing_stop"
  | "roi"
  | "liquidation"
  | "end"
  | "session_close"
  | "roll";

/** One position, or a part of one, from entry to exit. Money is in the quote currency. */
export interface Trade {
  /** Symbol that was traded; absent in a run on one market. */
  readonly symbol?: string;
  /** Side that was held. */
  readonly side: "long" | "short";
  /** Quantity in base units, of a future in contracts, above 0. */
  readonly quantity: number;
  /** Index of the candle of the entry. */
  readonly entryIndex: number;
  /** Open time of the candle of the entry, of the finer one in a run with `detail`; milliseconds UTC. */
  readonly entryTime: number;
  /** Entry price after slippage; the mean where several entries added up. */
  readonly entryPrice: number;
  /** Index of the candle of the exit. */
  readonly exitIndex: number;
  /**
   * Open time of the candle of the exit, of the finer one in a run with `detail`; milliseconds UTC. That of another
   * symbol's candle once its own candles have ended.
   */
  readonly exitTime: number;
  /** Exit price after slippage. */
  readonly exitPrice: number;
  /**
   * Profit after the fees of both sides. A loss is at most what the account had: of a liquidation beyond that, the
   * lender bears the rest of what the exit price says.
   */
  readonly pnl: number;
  /**
   * Profit as a fraction of the cash committed: entry price × quantity / leverage; of a future times its multiplier, or
   * its margin × quantity. Null for an entry price of 0 or below, but for a future with a margin.
   */
  readonly return: number | null;
  /** Fees of both sides, borrowing costs included. */
  readonly fees: number;
  /** Funding paid less received, deducted from `pnl` beside the fees; absent in a run without funding rates. */
  readonly funding?: number;
  /** Reason for the exit. */
  readonly exitReason: ExitReason;
  /** Tag of the signal or order that entered, of several entries the first; absent without one. */
  readonly entryTag?: string;
  /** Tag of the signal or order that closed; absent without one, and where a stop or target closed. */
  readonly exitTag?: string;
}

/** Closed trades in the order of their exits. They are stored in columns; an object is created when a trade is read. */
export interface TradeList extends Iterable<Trade> {
  /** Number of closed trades. */
  readonly length: number;
  /** Returns the trade at `index`; a negative index counts from the end. Undefined outside the list. */
  at(index: number): Trade | undefined;
  /** Returns all trades as new objects. */
  toArray(): Trade[];
  /** Returns the trades for `JSON.stringify`, which therefore writes them as an array. */
  toJSON(): Trade[];
  /** The trades' numbers in columns, without an object for each trade. */
  readonly columns: TradeColumns;
}

/** One number for each trade, in the order of the list. Read-only: the arrays are views of the list's own memory. */
export interface TradeColumns {
  /** Index of the candle of each entry. */
  readonly entryIndex: Float64Array;
  /** Index of the candle of each exit. */
  readonly exitIndex: Float64Array;
  /** Profit of each trade after the fees of both sides, in the quote currency. */
  readonly pnl: Float64Array;
  /** Profit of each trade as a fraction of the cash committed; NaN where {@link Trade.return} is null. */
  readonly return: Float64Array;
}

/** Every reason, in the order of their numbers in {@link LedgerRows.reason}. */
export const EXIT_REASONS: readonly ExitReason[] = Object.freeze([
  "signal",
  "stop_loss",
  "take_profit",
  "trailing_stop",
  "roi",
  "liquidation",
  "end",
  "session_close",
  "roll",
]);

/** Columns of a ledger. */
const FIELDS = 13;

/** Columns of a part of a ledger. */
export interface LedgerRows {
  /** Quantity in base units, negative for a short. */
  readonly signedQuantity: Float64Array;
  /** Open of the candle of each entry, milliseconds UTC. */
  readonly entryTime: Float64Array;
  /** Price of each entry, in the quote currency. */
  readonly entryPrice: Float64Array;
  /** Open of the candle of each exit, milliseconds UTC. */
  readonly exitTime: Float64Array;
  /** Price of each exit, in the quote currency. */
  readonly exitPrice: Float64Array;
  /** Profit of each trade after the fees of both sides, in the quote currency. */
  readonly pnl: Float64Array;
  /** Profit of each trade as a fraction of the cash committed; NaN where {@link Trade.return} is null. */
  readonly return: Float64Array;
  /** Fees of both sides of each trade, in the quote currency. */
  readonly fees: Float64Array;
  /** Place in {@link EXIT_REASONS}. */
  readonly reason: Float64Array;
  /** Index of the market of each trade; 0 in a run on one symbol. */
  readonly market: Float64Array;
  /** Funding paid less received by each trade, in the quote currency; 0 in a run without funding rates. */
  readonly funding: Float64Array;
  /** Number of the tag of each entry in the ledger's {@link TradeLedger.tags}. */
  readonly entryTag: Float64Array;
  /** Number of the tag of each exit in the ledger's {@link TradeLedger.tags}. */
  readonly exitTag: Float64Array;
}

/** The ledger of a run's trades; those that have none are added to a new one. `time`: opens of the candles. */
export function ledgerOf(trades: TradeList | readonly Trade[], time: Float64Array): TradeLedger {
  requireColumns({ time });
  if (trades instanceof TradeLedger) return trades;
  requireArguments("ledgerOf", { trades }, { trades: anyTrades });
  const ledger = new TradeLedger(time);
  for (const trade of trades) ledger.addTrade(trade);
  return ledger;
}

/** Accepts a list of trades, or another iterable of them. */
export const anyTrades: ArgumentRule = onlyIf(
  "a list of trades",
  (value) =>
    typeof value === "object" &&
    [...(value as Iterable<unknown>)].every((trade) => typeof trade === "object" && trade !== null),
);

/** A ledger on its way to another thread. */
export interface PackedTrades {
  readonly cells: readonly Float64Array<ArrayBuffer>[];
  readonly length: number;
  readonly tags: readonly string[];
  readonly hasFunding: boolean;
  readonly symbols: readonly string[] | undefined;
  readonly candleOf: Uint32Array | undefined;
  /** Open times of finer candles; undefined where they are those of the run. */
  readonly time: Float64Array | undefined;
}

/** A growing list of closed trades, stored in columns. */
export class TradeLedger implements TradeList {
  /** Index in `time` of the moment being simulated; trades of runs on several symbols are closed at it. */
  moment = 0;
  /** True in a run with funding rates, whose trades then state what they paid. */
  hasFunding = false;
  /** Tags of the trades. */
  readonly tags: TagNames;
  readonly #time: Float64Array;
  readonly #symbols: readonly string[] | undefined;
  readonly #moments: readonly Uint32Array[] | undefined;
  readonly #candleOf: Uint32Array | undefined;
  #cells = Array.from({ length: FIELDS }, () => new Float64Array(64));
  #length = 0;

  /**
   * Creates an empty ledger. `time` holds the open times that the trades' indices refer to. Runs on several symbols
   * pass the symbols' names by number and, for each symbol, the index in `time` of each of its candles. `candleOf` has
   * the index that the trades state for each of `time`, where these are of finer candles.
   */
  constructor(
    time: Float64Array,
    symbols?: readonly string[],
    moments?: readonly Uint32Array[],
    candleOf?: Uint32Array,
    tags: readonly string[] = [],
  ) {
    this.tags = new TagNames(tags);
    this.#time = time;
    this.#symbols = symbols;
    this.#moments = moments;
    this.#candleOf = candleOf;
  }

  get length(): number {
    return this.#length;
  }

  /** The ledger of a run whose candles open at `time`. */
  static unpack(packed: PackedTrades, time: Float64Array): TradeLedger {
    const { symbols, candleOf, tags } = packed;
    const ledger = new TradeLedger(packed.time ?? time, symbols, undefined, candleOf, tags);
    ledger.hasFunding = packed.hasFunding;
    ledger.#cells = [...packed.cells];
    ledger.#length = packed.length;
    return ledger;
  }

  /** Copies the trades for {@link TradeLedger.unpack} with the same `time`. */
  pack(time: Float64Array): PackedTrades {
    return {
      cells: this.#cells.map((column) => column.slice(0, this.#length)),
      length: this.#length,
      tags: this.tags.names,
      hasFunding: this.hasFunding,
      symbols: this.#symbols,
      candleOf: this.#candleOf,
      time: this.#time === time ? undefined : this.#time,
    };
  }

  /** Removes all trades and keeps the memory. */
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
    funding: number,
    entryTag: number,
    exitTag: number,
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
    cells[10]![place] = funding;
    cells[11]![place] = entryTag;
    cells[12]![place] = exitTag;
    this.#length++;
  }

  /** Adds a trade of another ledger of one market, whose candles begin at `first` in this one's. */
  addTrade(trade: Trade, first = 0): void {
    this.hasFunding ||= trade.funding !== undefined;
    this.add(
      trade.side === "long" ? trade.quantity : -trade.quantity,
      trade.entryIndex + first,
      trade.entryPrice,
      trade.exitIndex + first,
      trade.exitPrice,
      trade.pnl,
      trade.return ?? NaN,
      trade.fees,
      EXIT_REASONS.indexOf(trade.exitReason),
      0,
      trade.funding ?? 0,
      this.tags.codeOf(trade.entryTag),
      this.tags.codeOf(trade.exitTag),
    );
  }

  at(index: number): Trade | undefined {
    const place = index < 0 ? this.#length + index : index;
    if (!(place >= 0 && place < this.#length)) return undefined;
    const cells = this.#cells;
    const cell = (field: number): number => cells[field]![place]!;
    const symbol = this.#symbols?.[cell(9)];
    const entryTag = this.tags.nameOf(cell(11));
    const exitTag = this.tags.nameOf(cell(12));
    const trade: Trade = {
      side: cell(0) > 0 ? "long" : "short",
      quantity: Math.abs(cell(0)),
      entryIndex: this.#candleOf?.[cell(1)] ?? cell(1),
      entryTime: this.#time[cell(1)]!,
      entryPrice: cell(2),
      exitIndex: this.#candleOf?.[cell(3)] ?? cell(3),
      exitTime: this.#time[cell(3)]!,
      exitPrice: cell(4),
      pnl: cell(5),
      return: Number.isNaN(cell(6)) ? null : cell(6),
      fees: cell(7),
      exitReason: EXIT_REASONS[cell(8)]!,
    };
    // Most trades have no more than that, and spreading it once more would take twice as long.
    const isPlain = symbol === undefined && !this.hasFunding && (entryTag ?? exitTag) === undefined;
    if (isPlain) return trade;
    return {
      ...(symbol !== undefined && { symbol }),
      ...trade,
      ...(this.hasFunding && { funding: cell(10) }),
      ...(entryTag !== undefined && { entryTag }),
      ...(exitTag !== undefined && { exitTag }),
    };
  }

  *[Symbol.iterator](): IterableIterator<Trade> {
    for (let index = 0; index < this.#length; index++) yield this.at(index)!;
  }

  toArray(): Trade[] {
    return [...this];
  }

  toJSON(): Trade[] {
    return this.toArray();
  }

  get columns(): TradeColumns {
    const column = (field: number): Float64Array => this.#cells[field]!.subarray(0, this.#length);
    const candleOf = this.#candleOf;
    const indices = (field: number): Float64Array =>
      candleOf === undefined ? column(field) : column(field).map((finer) => candleOf[finer]!);
    return { entryIndex: indices(1), exitIndex: indices(3), pnl: column(5), return: column(6) };
  }

  /**
   * The numbers of the trades from `first` up to `end` as {@link add} takes them, by column, with the open times of the
   * candles beside their indices. Views of the ledger's own memory, but for the times.
   */
  rows(first: number, end: number): LedgerRows {
    const column = (field: number): Float64Array => this.#cells[field]!.subarray(first, end);
    const timesOf = (indices: Float64Array): Float64Array => {
      const times = new Float64Array(indices.length);
      for (let row = 0; row < times.length; row++) times[row] = this.#time[indices[row]!]!;
      return times;
    };
    return {
      signedQuantity: column(0),
      entryTime: timesOf(column(1)),
      entryPrice: column(2),
      exitTime: timesOf(column(3)),
      exitPrice: column(4),
      pnl: column(5),
      return: column(6),
      fees: column(7),
      reason: column(8),
      market: column(9),
      funding: column(10),
      entryTag: column(11),
      exitTag: column(12),
    };
  }

  #grow(): void {
    this.#cells = this.#cells.map((column) => {
      const grown = new Float64Array(column.length * 2);
      grown.set(column);
      return grown;
    });
  }
}
