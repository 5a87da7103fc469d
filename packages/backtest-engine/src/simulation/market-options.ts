/** Options of a simulation that are facts of its market, by symbol in a run on several. */

import type { BorrowRate } from "./borrow-rate.ts";
import type { Contracts } from "./contract.ts";
import type { Dividends, Splits } from "./corporate-actions.ts";
import type { Funding } from "./funding-rate.ts";
import type { Rolls } from "./rolls.ts";

/** Costs, payments and contracts of the markets of a simulation. */
export interface MarketOptions {
  /**
   * Borrowing cost per candle, charged at each close while a position is held, as a fraction of the borrowed amount:
   * the value of a short at that close, or the part of a leveraged long's entry beyond the account's own cash. Counts
   * as a fee. 0 to below 0.5; in a run on several symbols also by symbol, where the others cost nothing. Default 0.
   */
  readonly borrowRate?: BorrowRate;
  /**
   * Funding rates of a perpetual contract, oldest first; by symbol in a run on several. Each is settled once: quantity
   * × mark price × rate, which a long pays and a short receives while the rate is above 0. One at the open of a candle
   * is settled before the fills there; one inside a candle at its close, after the exits inside it, and before fills at
   * that close. Default: none.
   */
  readonly funding?: Funding;
  /**
   * Dividends of a share, by symbol in a run on several. Each is booked at the open of its ex-date, before any fill: a
   * long receives quantity × amount, a short pays it, and the profit of the trade contains it. The strategy sees the
   * candles as they are. Default: none.
   */
  readonly dividends?: Dividends;
  /**
   * Splits of a share, by symbol in a run on several, for candles that are not adjusted. At the open of the ex-date,
   * before dividends and fills, quantities and waiting orders' units are multiplied by the ratio, and entry prices,
   * stops, targets and waiting orders' prices divided by it. Fractions of a share are kept. Default: none.
   */
  readonly splits?: Splits;
  /**
   * Contract of a future, by symbol in a run on several. A quantity is then a number of whole contracts (of `lotSize`
   * where that is given), its value is price × `multiplier` × quantity, and profits, fees, dividends and funding are in
   * that measure. With `margin` an entry binds that much cash per contract instead of its value, gains that are not
   * realised do not add to the cash, `maintenanceMargin` is a fraction of the `margin`, and a `leverage` above 1 is
   * refused beside it; with contracts by symbol it is that of the others, and the most that weights add up to. Default:
   * none.
   */
  readonly contract?: Contracts;
  /**
   * Times at which a future's series goes over to the next contract, milliseconds UTC and rising, by symbol in a run on
   * several. A position is closed at the close of the last candle that opens before such a time, with exit reason
   * `roll`, and opened again before any other fill at the open of the next candle, for as many contracts as the cash
   * then carries. Both are market fills with fee and slippage; the step of price between them is no profit, in series
   * that are adjusted and that are not. Each part is a trade. Stop and target are set anew from the new entry price;
   * waiting orders keep their prices. Excludes dividends and splits of the symbol and a `volumeShare`. Default: none.
   */
  readonly rolls?: Rolls;
}
