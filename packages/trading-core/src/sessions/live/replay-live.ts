/** The stored decisions of a live session taken again, each with the orders and fills that stood before it. */

import type { Store } from "@bourse/kernel";

import { readAmount } from "../../execution/paper/amount.ts";
import type { LiveFill } from "../../session/live/live-books.ts";
import type { LiveKernel } from "../../session/live/live-kernel.ts";
import type { LiveStep } from "../../session/live/live-step.ts";
import {
  sessionFills,
  sessionOrders,
  sessionSteps,
  type SessionFillDocument,
  type SessionStepDocument,
} from "../collections.ts";
import { allOf } from "../read-session.ts";

/**
 * Brings a fresh kernel to where its session stands. `told` is called with each stored decision and the same one as it
 * came out again. `decidesAnew`: signals are asked of the strategy, in place of those that it gave.
 */
export async function replayLive(
  store: Store,
  id: string,
  kernel: LiveKernel,
  told: (step: SessionStepDocument, again: LiveStep["decision"]) => void,
  decidesAnew = false,
): Promise<void> {
  for await (const { order, live } of allOf(store, sessionOrders, id)) {
    if (live !== undefined) kernel.orders.load({ order, live });
  }
  const fills: SessionFillDocument[] = [];
  for await (const fill of allOf(store, sessionFills, id)) fills.push(fill);
  let booked = 0;
  const bookUpTo = (candles: number): void => {
    for (let next = fills[booked]; next !== undefined; next = fills[++booked]) {
      if (next.fill.candle > candles) return;
      const exact = exactFill(next);
      if (exact !== undefined) kernel.bookAgain(next.fill.order ?? 0, exact);
    }
  };
  for await (const step of allOf(store, sessionSteps, id)) {
    bookUpTo(step.index);
    const seen = kernel.orders.countBefore(step.index, step.decision.submitted.length);
    told(step, kernel.again(decidesAnew ? { ...step, said: null } : step, seen));
  }
  bookUpTo(Infinity);
}

/** A stored part of a fill; undefined for one without exact amounts. */
export function exactFill({ fill, exact }: SessionFillDocument): LiveFill | undefined {
  return (
    exact && {
      side: fill.side,
      quantity: readAmount(exact.quantity),
      value: readAmount(exact.value),
      fee: readAmount(exact.fee),
    }
  );
}
