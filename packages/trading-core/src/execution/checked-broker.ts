/** Checks of what a broker is asked, for callers without types. */

import {
  absentOr,
  anyNumber,
  anyText,
  checkArguments,
  checkedCalls,
  exactObject,
  objectOf,
  optionsOf,
  wholeNumber,
  type CallSignatures,
  type RefuseArgument,
} from "@bourse/kernel";

import { anyBroker } from "../part-shapes.ts";
import { ExecutionError } from "./errors.ts";
import type { ExecutionBroker } from "./port.ts";

const maybeText = absentOr(anyText);

const rules: CallSignatures<ExecutionBroker> = {
  place: {
    request: exactObject({
      symbol: anyText,
      side: anyText,
      quantity: anyText,
      orderType: maybeText,
      price: maybeText,
      stopPrice: maybeText,
      clientOrderId: maybeText,
    }),
    options: optionsOf({ idempotencyKey: maybeText, owner: maybeText }),
  },
  orders: {
    query: optionsOf({
      symbol: maybeText,
      status: maybeText,
      limit: absentOr(wholeNumber({ min: 1, max: 1000 })),
      after: absentOr(objectOf({ orderId: anyText, createdAt: anyNumber })),
    }),
  },
  order: { orderId: anyText },
  cancel: { orderId: anyText, symbol: anyText },
  positions: { symbol: maybeText },
  close: { request: exactObject({ symbol: anyText, side: maybeText, owner: maybeText }) },
  balance: {},
  ping: {},
};

/** The error of an argument of a broker's call; details.field is the field of the request, else the argument. */
export const orderInvalid: RefuseArgument = (message, path) => {
  const field = path.slice(path.length > 1 ? 1 : 0).join(".");
  return new ExecutionError("ORDER_INVALID", message, { details: { field } });
};

/**
 * Returns the broker with checks of the arguments of its calls, which then reject with ExecutionError ORDER_INVALID,
 * details.field: the field of the request, or the argument. `name` is its name in the message.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function checkedBroker<B extends ExecutionBroker>(name: string, broker: B): B {
  checkArguments("checkedBroker", { name: anyText, broker: anyBroker }, [name, broker]);
  return { ...broker, ...checkedCalls<ExecutionBroker>(name, broker, rules, [], orderInvalid) };
}
