/** Positions as they stand at the last prices. */

import { everyDocument, hasCode, type Decimal } from "@bourse/kernel";

import type { Position } from "../port.ts";
import { readAmount } from "./amount.ts";
import { paperPositions, type PaperPosition } from "./collections.ts";
import type { PaperTerms } from "./paper-options.ts";
import { entryPrice } from "./position.ts";
import type { SourcedPrice } from "./price-source.ts";

/**
 * Positions by symbol. A price that is unavailable, or comes from another source, is null and does not affect the
 * others.
 */
export async function readPositions(
  { store }: PaperTerms,
  lastPrice: (symbol: string) => Promise<SourcedPrice | null>,
  symbol?: string,
): Promise<readonly Position[]> {
  const held: PaperPosition[] = [];
  const take = ({ value }: { readonly value: PaperPosition }): void => {
    if (value.quantity !== "0") held.push(value);
  };
  if (symbol === undefined) {
    for await (const found of everyDocument(store, paperPositions)) take(found);
  } else {
    const found = await store.get(paperPositions, symbol);
    if (found !== undefined) take(found);
  }
  return Promise.all(
    held.map(async (position) => {
      const mark = await lastPrice(position.id).catch(nullWithoutPrice);
      return viewPosition(position, mark?.source === position.source ? mark.price : null);
    }),
  );
}

function nullWithoutPrice(error: unknown): null {
  if (hasCode(error, "MARKET_DATA_UNAVAILABLE", "SYMBOL_UNKNOWN", "EXECUTION_UNAVAILABLE")) {
    return null;
  }
  throw error;
}

function viewPosition(position: PaperPosition, mark: Decimal | null): Position {
  const value = mark?.times(readAmount(position.quantity));
  return {
    symbol: position.id,
    side: "long",
    quantity: position.quantity,
    entryPrice: entryPrice(position).toString(),
    markPrice: mark?.toString() ?? null,
    unrealizedPnl: value?.minus(readAmount(position.cost)).toString() ?? null,
    realizedPnl: position.realizedPnl,
    leverage: "1",
    source: position.source,
  };
}
