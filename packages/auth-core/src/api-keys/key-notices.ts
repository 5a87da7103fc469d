/** Notices of keys that were created or revoked. */

import type { AccountMail } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import { ownersOf } from "../organizations/membership.ts";
import { noticesTo } from "../organizations/notices.ts";
import { addNotices } from "../organizations/organizations-parts.ts";
import type { KeyNotices } from "./api-keys-parts.ts";

/** Notices by mail to the account that has the keys, or to the owners of the organization. */
export function createKeyNotices(store: Store, mail: AccountMail): KeyNotices {
  return {
    prepare: async ({ userId, organizationId }, change) => {
      if (!mail.isOn) return [];
      const isOwn = organizationId === undefined;
      const receivers = isOwn ? [userId] : await ownersOf(store, organizationId);
      return await noticesTo({ store, mail }, receivers, change, "keys_changed");
    },
    add: (tx, notices) => addNotices({ mail }, tx, notices),
  };
}
