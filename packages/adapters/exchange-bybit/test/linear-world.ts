/** An exchange with an account of linear contracts, and brokers for it; closed when the test ends. */

import { onTestFinished } from "vitest";

import { createBybitBroker, type BybitBroker, type BybitBrokerOptions } from "../src/index.ts";
import { KEY, openLinearExchange, SECRET, type BybitExchange } from "./bybit-exchange.ts";

export function brokerAt(
  { origin }: BybitExchange,
  options: Partial<BybitBrokerOptions> = {},
): BybitBroker["broker"] {
  const made = createBybitBroker({
    apiKey: KEY,
    apiSecret: SECRET,
    category: "linear",
    origin,
    pauseMilliseconds: 1,
    requestsPerSecond: 1000,
    ...options,
  });
  onTestFinished(() => made.close());
  return made.broker;
}

export async function open(): ReturnType<typeof openLinearExchange> {
  const exchange = await openLinearExchange();
  onTestFinished(() => exchange.close());
  return exchange;
}
