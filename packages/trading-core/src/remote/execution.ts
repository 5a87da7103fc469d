/** Orders over the bus: one process of the role `execution` writes to the account, and the others ask it. */

import { checkText, hasCode, type Bus, type Subscription } from "@bourse/kernel";

import { checkedBroker } from "../execution/checked-broker.ts";
import { ExecutionError } from "../execution/errors.ts";
import type { ExecutionBroker } from "../execution/port.ts";
import { anyBroker, askingBus, servingBus } from "../part-shapes.ts";
import {
  auditedCall,
  resolveServeOptions,
  textOrNull as text,
  type ServeOptions,
} from "./audit-calls.ts";
import {
  callRemote,
  isObject,
  unreadable,
  type RemoteLimits,
  type ReplyShape,
} from "./remote-call.ts";

const SERVICE = "execution";
/** Nothing is repeated here: the caller knows whether its order has an id that makes a repetition the same order. */
const LIMITS: RemoteLimits = { timeoutMilliseconds: 20_000, trials: 1 };

/**
 * Lets the other processes on the bus trade with a broker until it is stopped. The trail gets rows
 * `bus.order.placed`, `bus.order.cancelled` and `bus.position.closed`.
 */
export function serveExecution(
  bus: Bus,
  broker: ExecutionBroker,
  served: ServeOptions = {},
): Subscription {
  servingBus("bus", bus);
  anyBroker("broker", broker);
  const options = resolveServeOptions("serveExecution", served);
  const given = <Payload extends readonly unknown[]>(payload: unknown): Payload => {
    if (!Array.isArray(payload)) throw unreadable("A call of the execution service");
    // The broker checks what it is asked for.
    return payload as readonly unknown[] as Payload;
  };
  return bus.serve(SERVICE, {
    place: async (payload, call) => {
      const [request, terms] = given<Parameters<ExecutionBroker["place"]>>(payload);
      const facts = { action: "bus.order.placed", details: orderFacts(request, terms) };
      const place = () => broker.place(request, terms);
      return await auditedCall(options, call, facts, place, ({ orderId }) => orderId);
    },
    orders: (payload) => broker.orders(...given<Parameters<ExecutionBroker["orders"]>>(payload)),
    order: (payload) => broker.order(...given<Parameters<ExecutionBroker["order"]>>(payload)),
    cancel: async (payload, call) => {
      const [orderId, symbol] = given<Parameters<ExecutionBroker["cancel"]>>(payload);
      const facts = { action: "bus.order.cancelled", subject: text(orderId) };
      return await auditedCall(options, call, facts, () => broker.cancel(orderId, symbol));
    },
    positions: (payload) => {
      const [symbol] = given<[string | null]>(payload);
      return broker.positions(symbol ?? undefined);
    },
    close: async (payload, call) => {
      const [request] = given<Parameters<ExecutionBroker["close"]>>(payload);
      const facts = { action: "bus.position.closed", subject: text(fieldsOf(request)["symbol"]) };
      return await auditedCall(options, call, facts, () => broker.close(request));
    },
    balance: () => broker.balance(),
    ping: () => broker.ping(),
  });
}

/** Details of the row of an order. */
function orderFacts(request: unknown, terms: unknown): Readonly<Record<string, string | null>> {
  const { symbol, side, orderType, quantity, price, stopPrice } = fieldsOf(request);
  return {
    symbol: text(symbol),
    side: text(side),
    type: text(orderType),
    quantity: text(quantity),
    price: text(price),
    stop_price: text(stopPrice),
    owner: text(fieldsOf(terms)["owner"]),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Reaches the broker of the process that owns the account. `exchange`: the venue's name, as both are set. */
export function remoteBroker(bus: Bus, exchange: string): ExecutionBroker {
  askingBus("bus", bus);
  checkText("exchange", exchange);
  const call = <Reply>(reply: ReplyShape, method: string, ...payload: unknown[]): Promise<Reply> =>
    callRemote(bus, SERVICE, { method, payload, reply }, LIMITS, (cause) =>
      unavailable(method, cause),
    );
  return checkedBroker("remoteBroker", {
    exchange,
    place: (request, options = {}) => call("object", "place", request, options),
    orders: (query = {}) => call("objects", "orders", query),
    order: (orderId) => call("object", "order", orderId),
    cancel: (orderId, symbol) => call("object", "cancel", orderId, symbol),
    positions: (symbol) => call("objects", "positions", symbol ?? null),
    close: (request) => call("objects", "close", request),
    balance: () => call("object", "balance"),
    ping: async () => void (await call("any", "ping")),
  });
}

function unavailable(method: string, cause: unknown): ExecutionError {
  const isUndone =
    hasCode(cause, "BUS_NO_RESPONDER", "BUS_TIMEOUT", "BUS_UNAVAILABLE") &&
    cause.details["isUndone"] === true;
  const outcome = OUTCOMES[method];
  const next = outcome === undefined ? "Try again later." : isUndone ? NOTHING : outcome;
  return new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    `The execution service ${isUndone ? "cannot be reached" : "does not answer"} now. ${next}`,
    { cause },
  );
}

const NOTHING = "Nothing was done. Try again later.";
/** Sentence for the caller of an act whose answer is missing, by method. */
const OUTCOMES: Readonly<Record<string, string>> = {
  place:
    "An order may have been placed: send it again with the same client_order_id or Idempotency-Key.",
  cancel: "The order may have been cancelled: look at it before you try again.",
  close: "Positions may have been closed: look at them before you try again.",
};
