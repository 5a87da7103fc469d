/** The result of a backtest job: the seed's four numbers and what stands beside them. */

import * as z from "zod";

import { CandleSource, Timestamp } from "./common.ts";
import { Count, NotNegative, Text } from "./fields.ts";
import { RunFigures } from "./figures.ts";

/** Rates and returns are fractions (0.05 is 5 %); null where a statistic is not defined. */
export const BacktestResult = z.object({
  ...RunFigures.shape,
  strategy: Text,
  symbol: Text,
  interval: Text,
  candles: Count,
  first_timestamp: Timestamp,
  last_timestamp: Timestamp,
  source: CandleSource,
  elapsed_ms: NotNegative,
  warnings: z.array(Text).optional(),
});
export type BacktestResult = z.infer<typeof BacktestResult>;
