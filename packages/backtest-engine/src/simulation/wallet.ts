/** The cash of an account, shared by its positions. */
export class Wallet {
  /** Quote currency, without the gains and losses of open positions: entering moves nothing but the fee. */
  cash: number;
  /** What open positions have bound: entry price × quantity / leverage. */
  committed = 0;
  /** Of all fills so far. */
  feesPaid = 0;

  constructor(cash: number) {
    this.cash = cash;
  }
}
