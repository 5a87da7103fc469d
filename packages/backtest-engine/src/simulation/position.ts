// Candles are within the columns, so `!` on array reads only satisfies the type checker.

/** The position of one symbol and the fill model, used by every kind of simulation. */

import type { Candles } from "../candles/candles.ts";
import { statesFractions, type EntryTerms } from "./entry-terms.ts";
import { modelledFee } from "./fee-model.ts";
import type { TieredFees } from "./fee-tiers.ts";
import type { OpenPosition } from "./open-position.ts";
import type { SimulationRules } from "./options.ts";
import { quantityFor, type PositionSize } from "./position-size.ts";
import { slippedPrice, volumeShareOf, type FillFacts, type Slippage } from "./slippage.ts";
import { toTick } from "./tick.ts";
import { EXIT_REASONS, type ExitReason, type TradeLedger } from "./trades.ts";
import type { Wallet } from "./wallet.ts";

/** The number under which a ledger stores each reason. */
export const REASON: Readonly<Record<ExitReason, number>> = Object.freeze(
  Object.fromEntries(EXIT_REASONS.map((reason, code) => [reason, code])) as Record<
    ExitReason,
    number
  >,
);

const AS_RULED: EntryTerms = {};

/** Share of the values traded below which the rest of an account is a rounding error. */
const DUST = 1e-12;

/** Attempts to reduce an entry to what the cash can pay before it is skipped. */
const AFFORD_TRIES = 8;

/** The position of one symbol together with the fill model. Every simulation uses it. */
export class Position {
  /** 1 long, -1 short, 0 flat. */
  side = 0;
  /** Quantity in base units, at least 0. */
  quantity = 0;
  entryPrice = 0;
  entryIndex = 0;
  /** Number of entries that the position consists of. */
  entries = 0;
  /** Cash bound by the position: its margin, or |entry price| × multiplier × quantity / leverage. */
  committed = 0;
  /** Last price of the symbol, its open or close; maintained only where one account trades several. */
  markPrice = 0;
  /** Base units that the last entry wanted beyond the candle's share of the volume. */
  unfilled = 0;
  /** Number of the tag of the signal or order that is being carried out; 0 without one. */
  tag = 0;
  /** Money of one point of price for one base unit or contract. */
  readonly multiplier: number;
  /** Number of the tag of the first entry; 0 without one. */
  entryTag = 0;
  #entryFee = 0;
  /** Funding paid for the quantity still held. */
  #funding = 0;
  /** Dividends received for the quantity still held. */
  #income = 0;
  #usedIndex = -1;
  #used = 0;
  readonly #rules: SimulationRules;
  readonly #wallet: Wallet;
  readonly #ledger: TradeLedger;
  readonly #time: Float64Array;
  readonly #volume: Float64Array;
  readonly #tiers: TieredFees | undefined;
  readonly #market: number;
  /** Largest share of a candle's volume that may be filled; Infinity without a limit. */
  readonly #volumeShare: number;
  /** True when slippage or fee is a function, so that a fill needs more than multiplication. */
  readonly #isModelled: boolean;

  /** `market` is the symbol's number in the ledger. */
  constructor(
    rules: SimulationRules,
    wallet: Wallet,
    ledger: TradeLedger,
    { time, volume }: Pick<Candles, "time" | "volume">,
    market = 0,
  ) {
    this.#rules = rules;
    this.multiplier = rules.multiplier;
    this.#time = time;
    this.#tiers = wallet.tiers;
    this.#wallet = wallet;
    this.#ledger = ledger;
    this.#volume = volume;
    this.#market = market;
    this.#volumeShare = volumeShareOf(rules.slippage);
    this.#isModelled = typeof rules.slippage !== "number" || rules.feeModel !== undefined;
    wallet.add(this);
  }

