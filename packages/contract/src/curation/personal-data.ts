/** The end of an account: a copy of all that is held about it, and its deletion after a waiting time. */

import * as z from "zod";

import { AuditEntry, exampleAuditEntry } from "../audit/entry.ts";
import type { NotesOf } from "../route/docs.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { DraftAction, DraftComment, DraftVersion } from "./draft-trail.ts";
import { DraftDetail } from "./drafts.ts";
import { Factor } from "./factors.ts";
import {
  BODY,
  bodyLimit,
  HASHING,
  MaybeTime,
  NODE,
  proof,
  STEP_UP,
  text,
  Timestamp,
  TOKEN,
  WRITING,
} from "./fields.ts";
import { MarketAction } from "./market-trail.ts";
import { Market } from "./markets.ts";
import { LinkedIdentity } from "./openid.ts";
import { RememberedDevice } from "./remembered-devices.ts";
import { Session } from "./sessions.ts";
import { exampleUser, User } from "./user.ts";
import { SecondWallet } from "./wallet-recovery.ts";

const draftFields = {
  /** The draft as it is now, with its conversation. */
  draft: DraftDetail,
  /** Its versions, oldest first. */
  versions: list(DraftVersion),
};
/** A draft of an exported account. */
export interface ExportedDraft extends Fields<typeof draftFields> {}
const ExportedDraft: ObjectSchema<ExportedDraft> = object(draftFields);

const exportFields = {
  /** Time of the copy, ISO 8601 in UTC. */
  exported_at: Timestamp,
  /** The account itself. */
  profile: User,
  /** Time at which the owner proved the e-mail address, ISO 8601 in UTC; null until then. */
  email_verified_at: MaybeTime,
  /** Sessions that are active, newest first. */
  sessions: list(Session),
  /** Second factors, without their secrets. */
  factors: list(Factor),
  /** Identities at OpenID providers that sign in to the account, oldest first. */
  identities: list(LinkedIdentity),
  /** Second wallets, newest first; absent from services of earlier releases. */
  second_wallets: list(SecondWallet).optional(),
  /** Remembered devices, without their secrets, newest first. */
  remembered_devices: list(RememberedDevice),
  /** Drafts, oldest first. */
  drafts: list(ExportedDraft),
  /** Comments that the account wrote, also on drafts of others, oldest first. */
  comments: list(DraftComment),
  /** Acts of the account on drafts, oldest first. */
  draft_actions: list(DraftAction),
  /** Markets that were made of the account's drafts, oldest first. */
  markets: list(Market),
  /** Acts of the account on markets, oldest first. */
  market_actions: list(MarketAction),
  /** Newest rows of the audit trail about the account, at most 10,000. */
  audit: list(AuditEntry),
};
/** All that is held about an account, without secrets. */
export interface AccountExport extends Fields<typeof exportFields> {}
export const AccountExport: ObjectSchema<AccountExport> = object(exportFields);

const deletionFields = {
  /** Current password, 1–1,024 characters. */
  password: text(1, 1024).optional(),
  /** Code from `POST /auth/me/deletion/code`, 1–200 characters. */
  code: text(1, 200).optional(),
  /** Message from `POST /auth/nonce` for the account's proved wallet, 1–10,000 characters; with `signature`. */
  message: proof.message.optional(),
  /** Signature of `message`, as text or as an array of its bytes. */
  signature: proof.signature.optional(),
  /** Refresh token of the session, 1–512 characters, for an account with neither a password nor a proved wallet. */
  refresh_token: text(1, 512).optional(),
};
/** A request to delete the account, with one of the proofs of its owner. */
export interface DeletionRequest extends Fields<typeof deletionFields> {}
export const DeletionRequest: ObjectSchema<DeletionRequest> = object(deletionFields);

const plannedFields = {
  /** Time of the deletion, ISO 8601 in UTC; until then the owner can log in and cancel it. */
  deletes_at: Timestamp,
};
/** A deletion that waits. */
export interface PlannedDeletion extends Fields<typeof plannedFields> {}
export const PlannedDeletion: ObjectSchema<PlannedDeletion> = object(plannedFields);

/** An empty object. */
const Done = z.object({});

