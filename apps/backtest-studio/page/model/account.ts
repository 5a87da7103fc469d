/** The account as it was last read: balance, positions and orders; what was not read yet is undefined. */

import { loaded } from "@bourse/ui";

import { clients } from "./session.ts";
import { wordsOf } from "./words.ts";

const SHOWN = 100;

/** Does the work, and throws what goes wrong in words for the reader. */
export async function told<Value>(work: () => Promise<Value>, words = wordsOf): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new Error(words(error));
  }
}

export const balance = loaded(() => told(() => clients.peek().execution.getBalance()));
export const positions = loaded(() => told(() => clients.peek().execution.listPositions()));
export const orders = loaded(() =>
  told(() => clients.peek().execution.listOrders({ query: { limit: SHOWN } })),
);
export const venue = loaded(() => told(() => clients.peek().execution.pingExecution()));

export function readAccount(): void {
  for (const part of [balance, positions, orders]) void part.refresh();
}