  get held(): OpenPosition | null {
    if (this.side === 0) return null;
    return {
      side: this.side > 0 ? "long" : "short",
      quantity: this.quantity,
      entryIndex: this.entryIndex,
      entryPrice: this.entryPrice,
      fees: this.#entryFee,
      ...(this.#rules.funding !== undefined && { funding: this.#funding }),
    };
  }

  /** Unrealised profit at `price`, before the exit's fee. */
  gainAt(price: number): number {
    return this.side * this.quantity * this.multiplier * (price - this.entryPrice);
  }

  /** Maintenance margin of the fraction `share`, at the last price. */
  maintenance(share: number): number {
    const { margin } = this.#rules;
    if (margin > 0) return share * this.quantity * margin;
    return share * this.quantity * Math.abs(this.markPrice) * this.multiplier;
  }

  /** Base units that candle `index` can still fill. */
  room(index: number): number {
    if (this.#volumeShare === Infinity) return Infinity;
    const used = this.#usedIndex === index ? this.#used : 0;
    const room = this.#volumeShare * this.#volume[index]! - used;
    const { lotSize } = this.#rules;
    return Math.max(0, lotSize === 0 ? room : Math.floor(room / lotSize + 1e-9) * lotSize);
  }

  /** The price at which the account no longer meets the maintenance margin (0: is worth nothing); NaN if none does. */
  liquidationPrice(): number {
    const { maintenanceMargin: share, margin, allowNegativePrices } = this.#rules;
    const { side, entryPrice } = this;
    const units = this.quantity * this.multiplier;
    const cushion = this.#wallet.cushionFor(this, share);
    const least = allowNegativePrices === true ? -Infinity : 0;
    if (margin > 0) {
      const price = entryPrice + (side * (this.maintenance(share) - cushion)) / units;
      return price > least ? price : NaN;
    }
    const worth = cushion - side * units * entryPrice; // at a price of 0
    const price = worth / (units * (share - side));
    if (price > 0) return price;
    // Below 0 the position is worth its amount, so that the margin grows as the price falls.
    return least < 0 ? worth / (units * (-share - side)) : NaN;
  }

  /** Charges one candle's borrowing cost at its close. */
  payBorrowing(close: number, borrowRate: number): void {
    const { leverage } = this.#rules;
    const units = this.quantity * this.multiplier;
    const own = units * Math.abs(this.entryPrice);
    const borrowed = this.side < 0 ? units * Math.abs(close) : own - own / leverage;
    const cost = borrowed * borrowRate;
    this.#entryFee += cost;
    this.#wallet.cash -= cost;
    this.#wallet.feesPaid += cost;
  }

  /** Settles one funding payment at the mark price; nothing without a position. */
  payFunding(rate: number, markPrice: number): void {
    if (this.side === 0) return;
    const payment = this.side * this.quantity * this.multiplier * Math.abs(markPrice) * rate;
    this.#funding += payment;
    this.#wallet.cash -= payment;
    this.#wallet.fundingPaid += payment;
  }

  /** Books a dividend per share, which a short pays; 0 without a position. Returns the cash. */
  payDividend(amount: number): number {
    const cash = this.side * this.quantity * this.multiplier * amount;
    this.#income += cash;
    this.#wallet.cash += cash;
    return cash;
  }

  /** Makes `ratio` shares of each. */
  split(ratio: number): void {
    this.quantity *= ratio;
    this.entryPrice /= ratio;
    this.markPrice /= ratio;
  }

  /** Enters, or adds to a position on that side. Returns false when the size comes to nothing. */
  open(index: number, price: number, side: 1 | -1, terms: EntryTerms = AS_RULED): boolean {
    const rules = this.#rules;
    const wallet = this.#wallet;
    const { multiplier } = this;
    const isLimit = terms.isLimit === true;
    const rate = this.#rateOf(index, isLimit);
    const isPaid = terms.isReversal === true && rules.reversalFee === "once";
    const fixedFee = isPaid ? 0 : rules.fixedFee;
    const size = terms.size ?? rules.positionSize;
    const stop = terms.stopLoss ?? rules.stopLoss ?? 1;
    const free = wallet.cash - wallet.committed;
    const { slippage } = rules;
    const quoted =
      isLimit || typeof slippage === "function"
        ? price
        : slippedPrice(slippage, price, side, 0, index, 0, rules.allowNegativePrices);
    let filled = toTick(quoted, rules.tickSize, side);
    this.unfilled = 0;
    if (filled <= 0 && this.#rejects(size, terms)) return false;
    const value = filled * multiplier;
    let quantity = quantityFor(size, rules, free, price * multiplier, value, rate, fixedFee, stop);
    let fee = quantity * Math.abs(value) * rate + fixedFee;
    if (this.#isModelled && quantity > 0) {
      const wanted = quantity;
      const most = Math.min(wanted, this.room(index));
      quantity = this.#affordable(index, price, side, most, free, rate, fixedFee, isLimit);
      this.unfilled = wanted - most;
      filled = this.#priceOf(index, price, side, quantity, slippage, isLimit);
      if (filled <= 0 && this.#rejects(size, terms)) return false;
      fee = quantity > 0 ? this.#feeOf(index, filled, side, quantity, rate, fixedFee, isLimit) : 0;
    }
    if (!(quantity > 0)) return false;
    if (quantity * Math.abs(filled) * multiplier < rules.minimumNotional) {
      if (this.unfilled > 0) this.unfilled += quantity; // the candle's share was too small: all of it waits
      return false;
    }
    this.#use(index, quantity, filled);
    const isFirst = this.side === 0;
    const total = this.quantity + quantity;
    this.entryPrice = isFirst
      ? filled
      : (this.quantity * this.entryPrice + quantity * filled) / total;
    this.entryIndex = isFirst ? index : this.entryIndex;
    this.entries = isFirst ? 1 : this.entries + 1;
    if (isFirst) this.entryTag = this.tag;
    this.side = side;
    this.quantity = total;
    this.#entryFee += fee;
    this.committed = this.#bound(total, this.entryPrice);
    wallet.cash -= fee;
    wallet.feesPaid += fee;
    wallet.tell(this.#market, index, side, quantity, filled, fee, -1);
    return true;
  }

  /** Closes `quantity` at `price` (after slippage unless it is a limit fill) and records the trade. */
  close(
    index: number,
    price: number,
    reason: number,
    isLimit = false,
    quantity: number = this.quantity,
  ): void {
    const { exitSlippage, fixedFee } = this.#rules;
    const wallet = this.#wallet;
    const { side, entryPrice } = this;
    const share = quantity / this.quantity;
    const units = quantity * this.multiplier;
    const slips = !isLimit && reason !== REASON.liquidation;
    let filled = this.#priceOf(index, price, -side, quantity, exitSlippage, !slips);
    const rate = this.#rateOf(index, isLimit);
    let exitFee = this.#feeOf(index, filled, -side, quantity, rate, fixedFee, isLimit);
    let cash = wallet.cash + side * units * (filled - entryPrice) - exitFee;
    const dust = DUST * units * (Math.abs(filled) + Math.abs(entryPrice));
    const gains = cash > dust ? 0 : wallet.gainsBeside(this);
    const isRuin = cash + gains <= dust;
    const worth = wallet.cash + gains;
    if (isRuin) {
      // The loss is limited to the account: the lender bears the rest. Slippage takes no more than is left.
      const zero = entryPrice - (side * worth) / units;
      const quoted = toTick(price, this.#rules.tickSize, -side);
      if (side * filled < side * zero) filled = side * Math.min(side * quoted, side * zero);
      const left = worth + side * units * (filled - entryPrice);
      exitFee = Math.max(0, Math.min(exitFee, left));
      cash = 0 - gains;
      reason = REASON.liquidation;
    }
    this.#use(index, quantity, filled);
    const entryFee = this.#entryFee * share;
    const fees = entryFee + exitFee;
    const funding = this.#funding * share;
    const income = this.#income * share;
    const pnl = isRuin
      ? 0 - worth - entryFee - funding + income
      : side * units * (filled - entryPrice) - fees - funding + income;
    const committed = this.#bound(quantity, entryPrice);
    this.#ledger.add(
      side * quantity,
      this.entryIndex,
      entryPrice,
      index,
      filled,
      pnl,
      entryPrice > 0 || this.#rules.margin > 0 ? pnl / committed : NaN,
      fees,
      reason,
      this.#market,
      funding,
      this.entryTag,
      reason === REASON.signal ? this.tag : 0,
    );
    wallet.cash = cash;
    wallet.feesPaid += exitFee;
    this.quantity -= quantity;
    this.#entryFee -= entryFee;
    this.#funding -= funding;
    this.#income -= income;
    if (share === 1) this.side = 0;
    this.committed = share === 1 ? 0 : this.#bound(this.quantity, entryPrice);
    wallet.tell(this.#market, index, -side, quantity, filled, exitFee, reason);
  }

  /** Cash that a quantity binds. */
  #bound(quantity: number, entryPrice: number): number {
    const { leverage, margin } = this.#rules;
    if (margin > 0) return quantity * margin;
    return (quantity * this.multiplier * Math.abs(entryPrice)) / leverage;
  }

  /** Fee of the next fill as a fraction of its value. */
  #rateOf(index: number, isLimit: boolean): number {
    const tiers = this.#tiers;
    if (tiers !== undefined) return tiers.rateAt(this.#time[index]!, isLimit);
    return isLimit ? this.#rules.makerFee : this.#rules.fee;
  }

  /** Counts an entry at a price of 0 or below that states a fraction of its price or value. Returns true if it does. */
  #rejects(size: PositionSize, terms: EntryTerms): boolean {
    if (!statesFractions(size, terms, this.#rules)) return false;
    this.#wallet.rejectedEntries++;
    return true;
  }

  /** The fill price after slippage, rounded to the tick. `side`: 1 buys, -1 sells. */
  #priceOf(
    index: number,
    price: number,
    side: number,
    quantity: number,
    slippage: Slippage,
    isExact: boolean,
  ): number {
    let filled = price;
    if (!isExact) {
      // A fraction needs no volume, and reading one costs more than the rest of the fill.
      const volume = typeof slippage === "number" ? 0 : this.#volume[index]!;
      const { allowNegativePrices } = this.#rules;
      filled = slippedPrice(slippage, price, side, quantity, index, volume, allowNegativePrices);
    }
    return toTick(filled, this.#rules.tickSize, side);
  }

  #feeOf(
    index: number,
    price: number,
    side: number,
    quantity: number,
    rate: number,
    fixedFee: number,
    isLimit: boolean,
  ): number {
    const { feeModel, allowNegativePrices } = this.#rules;
    if (feeModel === undefined)
      return quantity * Math.abs(price) * this.multiplier * rate + fixedFee;
    const word = side > 0 ? "buy" : "sell";
    const volume = this.#volume[index]!;
    const fill: FillFacts = { side: word, quantity, price, isLimit, index, volume };
    return modelledFee(feeModel, fill, this.multiplier, allowNegativePrices);
  }

  /**
   * The part of `most` that the free cash can pay for, price impact and modelled fee included; 0 if the iteration
   * does not converge.
   */
  #affordable(
    index: number,
    price: number,
    side: number,
    most: number,
    free: number,
    rate: number,
    fixedFee: number,
    isLimit: boolean,
  ): number {
    const { leverage, lotSize, margin, marginFee, slippage } = this.#rules;
    const feeLeverage = marginFee === "margin" && margin === 0 ? leverage : 1;
    let quantity = most;
    for (let tries = 0; tries < AFFORD_TRIES && quantity > 0; tries++) {
      const filled = this.#priceOf(index, price, side, quantity, slippage, isLimit);
      const fee = this.#feeOf(index, filled, side, quantity, rate, fixedFee, isLimit);
      const cost = this.#bound(quantity, filled) + fee / feeLeverage;
      if (cost <= free * (1 + 1e-12)) return quantity;
      const smaller = (quantity * free * (1 - 1e-12)) / cost;
      quantity = lotSize === 0 ? smaller : Math.floor(smaller / lotSize) * lotSize;
    }
    return 0;
  }

  /** Adds to the value that the account has traded, and to the volume filled on a candle, where they count. */
  #use(index: number, quantity: number, price: number): void {
    this.#tiers?.add(this.#time[index]!, quantity * Math.abs(price) * this.multiplier);
    if (this.#volumeShare === Infinity) return;
    this.#used = (this.#usedIndex === index ? this.#used : 0) + quantity;
    this.#usedIndex = index;
  }
}
