/** Events of accounts, which only their own webhooks get. */

import type { Transaction } from "@bourse/kernel";
import type { CoreWebhooks } from "@bourse/outbox";

/** The kinds of events of accounts. */
export const ACCOUNT_EVENT_TYPES = [
  "account.recovery_started",
  "account.recovery_ended",
  "account.recovered",
  "account.wallets_changed",
] as const;

/** The kind of an event of an account: one of {@link ACCOUNT_EVENT_TYPES}. */
export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** Adds an event for the webhooks of an account, in the transaction of the act that it reports. */
export async function tellAccount(
  webhooks: Pick<CoreWebhooks, "emit" | "isOn">,
  tx: Transaction,
  accountId: string,
  type: AccountEventType,
  completesAt: number | null = null,
): Promise<void> {
  if (webhooks.isOn) await webhooks.emit(tx, accountId, { type, data: { accountId, completesAt } });
}
