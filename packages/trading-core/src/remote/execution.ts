/** Orders over the bus: one process of the role `execution` writes to the account, and the others ask it. */

import type { Bus, Subscription } from "@bourse/kernel";

import { ExecutionError } from "../execution/errors.ts";
import type { ExecutionBroker } from "../execution/port.ts";
import { callRemote, unreadable, type RemoteLimits, type ReplyShape } from "./remote-call.ts";

const SERVICE = "execution";
/** Nothing is repeated here: the caller knows whether its order has an id that makes a repetition the same order. */
const LIMITS: RemoteLimits = { timeoutMilliseconds: 20_000, trials: 1 };

/** Lets the other processes on the bus trade with a broker until it is stopped. */
export function serveExecution(bus: Bus, broker: ExecutionBroker): Subscription {
  const given = <Payload extends readonly unknown[]>(payload: unknown): Payload => {
    if (!Array.isArray(payload)) throw unreadable("A call of the execution service");
    // The broker checks what it is asked for.
    return payload as readonly unknown[] as Payload;
  };
  return bus.serve(SERVICE, {
    place: (payload) => {
      const [request, options] = given<Parameters<ExecutionBroker["place"]>>(payload);
      return broker.place(request, options);
    },
    orders: (payload) => broker.orders(...given<Parameters<ExecutionBroker["orders"]>>(payload)),
    order: (payload) => broker.order(...given<Parameters<ExecutionBroker["order"]>>(payload)),
    cancel: (payload) => broker.cancel(...given<Parameters<ExecutionBroker["cancel"]>>(payload)),
    positions: (payload) => {
      const [symbol] = given<[string | null]>(payload);
      return broker.positions(symbol ?? undefined);
    },
    close: (payload) => broker.close(...given<Parameters<ExecutionBroker["close"]>>(payload)),
    balance: () => broker.balance(),
    ping: () => broker.ping(),
  });
}

/** Reaches the broker of the process that owns the account. `exchange`: the venue's name, as both are set. */
export function remoteBroker(bus: Bus, exchange: string): ExecutionBroker {
  const call = <Reply>(reply: ReplyShape, method: string, ...payload: unknown[]): Promise<Reply> =>
    callRemote(bus, SERVICE, { method, payload, reply }, LIMITS, unavailable);
  return {
    exchange,
    place: (request, options = {}) => call("object", "place", request, options),
    orders: (query = {}) => call("objects", "orders", query),
    order: (orderId) => call("object", "order", orderId),
    cancel: (orderId, symbol) => call("object", "cancel", orderId, symbol),
    positions: (symbol) => call("objects", "positions", symbol ?? null),
    close: (request) => call("objects", "close", request),
    balance: () => call("object", "balance"),
    ping: async () => void (await call("any", "ping")),
  };
}

function unavailable(cause: unknown): ExecutionError {
  return new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    "The execution service does not answer now. An order may have been placed: send it again with the same client_order_id or Idempotency-Key.",
    { cause },
  );
}
