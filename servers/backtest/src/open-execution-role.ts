/** The account's only writer: of the processes that could be it, the one that holds the lease. */

import type { HttpLogger } from "@bourse/http";
import { systemIds, type Bus, type Clock, type Store } from "@bourse/kernel";
import { fencedStore, serveExecution, startLease, type Lease } from "@bourse/trading-core";
import { createPaperBroker } from "@bourse/trading-core/execution";
import type { ExchangeDirectory } from "@bourse/trading-core/market-data";

import type { OpenExecution } from "./execution.ts";

/** Name of the lease of the account. */
const LEASE = "execution";

/** Parts that the writer works with. */
export interface ExecutionRoleOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly exchanges: ExchangeDirectory;
  readonly execution: OpenExecution;
  readonly logger: HttpLogger;
}

/** Begins to ask for the account; orders are taken while this process has it. */
export function startExecutionRole(options: ExecutionRoleOptions): Lease {
  const { store, clock, logger } = options;
  const holder = systemIds.uuid();
  let end: (() => Promise<void>) | undefined;
  const onError = (error: unknown): void =>
    logger.error({ err: error }, "the lease of the account could not be renewed");
  return startLease({
    store,
    clock,
    name: LEASE,
    holder,
    async onGained() {
      logger.info({}, "this process takes the orders of the account now");
      end = await begin(options, fencedStore(store, LEASE, holder)).catch((error: unknown) => {
        logger.error({ err: error }, "orders could not be taken");
        return undefined;
      });
    },
    async onLost() {
      logger.info({}, "this process no longer takes the orders of the account");
      await end?.();
      end = undefined;
    },
    onError,
  });
}

async function begin(
  { bus, clock, exchanges, execution, logger }: ExecutionRoleOptions,
  store: Store,
): Promise<() => Promise<void>> {
  const { execution: venue, paper } = execution.options;
  if (venue !== undefined) {
    const served = serveExecution(bus, venue);
    return () => served.stop();
  }
  const broker = createPaperBroker({
    ...paper,
    store,
    bus,
    clock,
    ids: systemIds,
    candles: { candles: (request) => exchanges.find().candles(request) },
    onError: (error) => logger.error({ err: error }, "resting paper orders could not be settled"),
  });
  const served = serveExecution(bus, broker);
  await broker.start();
  return async () => {
    await served.stop();
    await broker.stop();
  };
}
