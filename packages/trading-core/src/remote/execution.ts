/** Orders over the bus: one process of the role `execution` writes to the account, and the others ask it. */

import { hasCode, type Bus, type Subscription } from "@bourse/kernel";

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
    callRemote(bus, SERVICE, { method, payload, reply }, LIMITS, unanswered);
  // Asked before anything is sent: an act on a bus that is known to be down was not done.
  const act = async <Reply>(reply: ReplyShape, method: string, ...payload: unknown[]) => {
    await bus.probe().catch((error: unknown) => {
      throw hasCode(error, "BUS_UNAVAILABLE", "BUS_CLOSED") ? unsent(error) : error;
    });
    return await callRemote<Reply>(bus, SERVICE, { method, payload, reply }, LIMITS, unconfirmed);
  };
  return {
    exchange,
    place: (request, options = {}) => act("object", "place", request, options),
    orders: (query = {}) => call("objects", "orders", query),
    order: (orderId) => call("object", "order", orderId),
    cancel: (orderId, symbol) => act("object", "cancel", orderId, symbol),
    positions: (symbol) => call("objects", "positions", symbol ?? null),
    close: (request) => act("objects", "close", request),
    balance: () => call("object", "balance"),
    ping: async () => void (await call("any", "ping")),
  };
}

function unanswered(cause: unknown): ExecutionError {
  return away("The execution service does not answer now; try again later.", cause);
}

function unsent(cause: unknown): ExecutionError {
  return away(
    "The execution service cannot be reached now: nothing was sent and no order was placed. Try again later.",
    cause,
  );
}

function unconfirmed(cause: unknown): ExecutionError {
  return away(
    "The execution service does not answer now. An order may have been placed: send it again with the same client_order_id or Idempotency-Key.",
    cause,
  );
}

function away(message: string, cause: unknown): ExecutionError {
  return new ExecutionError("EXECUTION_UNAVAILABLE", message, { cause });
}
