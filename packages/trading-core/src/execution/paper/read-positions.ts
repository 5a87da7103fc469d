/** Positions as they stand at the last prices. */

import { everyDocument, hasCode } from "@bourse/kernel";

import type { Position } from "../port.ts";
import { readAmount } from "./amount.ts";
import { paperPositions, type PaperPosition } from "./collections.ts";
import type { PaperTerms } from "./paper-options.ts";
import { entryPrice } from "./position.ts";
import { isTradable, type SourcedPrice } from "./price-source.ts";

/**
 * Positions by symbol. A price that is unavailable, too old or from another source marks nothing and does not affect
 * the others.
 */
export async function readPositions(
  terms: PaperTerms,
  lastPrice: (symbol: string) => Promise<SourcedPrice | null>,
  symbol?: string,
): Promise<readonly Position[]> {
  const { store } = terms;
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
      const last = await lastPrice(position.id).catch(nullWithoutPrice);
      return viewPosition(terms, position, last?.source === position.source ? last : null);
    }),
  );
}

function nullWithoutPrice(error: unknown): null {
  if (hasCode(error, "MARKET_DATA_UNAVAILABLE", "SYMBOL_UNKNOWN", "EXECUTION_UNAVAILABLE")) {
    return null;
  }
  throw error;
}

function viewPosition(
  terms: PaperTerms,
  position: PaperPosition,
  last: SourcedPrice | null,
): Position {
  const mark = last !== null && isTradable(terms, last) ? last.price : null;
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
    priceTime: last?.priceTime ?? null,
  };
}
