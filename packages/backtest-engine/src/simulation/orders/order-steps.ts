// A step reads the candles at its own index only, so `!` on array reads only satisfies the type checker.

/** The steps of a simulation by orders: one candle of one market, or one moment of several. */

import type { SimulationRules } from "../options.ts";
import { REASON } from "../position.ts";
import type { TradeLedger } from "../trades.ts";
import type { Wallet } from "../wallet.ts";
import { BookBroker, type Broker, type Trader } from "./broker.ts";
import { LastCandle } from "./last-candle.ts";
import type { Fillable, MarketBook } from "./market-book.ts";

/** Order of the fills of one moment over all symbols. */
export type FillSequence = "exits_first" | "by_symbol";

/** The parts of a simulation that its steps work on. */
export interface OrderRun {
  readonly books: readonly MarketBook[];
  readonly wallet: Wallet;
  readonly rules: SimulationRules;
  readonly ledger: TradeLedger;
  readonly trader: Trader;
  /** True if market orders fill at the close at which they are submitted. */
  readonly atClose: boolean;
}

/** The candles of a single market, one after the other. */
export class LoneMarketStep {
  readonly broker: BookBroker;
  readonly #books: readonly MarketBook[];
  readonly #book: MarketBook;
  readonly #wallet: Wallet;
  readonly #trader: Trader;
  readonly #atClose: boolean;
  readonly #candle: LastCandle;

  constructor({ books, wallet, rules, trader, atClose }: OrderRun) {
    this.#books = books;
    this.#book = books[0]!;
    this.#wallet = wallet;
    this.#trader = trader;
    this.#atClose = atClose;
    this.broker = new BookBroker(books, wallet, rules);
    this.#candle = new LastCandle(this.#book.symbol, this.#book.candles);
  }

  /** Simulates candle `index`, which follows the one before, and returns the equity at its close. */
  next(index: number): number {
    const book = this.#book;
    let equity = 0;
    book.next();
    this.#candle.index = index;
    if (!this.#atClose) {
      book.payBorrowing();
      equity = this.#mark(index);
    }
    this.#trader.onCandle(this.#candle, this.broker);
    if (this.#atClose) {
      fillAll(this.#books, () => book.fillableAtClose());
      book.payBorrowing();
      equity = this.#mark(index);
    }
    return book.rollOut() ? this.#mark(index) : equity;
  }

  #mark(index: number): number {
    const { position, candles } = this.#book;
    const wallet = this.#wallet;
    if (position.side === 0) return wallet.cash;
    const close = candles.close[index]!;
    const value = wallet.cash + position.gainAt(close);
    if (value > 0) return value;
    position.markPrice = close;
    liquidate(this.#books, wallet);
    return wallet.cash;
  }
}

/** The moments of several markets with one account, one after the other. */
export class SharedAccountStep {
  readonly broker: BookBroker;
  readonly #run: OrderRun;
  readonly #fillSequence: FillSequence;
  readonly #lastCandles: ReadonlyMap<MarketBook, LastCandle>;

  constructor(run: OrderRun, fillSequence: FillSequence) {
    const { books, wallet, rules } = run;
    this.#run = run;
    this.#fillSequence = fillSequence;
    this.broker = new BookBroker(books, wallet, rules);
    this.#lastCandles = new Map(
      books.map((book) => [book, new LastCandle(book.symbol, book.candles)] as const),
    );
  }

  /** Simulates moment `moment`, at which candles open at `time`, and returns the equity at their closes. */
  next(moment: number, time: number): number {
    const { books, wallet, ledger, atClose } = this.#run;
    const isByOrder = this.#fillSequence === "exits_first";
    const { broker } = this;
    const traded = books.filter(({ candles, index }) => candles.time[index + 1] === time);
    ledger.moment = moment;
    for (const book of traded) {
      book.index++;
      book.position.markPrice = book.candles.open[book.index]!;
      book.payFundingAtOpen();
    }
    for (const book of traded) book.leaveSession();
    if (isByOrder) fillAll(traded, (book) => book.fillableAtOpen());
    for (const book of traded) {
      if (!isByOrder) fillAll([book], () => book.fillableAtOpen());
      book.tradeInside();
      if (!atClose) book.payBorrowing();
      book.position.markPrice = book.lastClose;
      if (wallet.isRuined) liquidate(books, wallet);
    }
    if (!atClose && broker.equity <= 0) liquidate(books, wallet);
    this.#tell(traded, broker);
    if (atClose) {
      if (isByOrder) fillAll(traded, (book) => book.fillableAtClose());
      else for (const book of traded) fillAll([book], () => book.fillableAtClose());
      for (const book of traded) book.payBorrowing();
      if (broker.equity <= 0) liquidate(books, wallet);
    }
    for (const book of traded) book.rollOut();
    return broker.equity;
  }

  #tell(traded: readonly MarketBook[], broker: Broker): void {
    for (const book of traded) {
      const candle = this.#lastCandles.get(book)!;
      candle.index = book.index;
      this.#run.trader.onCandle(candle, broker);
    }
  }
}

/** Fills what can fill at one moment: of several orders those against a position first, then the earliest submitted. */
function fillAll(
  books: readonly MarketBook[],
  fillable: (book: MarketBook) => Iterable<Fillable>,
): void {
  const found = books.flatMap((book) => [...fillable(book)]);
  if (books.length > 1) {
    found.sort((a, b) => Number(b.isExit) - Number(a.isExit) || a.order.id - b.order.id);
  }
  for (const { book, order, price } of found) book.fill(order, price);
}

/**
 * Closes every position at its last price, gains first, so that losses meet everything that is there. The account is
 * worth 0 afterwards, without a rounding error that could be traded with.
 */
function liquidate(books: readonly MarketBook[], wallet: Wallet): void {
  const held = books.filter((book) => book.position.side !== 0);
  const gain = ({ position }: MarketBook): number => position.gainAt(position.markPrice);
  for (const book of held.toSorted((one, other) => gain(other) - gain(one))) {
    book.position.close(book.index, book.position.markPrice, REASON.liquidation);
  }
  wallet.cash = 0;
  wallet.isRuined = false;
}
