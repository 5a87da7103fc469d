import { executionConformance } from "@bourse/backtest-engine/conformance";
import type { ExecutionBroker } from "@bourse/backtest-engine/execution";
import { describe, test } from "vitest";

import { createCcxtBroker, loadCcxt, type CcxtBrokerOptions } from "../src/index.ts";
import { KEY, openBinanceExchange, SECRET, type BinanceExchange } from "./binance-exchange.ts";

const ccxt = await loadCcxt();

describe("a Binance account through ccxt", () => {
  executionConformance({
    test,
    open: async () => ({
      broker: brokerAt(openBinanceExchange()),
      symbol: "BTCUSDT",
      base: "BTC",
      quote: "USDT",
      otherSymbol: "ETHUSDT",
      quantity: "0.5",
      lowPrice: "40",
      unaffordable: "5000",
    }),
  });
});

function brokerAt(
  exchange: BinanceExchange,
  options: Partial<CcxtBrokerOptions> = {},
): ExecutionBroker {
  return createCcxtBroker({
    ccxt,
    exchange: "binance",
    apiKey: KEY,
    apiSecret: SECRET,
    fetch: exchange.fetch,
    paceMilliseconds: 1,
    pauseMilliseconds: 1,
    ...options,
  });
}
