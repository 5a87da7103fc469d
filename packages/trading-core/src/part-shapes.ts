/** Shapes of the parts that public functions are given: ports checked by their methods. */

import {
  allOf,
  anyFunction,
  anyText,
  listOf,
  objectOf,
  refuseArgument,
  trueOrFalse,
  type ArgumentRule,
} from "@bourse/kernel";

const port = (...methods: readonly string[]): ArgumentRule =>
  objectOf(Object.fromEntries(methods.map((method) => [method, anyFunction])));

/** Accepts a store. */
export const anyStore: ArgumentRule = port("transaction", "find", "get", "now");
/** Accepts a clock. */
export const anyClock: ArgumentRule = port("now", "monotonic", "sleep");
/** Accepts a bus that answers requests. */
export const servingBus: ArgumentRule = port("serve");
/** Accepts a bus that requests are sent over. */
export const askingBus: ArgumentRule = port("request");
/** Accepts a directory of exchanges. */
export const anyExchanges: ArgumentRule = objectOf({
  names: listOf(anyText),
  defaultName: anyText,
  find: anyFunction,
});
/** Accepts the control of a cache of candles. */
export const anyCache: ArgumentRule = port("status", "clear");
/** Accepts a storage of imported candles. */
export const anyImports: ArgumentRule = port("import", "list", "delete");
/** Accepts a source of candles. */
export const anyProvider: ArgumentRule = objectOf({
  exchange: anyText,
  candles: anyFunction,
  symbols: anyFunction,
});
/** Accepts a column of times. */
export const anyTimes: ArgumentRule = (argument, value) => {
  if (!(value instanceof Float64Array)) refuseArgument(argument, "a Float64Array", value);
};
/** Accepts a broker. */
export const anyBroker: ArgumentRule = allOf(
  port("place", "orders", "order", "cancel", "positions", "close", "balance", "ping"),
  objectOf({ exchange: anyText }),
);

/** Accepts the funding of a request: true or false, or rates, whose values the engine checks. */
export const anyFunding: ArgumentRule = (name, value) => {
  if (typeof value !== "object" || value === null) trueOrFalse(name, value);
};
