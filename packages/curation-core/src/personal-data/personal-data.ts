/** The personal data of an account: its copy for the owner, and its deletion. */

import { createExportLimit, type Origin } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { cancelDeletion } from "./cancel-deletion.ts";
import { deleteNow } from "./delete-now.ts";
import { requestDeletionCode } from "./deletion-code.ts";
import { type AccountExport, exportAccount } from "./export-account.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";
import { type DeletionProof, requestDeletion } from "./request-deletion.ts";

/** Copies of all that is held about an account, and its deletion after a waiting time. */
export interface PersonalData {
  /**
   * All that is held about the actor's account: its profile, sessions, factors, identities, drafts with their versions,
   * comments, markets and acts, and the newest 10,000 rows of the audit trail about it. It contains no secret.
   *
   * @throws CurationError NOT_FOUND; BUSY when two others are being made
   */
  export(actor: Actor): Promise<AccountExport>;
  /**
   * Sends a code to the address of the actor's account; with it `requestDeletion` needs neither password nor wallet.
   *
   * @throws CurationError NOT_FOUND for an account without an address, RATE_LIMITED, MAIL_UNAVAILABLE
   */
  requestDeletionCode(actor: Actor, origin?: Origin): Promise<void>;
  /**
   * Plans the deletion of the actor's account and ends all of its sessions. Resolves to the time of the deletion in
   * milliseconds since the Unix epoch (UTC); one that waits keeps its time.
   *
   * @throws CurationError REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, WALLET_PROOF_INVALID,
   * WALLET_NODE_UNAVAILABLE, VALIDATION_ERROR, INVALID_TOKEN, TOKEN_EXPIRED, LAST_ADMIN, NOT_FOUND, RATE_LIMITED, BUSY
   */
  requestDeletion(actor: Actor, proof: DeletionProof, origin?: Origin): Promise<number>;
  /** Cancels the deletion that waits. @throws CurationError NOT_FOUND when none waits */
  cancelDeletion(actor: Actor, origin?: Origin): Promise<void>;
  /**
   * Deletes the account that a word names exactly, as `users.find` takes it, now, for the operator of the service.
   * Resolves to the number of accounts that the word names: only one is deleted.
   */
  deleteNow(word: string): Promise<number>;
}

/** Personal data over a store. */
export function createPersonalData(parts: PersonalDataParts): PersonalData {
  const limit = createExportLimit((...given) => new CurationError(...given));
  return Object.freeze<PersonalData>({
    export: (actor) => limit(() => exportAccount(parts, actor)),
    requestDeletionCode: (actor, origin) => requestDeletionCode(parts, actor, origin),
    requestDeletion: (actor, proof, origin) => requestDeletion(parts, actor, proof, origin),
    cancelDeletion: (actor, origin) => cancelDeletion(parts, actor, origin),
    deleteNow: (word) => deleteNow(parts, word),
  });
}
