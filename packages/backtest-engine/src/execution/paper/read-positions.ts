/** Positions as they stand at the last prices. */

import { hasCode, type Decimal, type Versioned } from "@bourse/kernel";

import type { Position } from "../port.ts";
import { readAmount } from "./amount.ts";
import { paperPositions, type PaperPosition } from "./collections.ts";
import type { PaperTerms } from "./paper-options.ts";
import { entryPrice } from "./position.ts";

/** What is held, by symbol; a price that cannot be had is null and spoils nothing else. */
export async function readPositions(
  { store }: PaperTerms,
  lastPrice: (symbol: string) => Promise<Decimal | null>,
  symbol?: string,
): Promise<readonly Position[]> {
  const found =
    symbol === undefined
      ? (await store.find(paperPositions, { limit: 1000 })).items
      : [await store.get(paperPositions, symbol)].filter(isFound);
  const held = found.map(({ value }) => value).filter(({ quantity }) => quantity !== "0");
  return Promise.all(
    held.map(async (position) => {
      const mark = await lastPrice(position.id).catch(nullWithoutPrice);
      return viewPosition(position, mark);
    }),
  );
}

function isFound(found: Versioned<PaperPosition> | undefined): found is Versioned<PaperPosition> {
  return found !== undefined;
}

function nullWithoutPrice(error: unknown): null {
  if (hasCode(error, "MARKET_DATA_UNAVAILABLE", "SYMBOL_UNKNOWN", "EXECUTION_UNAVAILABLE")) {
    return null;
  }
  throw error;
}

function viewPosition(position: PaperPosition, mark: Decimal | null): Position {
  const worth = mark?.times(readAmount(position.quantity));
  return {
    symbol: position.id,
    side: "long",
    quantity: position.quantity,
    entryPrice: entryPrice(position).toString(),
    markPrice: mark?.toString() ?? null,
    unrealizedPnl: worth?.minus(readAmount(position.cost)).toString() ?? null,
    realizedPnl: position.realizedPnl,
    leverage: "1",
  };
}
