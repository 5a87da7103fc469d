/** Types of the contract under the names that the page uses. */

import type { GetKlinesInput } from "@bourse/client/backtest";

export type { BacktestResult } from "@bourse/contract/backtest";

/** Length of a candle as the klines route takes it. */
export type GetKlinesInterval = NonNullable<NonNullable<GetKlinesInput["query"]>["interval"]>;
