/** The orders that wait for the market. */

import { everyDocument, type StoreReader } from "@bourse/kernel";

import { paperOrders, type PaperOrder } from "./collections.ts";

/** Every pending or open order, oldest first. */
export async function restingOrders(
  reader: StoreReader,
  symbol?: string,
): Promise<readonly PaperOrder[]> {
  const found: PaperOrder[] = [];
  for (const status of ["pending", "open"] as const) {
    const where =
      symbol === undefined
        ? ({ index: "by_status", equals: [status] } as const)
        : ({ index: "by_symbol_status", equals: [symbol, status] } as const);
    for await (const { value } of everyDocument(reader, paperOrders, where)) found.push(value);
  }
  return found.toSorted((a, b) => a.number - b.number);
}

/** Tells whether an order is pending or open. */
export function isResting({ status }: Pick<PaperOrder, "status">): boolean {
  return status === "pending" || status === "open";
}
