/** A paper market with guards on its account, and brokers that hold an order on its way. */

import { Decimal } from "@bourse/kernel";
import { createMemoryStore, seededIds } from "@bourse/kernel";

import {
  paperCollections,
  type ExecutionBroker,
  type OrderRequest,
} from "../../src/execution/index.ts";
import { newestPrice } from "../../src/market-data/live-price.ts";
import {
  createGuardedBroker,
  createKillSwitch,
  riskCollections,
  type FindLastPrice,
  type GuardedBroker,
  type GuardedBrokerOptions,
  type KillSwitchOptions,
} from "../../src/risk/index.ts";
import { openMarket } from "../execution/paper-market.ts";

export const buy = (quantity: string, more: Partial<OrderRequest> = {}): OrderRequest => ({
  symbol: "BTCUSDT",
  side: "buy",
  quantity,
  ...more,
});

export async function openGuarded(options: Partial<GuardedBrokerOptions> = {}) {
  const store = createMemoryStore({ collections: [...paperCollections, ...riskCollections] });
  const market = await openMarket({ store, symbols: ["BTCUSDT", "ETHUSDT"] });
  const { broker: paper, clock, candles } = market;
  const lastPrice: FindLastPrice = async (symbol) => {
    const reply = await candles.candles({ symbol, interval: "1", limit: 1, isLive: true });
    const { price, priceTime } = newestPrice(reply, symbol, "1");
    return { price: Decimal.fromNumber(price), priceTime };
  };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const fixed = { store, clock, lastPrice, ids: seededIds(7), ownsAccount: true, onError };
  const guard = (more: Partial<GuardedBrokerOptions> = {}): GuardedBroker =>
    createGuardedBroker({ broker: paper, ...fixed, ...options, ...more });
  const killSwitch = (more: Partial<KillSwitchOptions> = {}) =>
    createKillSwitch({ store, clock, ...more });
  return { ...market, store, paper, guard, killSwitch, errors };
}

/** A broker whose orders wait on their way until the test lets them go. */
export function heldBroker(broker: ExecutionBroker) {
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  return {
    arrived: arrived.promise,
    release: () => gate.resolve(),
    broker: {
      ...broker,
      async place(...call: Parameters<ExecutionBroker["place"]>) {
        arrived.resolve();
        await gate.promise;
        return await broker.place(...call);
      },
    },
  };
}
