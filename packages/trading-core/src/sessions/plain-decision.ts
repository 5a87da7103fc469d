/** A decision without the numbers of its orders, so that those of an exchange and of a simulation can be compared. */

import { hashOf, sorted } from "../session/hash-of.ts";
import type { SessionDecision, SessionOrder } from "../session/session.ts";

/** Hash of the signal, or of a strategy by orders of the terms of its orders. */
export function plainDecision(
  { signal, scope, submitted }: Pick<SessionDecision, "signal" | "scope" | "submitted">,
  orderOf: (number: number) => SessionOrder | undefined,
): string {
  if (signal !== null) return hashOf([signal]);
  // What acts have asked for is none of the strategy's.
  if (scope === "none") return hashOf([]);
  return hashOf(
    submitted.map((number) => {
      const order = orderOf(number);
      if (order === undefined) return null;
      const { side, type, price, stopPrice, size, reduceOnly, group, tag } = order;
      return sorted({ side, type, price, stopPrice, size, reduceOnly, group, tag });
    }),
  );
}
