/** The personal data of an account: its copy for the owner, and its deletion. */

import { createExportLimit, type Origin } from "@bourse/credentials";

import { AuthError } from "../errors.ts";
import { cancelDeletion } from "./cancel-deletion.ts";
import { deleteNow } from "./delete-now.ts";
import { deletionTime } from "./deletion-time.ts";
import { type AccountExport, exportAccount } from "./export-account.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";
import { requestDeletion } from "./request-deletion.ts";

/** The copy of what is held about an account, and the deletion of it. */
export interface PersonalData {
  /**
   * All that is held about an account: its profile, sessions, API keys (revoked ones too), records and usage, and the
   * newest 10,000 rows of the audit trail about it. It contains no secret.
   *
   * @throws AuthError NOT_FOUND; BUSY when two others are being made
   */
  export(userId: string): Promise<AccountExport>;
  /**
   * Plans the deletion of the account and ends all of its sessions; its API keys are refused until the deletion is
   * cancelled. Resolves to the time of the deletion in milliseconds since the Unix epoch (UTC); one that waits keeps
   * its time.
   *
   * @throws AuthError INVALID_CREDENTIALS, RATE_LIMITED, BUSY; LAST_OWNER for the only owner of an organization with
   * other members
   */
  requestDeletion(
    userId: string,
    sessionId: string,
    input: { readonly password: string },
    origin?: Origin,
  ): Promise<number>;
  /** Cancels the deletion that waits; the API keys are accepted again. @throws AuthError NOT_FOUND when none waits */
  cancelDeletion(userId: string, origin?: Origin): Promise<void>;
  /** Time of the deletion that waits, in milliseconds since the Unix epoch (UTC); null for none. */
  deletionTime(userId: string): Promise<number | null>;
  /**
   * Deletes the account with an e-mail address now, for the operator of the service. Resolves to false when there is
   * none. A mark without personal data stays for a minute, until `maintain` takes it away.
   */
  deleteNow(email: string): Promise<boolean>;
}

/** Personal data over a store. */
export function createPersonalData(parts: PersonalDataParts): PersonalData {
  const limit = createExportLimit((...given) => new AuthError(...given));
  return Object.freeze<PersonalData>({
    export: (userId) => exportAccount(parts, limit, userId),
    requestDeletion: (userId, sessionId, { password }, origin) =>
      requestDeletion(parts, { userId, sessionId, password, origin: origin ?? {} }),
    cancelDeletion: (userId, origin) => cancelDeletion(parts, userId, origin),
    deletionTime: (userId) => deletionTime(parts, userId),
    deleteNow: (email) => deleteNow(parts, email),
  });
}
