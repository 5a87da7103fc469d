/** Orders from the page: each is sent once, and one whose answer was lost is known until it is settled. */

import type { Order, OrderRequestInput } from "@bourse/contract/backtest";
import { signal } from "@preact/signals";

import { clients, createId } from "./session.ts";
import { mayStand, wordsOf } from "./words.ts";

/** An order that may have been placed. */
interface Doubt {
  readonly body: OrderRequestInput;
  /** Idempotency-Key under which it was sent: a repeat under it is the same order. */
  readonly key: string;
  /** Reason why the answer is not known, for the reader. */
  readonly reason: string;
}

/** The order that may have been placed; undefined while there is none. */
export const doubt = signal<Doubt | undefined>(undefined);

/**
 * Places an order; undefined for one that may have been placed, which {@link doubt} then holds. The same order placed
 * again while it is in doubt is the same order.
 *
 * @throws the refusal of an order that was not placed
 */
export async function placeOrder(
  body: OrderRequestInput,
  until: AbortSignal,
): Promise<Order | undefined> {
  const before = doubt.peek();
  const isAgain = before !== undefined && JSON.stringify(before.body) === JSON.stringify(body);
  const key = isAgain ? before.key : createId();
  try {
    const options = { idempotencyKey: key, signal: until };
    const { order } = await clients.peek().execution.placeOrder({ body }, options);
    if (isAgain) doubt.value = undefined;
    return order;
  } catch (error) {
    if (!mayStand(error)) throw error;
    doubt.value = { body, key, reason: wordsOf(error) };
    return undefined;
  }
}
