/** A position as its account sees it. */
interface AccountPosition {
  /** 1 long, -1 short, 0 flat. */
  readonly side: number;
  readonly quantity: number;
  /** Cash that the position has bound. */
  readonly committed: number;
  /** The last close of its symbol. */
  readonly markPrice: number;
  /** Unrealised profit at `price`, without the exit's fee. */
  gainAt(price: number): number;
}

/** The cash of an account, shared by its positions. */
export class Wallet {
  /**
   * Quote currency, without the gains and losses of open positions: entering moves nothing but the fee. Below 0 when a
   * loss is owed that the gains of other positions stand behind.
   */
  cash = 0; // a number from the start, for it is read at every candle
  /** Of all fills so far. */
  feesPaid = 0;

  readonly #positions: AccountPosition[] = [];

  constructor(cash: number) {
    this.cash = cash;
  }

  /** What open positions have bound. Added up anew each time: nothing is left of what is closed. */
  get committed(): number {
    let committed = 0;
    for (const position of this.#positions) committed += position.committed;
    return committed;
  }

  /** Makes a position one of the account's. */
  add(position: AccountPosition): void {
    this.#positions.push(position);
  }

  /** What the positions beside `position` have gained at their last closes; losses among them do not count. */
  gainsBeside(position: AccountPosition): number {
    let gains = 0;
    for (const other of this.#positions) {
      if (other !== position) gains += Math.max(0, other.gainAt(other.markPrice));
    }
    return gains;
  }

  /** What stands behind `position`: the cash and the other positions' gains, less the margin that those need. */
  cushionFor(position: AccountPosition, maintenanceMargin: number): number {
    let cushion = this.cash;
    for (const other of this.#positions) {
      if (other === position || other.side === 0) continue;
      const { markPrice } = other;
      cushion += other.gainAt(markPrice) - maintenanceMargin * other.quantity * markPrice;
    }
    return cushion;
  }
}
