import type { ExecutionBroker } from "@bourse/trading-core/execution";

import { createCcxtBroker, loadCcxt, type CcxtBrokerOptions } from "../src/index.ts";
import { KEY, SECRET, type BinanceExchange } from "./binance-exchange.ts";

export const ccxt = await loadCcxt();

/** The keys of the tests' account. */
export const account = { ccxt, exchange: "binance", apiKey: KEY, apiSecret: SECRET } as const;

/** The real ccxt, at the tests' exchange and at its full speed. */
export function brokerAt(
  exchange: BinanceExchange,
  options: Partial<CcxtBrokerOptions> = {},
): ExecutionBroker {
  return createCcxtBroker({
    ...account,
    fetch: exchange.fetch,
    paceMilliseconds: 1,
    pauseMilliseconds: 1,
    ...options,
  });
}
