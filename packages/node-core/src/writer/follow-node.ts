import type { DataNode } from "../node/data-node.ts";

/**
 * A node whose calls go to the node that `current` returns at that moment: the routes stay, while this process stands
 * by, takes over and stands by again.
 */
export function followNode(current: () => DataNode): DataNode {
  const part = <Name extends Part>(name: Name): DataNode[Name] => followed(() => current()[name]);
  return Object.freeze({
    payments: part("payments"),
    transactions: part("transactions"),
    tokens: part("tokens"),
    shares: part("shares"),
    inbox: part("inbox"),
    compliance: part("compliance"),
    history: part("history"),
    fees: part("fees"),
    keys: part("keys"),
    webhooks: part("webhooks"),
    trail: part("trail"),
    self: () => current().self(),
    health: () => current().health(),
    checkHealth: () => current().checkHealth(),
    stats: () => current().stats(),
    peers: (query) => current().peers(query),
    start: () => current().start(),
    announceStop: () => current().announceStop(),
    stop: () => current().stop(),
  } satisfies DataNode);
}

type Part =
  | "payments"
  | "transactions"
  | "tokens"
  | "shares"
  | "inbox"
  | "compliance"
  | "history"
  | "fees"
  | "keys"
  | "webhooks"
  | "trail";

/** An object of functions, each of which is looked up when it is called. */
function followed<Functions extends object>(current: () => Functions): Functions {
  return new Proxy({} as Functions, {
    get:
      (_, name) =>
      (...args: readonly unknown[]): unknown => {
        const owner = current();
        const call = Reflect.get(owner, name) as (...args: readonly unknown[]) => unknown;
        return Reflect.apply(call, owner, args);
      },
  });
}
