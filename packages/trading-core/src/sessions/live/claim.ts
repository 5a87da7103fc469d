/** The claim of a live session on its symbol: there is one session for each account and symbol. */

import type { Transaction } from "@bourse/kernel";

import { canonicalSymbol } from "../../market-data/canonical-symbol.ts";
import { SessionError } from "../../session/errors.ts";
import { liveClaims } from "../collections.ts";

/** Id of the claim on a symbol of an account. */
export function claimOf(account: string, symbol: string): string {
  return `${account}:${canonicalSymbol(symbol)}`;
}

/** Claims a symbol for a session. @throws SessionError SESSION_CONFLICT */
export async function claimSymbol(
  tx: Transaction,
  sessionId: string,
  account: string,
  symbol: string,
): Promise<void> {
  const id = claimOf(account, symbol);
  const found = await tx.get(liveClaims, id);
  if (found === undefined) {
    await tx.insert(liveClaims, { id, sessionId });
    return;
  }
  const { value } = found;
  throw new SessionError(
    "SESSION_CONFLICT",
    `Session ${value.sessionId} trades ${symbol} on account ${account} already: two would not know whose a position is. Stop that one first.`,
    { details: { id: value.sessionId, account, symbol } },
  );
}
