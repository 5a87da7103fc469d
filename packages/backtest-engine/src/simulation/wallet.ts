import { TieredFees, type FeeTier } from "./fee-tiers.ts";
import type { SimulationRules } from "./options.ts";

/** A position as its account sees it. */
interface AccountPosition {
  /** 1 long, -1 short, 0 flat. */
  readonly side: number;
  /** Cash that the position has bound. */
  readonly committed: number;
  /** The last price of its symbol. */
  readonly markPrice: number;
  /** Unrealised profit at `price`, without the exit's fee. */
  gainAt(price: number): number;
  /** Maintenance margin at the last price, of the fraction `share`. */
  maintenance(share: number): number;
}

/** A fill of an order, or of a stop, target or liquidation. */
export interface AccountFill {
  /** Number of the symbol in its run. */
  readonly market: number;
  /** Index of the candle. */
  readonly index: number;
  /** 1 bought, -1 sold. */
  readonly side: number;
  /** Quantity in base units, above 0. */
  readonly quantity: number;
  /** Price after slippage. */
  readonly price: number;
  /** Fee in the quote currency. */
  readonly fee: number;
  /** Number of the reason of a fill that closed; -1 for an entry. */
  readonly reason: number;
  /** Number of the order; 0 for none. */
  readonly order: number;
}

interface AccountRules {
  readonly initialCapital: number;
  readonly fee: number;
  readonly makerFee: number;
  readonly feeTiers: readonly FeeTier[] | undefined;
}

/** The cash of an account, shared by its positions. */
export class Wallet {
  /**
   * Cash in the quote currency, without unrealised gains and losses: an entry only deducts its fee. Below 0 while a
   * loss is covered by the unrealised gains of other positions.
   */
  cash = 0; // a number from the start, for it is read at every candle
  /** Fees of all fills so far, in the quote currency. */
  feesPaid = 0;
  /** Funding paid so far less funding received, in the quote currency. */
  fundingPaid = 0;
  /** True once a price inside a candle has taken the whole account. */
  isRuined = false;
  /** Entries that were not filled since nothing measures them at a price of 0 or below. */
  rejectedEntries = 0;

  /** Number of the order that is being filled; 0 while none is. */
  order = 0;
  /** Called with each fill of a run that is followed; undefined in one that is not. */
  onFill: ((fill: AccountFill) => void) | undefined;

  readonly #positions: AccountPosition[] = [];

  /** Fees by traded volume; undefined in a run with one fee for all. */
  readonly tiers: TieredFees | undefined;

  constructor(rules: AccountRules) {
    this.cash = rules.initialCapital;
    this.tiers = rules.feeTiers && new TieredFees(rules.feeTiers, rules);
  }

  /** Cash bound by open positions. Summed on each call, so that closed positions leave no rounding error behind. */
  get committed(): number {
    let committed = 0;
    for (const position of this.#positions) committed += position.committed;
    return committed;
  }

  /** Tells of a fill, in a run that is followed; the terms are those of {@link AccountFill}. */
  tell(
    market: number,
    index: number,
    side: number,
    quantity: number,
    price: number,
    fee: number,
    reason: number,
  ): void {
    if (this.onFill === undefined) return;
    this.onFill({ market, index, side, quantity, price, fee, reason, order: this.order });
  }

  /** Adds a position to the account. */
  add(position: AccountPosition): void {
    this.#positions.push(position);
  }

  /** Unrealised gains of the other positions at their last prices; losses count as 0. */
  gainsBeside(position: AccountPosition): number {
    let gains = 0;
    for (const other of this.#positions) {
      if (other !== position) gains += Math.max(0, other.gainAt(other.markPrice));
    }
    return gains;
  }

  /**
   * Cash and unrealised gains of the other positions, less the margin they need: what can cover losses of `position`.
   */
  cushionFor(position: AccountPosition, maintenanceMargin: number): number {
    let cushion = this.cash;
    for (const other of this.#positions) {
      if (other === position || other.side === 0) continue;
      cushion += other.gainAt(other.markPrice) - other.maintenance(maintenanceMargin);
    }
    return cushion;
  }
}

/** The entries that were rejected, in a run that allows negative prices. */
export function rejectedOf(
  { rejectedEntries }: Wallet,
  { allowNegativePrices }: Pick<SimulationRules, "allowNegativePrices">,
): { readonly rejectedEntries?: number } {
  return allowNegativePrices === true ? { rejectedEntries } : {};
}
