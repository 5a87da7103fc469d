/** The deletions that are due: background work of the core. */

import { users } from "../users/user-document.ts";
import { takePersonOut } from "./erase-account.ts";
import { eraseRecords } from "./erase-records.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Accounts in one call. */
const MAX_ACCOUNTS = 100;
/** Transactions in one call: other background work must not wait for long. */
const MAX_STEPS = 50;

/** Goes on with the deletions whose time has come; what is left is left to the next call. */
export async function deleteDue(parts: PersonalDataParts): Promise<void> {
  const { store, clock } = parts;
  const range = { gte: 0, lte: clock.now() };
  const due = await store.find(users, { index: "by_deletion", range, limit: MAX_ACCOUNTS });
  let steps = MAX_STEPS;
  for (const { value } of due.items) {
    if (value.isErased !== true) await takePersonOut(parts, value);
    else if (steps > 0) {
      steps = await eraseRecords(parts, value.id, steps);
      if (steps > 0) await store.delete(users, value.id);
    }
  }
}
