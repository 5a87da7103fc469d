/** The account's only writer: of the processes that could be it, the one that holds the lease. */

import {
  anyFunction,
  functionOption,
  numberOption,
  objectOf,
  optional,
  portOption,
  resolveOptions,
  shapedOption,
  systemIds,
  type AuditTrail,
  type Bus,
  type Clock,
  type Logger,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import type { BacktestServiceOptions } from "../backtest-service.ts";
import { followOrders } from "../execution/followed-orders.ts";
import type { TellOrder } from "../execution/order-event.ts";
import { createPaperBroker } from "../execution/paper/paper-broker.ts";
import { fencedStore, startLease, type Lease } from "../leases/lease.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { anyClock, anyExchanges, anyStore, servingBus } from "../part-shapes.ts";
import { serveExecution } from "../remote/execution.ts";
import {
  guardAccount,
  guardOption,
  type ServiceGuardOptions,
  type WorkingBroker,
} from "../risk/guard-account.ts";

/** The broker that orders go to or the terms of paper trading, as the service takes them, and their disposal. */
export interface OpenExecution {
  /** Options of the service: a broker with the account of live sessions, or the terms of its own paper broker. */
  readonly options: Pick<BacktestServiceOptions, "execution" | "paper" | "live">;
  /** Ends the connections of the broker. */
  close(): Promise<void>;
}

/** Name of the lease of the account. */
const LEASE = "execution";

/** Options of {@link startExecutionRole}. */
export interface ExecutionRoleOptions {
  /** Store of the service, which holds the lease and the paper account. */
  readonly store: Store;
  /** Bus that the orders come over. */
  readonly bus: Bus;
  /** Source of time. */
  readonly clock: Clock;
  /** Audit trail of the orders that come over the bus. Default: none. */
  readonly trail?: Pick<AuditTrail, "append">;
  /** Sources of candles; the default one gives the prices of paper trading. */
  readonly exchanges: ExchangeDirectory;
  /** The broker, or the terms of paper trading. */
  readonly execution: OpenExecution;
  /** Maximum age in seconds of a price of paper trading. Default: two minutes. */
  readonly priceMaxAgeSeconds: number | undefined;
  /** Limits of orders. Default: none; the kill switch stands before orders all the same. */
  readonly guard?: ServiceGuardOptions | undefined;
  /** Tells webhooks of the orders, in the transactions that write what they tell of. Default: nobody is told. */
  readonly tellOrder?: TellOrder | undefined;
  /** Log of when the account is gained and lost, and of what goes wrong. */
  readonly logger: Pick<Logger, "info" | "error">;
}

/**
 * Begins to ask for the lease of the account, which one of all processes holds; orders from the bus are taken while
 * this process has it. The returned lease gives the account back when it is stopped.
 */
export function startExecutionRole(options: ExecutionRoleOptions): Lease {
  const { store, clock, logger } = resolveOptions("startExecutionRole", options, RULES);
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

const RULES: OptionRules<{
  readonly [Key in keyof Required<ExecutionRoleOptions>]: ExecutionRoleOptions[Key];
}> = {
  store: shapedOption("a store", anyStore),
  bus: shapedOption("a bus", servingBus),
  clock: shapedOption("a clock", anyClock),
  trail: optional(portOption<Pick<AuditTrail, "append">>(["append"])),
  exchanges: shapedOption("a directory of exchanges", anyExchanges),
  execution: shapedOption(
    "a broker or the terms of paper trading, and close()",
    objectOf({ options: objectOf({}), close: anyFunction }),
  ),
  priceMaxAgeSeconds: optional(numberOption({ above: 0 })),
  guard: guardOption,
  tellOrder: optional(functionOption<TellOrder>()),
  logger: portOption<ExecutionRoleOptions["logger"]>(["info", "error"]),
};

async function begin(options: ExecutionRoleOptions, store: Store): Promise<() => Promise<void>> {
  const { bus, clock, trail, exchanges, execution, priceMaxAgeSeconds, logger, guard } = options;
  const { tellOrder } = options;
  const { execution: venue, paper } = execution.options;
  const audited = trail === undefined ? {} : { trail };
  const guarded = {
    store,
    clock,
    ids: systemIds,
    exchanges,
    guard,
    onError: (error: unknown): void =>
      logger.error({ err: error }, "the guard of the account could not look at it"),
  };
  const serve = async (broker: WorkingBroker): Promise<() => Promise<void>> => {
    const account = guardAccount({ broker, ...guarded });
    const served = serveExecution(bus, account.broker, audited);
    await account.start();
    return async () => {
      await served.stop();
      await account.stop();
    };
  };
  if (venue !== undefined) {
    const onError = (error: unknown): void =>
      logger.error({ err: error }, "orders could not be looked at");
    return await serve(
      tellOrder === undefined
        ? venue
        : followOrders(venue, { store, clock, tell: tellOrder, onError }),
    );
  }
  return await serve(
    createPaperBroker({
      ...paper,
      ...(priceMaxAgeSeconds !== undefined && { priceMaxAgeSeconds }),
      store,
      bus,
      clock,
      ids: systemIds,
      tellOrder,
      candles: { candles: (request) => exchanges.find().candles(request) },
      onError: (error) => logger.error({ err: error }, "resting paper orders could not be settled"),
    }),
  );
}
