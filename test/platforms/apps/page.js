import { resultHash } from "@bourse/backtest-engine/research";
/** Decimals, indicators, a backtest, a login and a review in a web page. */
import { sma } from "@bourse/indicators";
import { Decimal } from "@bourse/kernel";

import { candles } from "./candles.js";
import { openBacktests, runBacktest, runLogin } from "./jobs.js";
import { runReview } from "./markets.js";
import { hashes } from "./same-bits.js";

/** Results that must be the same everywhere. */
export async function runInPage() {
  const { serve } = await openBacktests();
  return {
    figures: await runBacktest(serve),
    steps: await runLogin(),
    review: await runReview(),
    hashes: hashes(),
    decimal: Decimal.parse("0.1").plus(Decimal.parse("0.2")).toString(),
    average: resultHash(sma(candles().close, 20)),
  };
}
