/** Webhooks of accounts: the account that makes one is noted, so that events find the curators who listen. */

import type { CoreWebhooks, Webhooks } from "@bourse/outbox";

import { suspensionAt } from "../actor.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { requireNotSuspended } from "../moderation/acting.ts";
import { readAccount, users } from "../users/user-document.ts";

/** The webhooks with the account of a new one noted. */
export function createAccountWebhooks(webhooks: CoreWebhooks, ledger: Ledger): Webhooks {
  return Object.freeze<Webhooks>({
    ...webhooks,
    create: async (owner, webhook) => {
      if (webhooks.isOn) await note(ledger, owner);
      return await webhooks.create(owner, webhook);
    },
  });
}

/** Notes that an account has webhooks. @throws CurationError NOT_FOUND, ACCOUNT_SUSPENDED */
async function note(ledger: Ledger, owner: string): Promise<void> {
  await ledger.run(async ({ tx, now }) => {
    const { value, version } = await readAccount(tx, owner);
    requireNotSuspended({ suspension: suspensionAt(value.suspension, now) });
    const reviews = value.roles.length > 0;
    if (value.hasWebhooks === true && value.reviews === reviews) return;
    await tx.replace(users, { ...value, hasWebhooks: true, reviews }, version);
  });
}
