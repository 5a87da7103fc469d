/** Disabling and enabling of an account: with its sessions, its cached keys and its row in the audit trail. */

import type { Origin } from "@bourse/credentials";

import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** Parts that a change of the status needs. */
export type StatusParts = Pick<AccountsParts, "store" | "logins" | "audit" | "changed" | "emit">;

/**
 * Gives an account the status and resolves to it; undefined when there is no such account. A disabled account loses its
 * sessions in the same transaction. An account that has the status already stays as it is, and nothing is recorded.
 */
export async function changeStatus(
  { store, logins: { sessions }, audit, changed, emit }: StatusParts,
  userId: string,
  status: AccountDocument["status"],
  origin?: Origin,
): Promise<AccountDocument | undefined> {
  const event = status === "disabled" ? "account.disabled" : "account.enabled";
  const outcome = await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found === undefined) return undefined;
    if (found.value.status === status) return { account: found.value, ended: null };
    const { value } = await tx.replace(accounts, { ...found.value, status }, found.version);
    const ended = status === "disabled" ? await sessions.endAll(tx, userId) : [];
    await emit(tx, event, { userId });
    return { account: value, ended };
  });
  if (outcome === undefined || outcome.ended === null) return outcome?.account;
  sessions.settle(outcome.ended);
  changed(userId);
  audit.record(event, { userId }, origin);
  return outcome.account;
}
