/** The account of a service: the broker that its orders go to, behind the guard. */

import type { Bus, Clock, Ids, Store } from "@bourse/kernel";

import { followOrders } from "./execution/followed-orders.ts";
import type { TellOrder } from "./execution/order-event.ts";
import { createPaperBroker } from "./execution/paper/paper-broker.ts";
import type { PaperBrokerOptions } from "./execution/paper/paper-options.ts";
import type { ExecutionBroker } from "./execution/port.ts";
import type { ExchangeDirectory } from "./market-data/exchange-directory.ts";
import { guardAccount, type ServiceGuardOptions } from "./risk/guard-account.ts";

/** Options of a service that its account needs. */
interface AccountOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly exchanges: ExchangeDirectory;
  readonly execution?: ExecutionBroker;
  readonly followsOrders?: boolean;
  readonly paper?: Partial<PaperBrokerOptions>;
  readonly priceMaxAgeSeconds?: number;
  readonly guard?: ServiceGuardOptions | undefined;
}

/** The broker that orders go to, behind its guard: another one, or the service's own on paper. */
export function openAccount(
  options: AccountOptions,
  given: {
    readonly clock: Clock;
    readonly ids: Pick<Ids, "uuid">;
    readonly tellOrder: TellOrder | undefined;
    readonly onFault: (error: unknown) => void;
  },
): {
  readonly broker: ExecutionBroker;
  readonly start?: () => Promise<void>;
  readonly stop?: () => Promise<void>;
  readonly look?: () => Promise<void>;
} {
  const { store, bus, exchanges, paper, priceMaxAgeSeconds, execution, guard } = options;
  const { clock, ids, tellOrder, onFault } = given;
  const guarded = { store, clock, ids, exchanges, guard, onError: onFault };
  if (execution !== undefined) {
    // The process that has the account guards it.
    if (options.followsOrders === false) return { broker: execution };
    if (tellOrder === undefined) return guardAccount({ broker: execution, ...guarded });
    const followed = followOrders(execution, { store, clock, tell: tellOrder, onError: onFault });
    return guardAccount({ broker: followed, ...guarded });
  }
  const own = createPaperBroker({
    ...paper,
    ...(priceMaxAgeSeconds !== undefined && { priceMaxAgeSeconds }),
    store,
    bus,
    clock,
    ids,
    tellOrder,
    candles: { candles: (request) => exchanges.find().candles(request) },
    onError: onFault,
  });
  return guardAccount({ broker: own, ...guarded });
}