export const personalDataRoutes = {
  /**
   * Copy all that is held about the account, as one JSON document.
   *
   * `GET /auth/me/export` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - BUSY (503): Call again after the time in Retry-After.
   * @example
   *   await client.exportAccount();
   */
  exportAccount: route("GET", "/auth/me/export", {
    security: "bearer",
    responses: { 200: AccountExport },
    errors: { ...TOKEN, BUSY: 503 },
  }),
  /**
   * Ask for a mail with a code that proves the wish to delete the account.
   *
   * `POST /auth/me/deletion/code` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - MAIL_UNAVAILABLE (501): Ask the operator for a link, or to set up mail.
   * @example
   *   await client.requestDeletionCode();
   */
  requestDeletionCode: route("POST", "/auth/me/deletion/code", {
    security: "bearer",
    responses: { 202: Done },
    errors: { ...WRITING, NOT_FOUND: 404, MAIL_UNAVAILABLE: 501 },
  }),
  /**
   * Delete the account after a waiting time, and end every session now.
   *
   * `DELETE /auth/me` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - REAUTHENTICATION_REQUIRED (403): Prove the login again with its password or wallet.
   * - WALLET_PROOF_INVALID (422): Sign the newest nonce with this wallet.
   * - LAST_ADMIN (409): Make another account an administrator first.
   * @example
   *   await client.deleteAccount({ body: { password: "correct horse battery" } });
   */
  deleteAccount: route("DELETE", "/auth/me", {
    security: "bearer",
    body: DeletionRequest,
    bodyLimit,
    responses: { 202: PlannedDeletion },
    errors: {
      ...BODY,
      ...TOKEN,
      ...STEP_UP,
      ...HASHING,
      ...NODE,
      INVALID_CREDENTIALS: 401,
      REAUTHENTICATION_REQUIRED: 403,
      WALLET_PROOF_INVALID: 422,
      LAST_ADMIN: 409,
    },
  }),
  /**
   * Cancel the deletion of the account that waits.
   *
   * `DELETE /auth/me/deletion` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.cancelDeletion();
   */
  cancelDeletion: route("DELETE", "/auth/me/deletion", {
    security: "bearer",
    responses: { 200: Done },
    errors: { ...WRITING, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link personalDataRoutes}. A function, so that bundlers drop it from clients. */
export function personalDataNotes(): NotesOf<typeof personalDataRoutes> {
  const tags = ["accounts"];
  return {
    exportAccount: {
      tags,
      unspecified: [
        "All that is held about the account but secrets: hashes of passwords, tokens and factors. Comments of others on its drafts are read at GET /drafts/{id}/comments.",
        "Two exports are made at a time; another one is 503 BUSY.",
      ],
      example: {
        response: {
          exported_at: "2026-01-15T12:00:00.000Z",
          profile: exampleUser(),
          email_verified_at: null,
          sessions: [],
          factors: [],
          identities: [],
          second_wallets: [],
          remembered_devices: [],
          drafts: [],
          comments: [],
          draft_actions: [],
          markets: [],
          market_actions: [],
          audit: [exampleAuditEntry()],
        },
      },
    },
    requestDeletionCode: {
      tags,
      unspecified: [
        "The mail goes to the address of the account and counts as one that was asked for; its code works once, within 30 minutes. An account without an address is 404.",
        "A service without a mail server is 501 MAIL_UNAVAILABLE.",
      ],
      example: { response: {} },
    },
    deleteAccount: {
      tags,
      unspecified: [
        "The proof is the password, a code by mail, or a message that the proved wallet signs; for an account with neither password nor proved wallet the refresh token. Without one it is 403.",
        "All sessions end at once. The account is deleted after DELETION_WAIT_DAYS, 7 by default; a login until then answers deletes_at in its user, and can cancel it. A second request keeps the first one's time.",
        "Sessions, factors, identities, links, profile, e-mail address and wallet are deleted, and name and addresses are free again. Drafts that became no market lose all of their content.",
        "Markets stay, with the trail of their drafts, comments and reviews: they show creator_wallet null and the name [deleted], which no account can have. The id of the account stays in them, and in the audit trail, with IP addresses.",
        "The last admin who stays is 409 LAST_ADMIN.",
      ],
      example: {
        body: { password: "correct horse battery" },
        response: { deletes_at: "2026-01-22T12:00:00.000Z" },
      },
    },
    cancelDeletion: {
      tags,
      unspecified: ["Without a deletion that waits it is 404."],
      example: { response: {} },
    },
  };
}
