/** The end of an account: a copy of all that is held about it, and its deletion after a waiting time. */

import * as z from "zod";

import { AuditEntry, exampleAuditEntry } from "../audit/entry.ts";
import type { NotesOf } from "../route/docs.ts";
import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Deployment } from "./deployments.ts";
import { Factor } from "./factors.ts";
import {
  BODY,
  bodyLimit,
  HASHING,
  MaybeTime,
  opaque,
  Permission,
  STEP_UP,
  Text,
  Timestamp,
  TOKEN,
} from "./fields.ts";
import { LinkedIdentity } from "./openid.ts";
import { Organization } from "./organizations.ts";
import { RememberedDevice } from "./remembered-devices.ts";
import { Session } from "./sessions.ts";
import { Transaction } from "./transactions.ts";
import { Usage } from "./usage.ts";

const profileFields = {
  /** Account id, a UUID. */
  id: Text,
  /** E-mail address as it was registered. */
  email: Text,
  /** Display name; empty when none was given. */
  name: Text,
  /** Status of the account: `active` or `disabled`. */
  status: oneOf(["active", "disabled"]),
  /** Role that bounds what the account may do; `owner` may do everything. */
  role: Text,
  /** Time of the registration, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time of the last change of the password, or of the registration, ISO 8601 in UTC. */
  passwordChangedAt: Timestamp,
  /** Time at which the owner proved the e-mail address; null until then. */
  emailVerifiedAt: MaybeTime,
  /** Time of the last login, at most a minute too early; null where it was not recorded. */
  lastLoginAt: MaybeTime,
  /** Time of the deletion that waits; null for none. */
  deletesAt: MaybeTime,
};
/** The profile of an exported account. */
export interface ExportedProfile extends Fields<typeof profileFields> {}
const ExportedProfile: ObjectSchema<ExportedProfile> = object(profileFields);

const keyFields = {
  /** API key id, a UUID. */
  id: Text,
  /** Name of the key. */
  name: Text,
  /** First 12 characters of the key. */
  prefix: Text,
  /** Permissions of the key; `admin` implies the others. */
  permissions: list(Permission),
  /** Status of the key but for a revocation: `active`, or `expired` once `expiresAt` has passed. */
  status: oneOf(["active", "expired"]),
  /** Time of the last use, exact to a minute; null before the first use. */
  lastUsed: MaybeTime,
  /** Time at which the key expires; null for a key that does not. */
  expiresAt: MaybeTime,
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Id of the API key that created this one; null where the account did. */
  parentId: Text.nullable(),
  /** Time of the revocation; null for a key that was not revoked. */
  revokedAt: MaybeTime,
};
/** An API key of an exported account, revoked ones included, without the key itself. */
export interface ExportedApiKey extends Fields<typeof keyFields> {}
const ExportedApiKey: ObjectSchema<ExportedApiKey> = object(keyFields);

const exportFields = {
  /** Time of the copy, ISO 8601 in UTC. */
  exportedAt: Timestamp,
  /** The account itself. */
  profile: ExportedProfile,
  /** Sessions that are active, newest first. */
  sessions: list(Session),
  /** Second factors without their secrets. */
  factors: list(Factor),
  /** Remembered devices without their secrets, newest first. */
  rememberedDevices: list(RememberedDevice),
  /** Identities at OpenID providers that sign in to the account, newest first. */
  identities: list(LinkedIdentity),
  /** API keys, revoked ones included, without the keys themselves. */
  apiKeys: list(ExportedApiKey),
  /** Deployments, newest first. */
  deployments: list(Deployment),
  /** Transactions, newest first. */
  transactions: list(Transaction),
  /** Organizations that the account is a member of. */
  organizations: list(Organization),
  /** Usage in the calendar month so far. */
  usage: Usage,
  /** Newest rows of the audit trail about the account, at most 10,000. */
  audit: list(AuditEntry),
};
/** All that is held about an account, without secrets. */
export interface AccountExport extends Fields<typeof exportFields> {}
export const AccountExport: ObjectSchema<AccountExport> = object(exportFields);

const deletionFields = {
  /** Current password, 1–1,024 characters. */
  password: opaque(1024),
};
/** A request to delete the account, which needs the current password. */
export interface DeletionRequest extends Fields<typeof deletionFields> {}
export const DeletionRequest: ObjectSchema<DeletionRequest> = object(deletionFields);

const plannedFields = {
  /** Time of the deletion, ISO 8601 in UTC; until then the owner can log in and cancel it. */
  deletesAt: Timestamp,
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
   * - FORBIDDEN (403): Use a key or an account with this right.
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
   * Delete the account after a waiting time, and end every session now.
   *
   * `DELETE /auth/me` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - LAST_OWNER (409): Make another member an owner first.
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
      INVALID_CREDENTIALS: 401,
      LAST_OWNER: 409,
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
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.cancelDeletion();
   */
  cancelDeletion: route("DELETE", "/auth/me/deletion", {
    security: "bearer",
    responses: { 200: Done },
    errors: { ...TOKEN, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link personalDataRoutes}. A function, so that bundlers drop it from clients. */
export function personalDataNotes(): NotesOf<typeof personalDataRoutes> {
  const tags = ["accounts"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const createdAt = "2026-01-01T00:00:00.000Z";
  const now = "2026-01-15T12:00:00.000Z";
  const usage = { apiKeys: 0, sessions: 0, deployments: 0, transactions: 0 };
  return {
    exportAccount: {
      tags,
      unspecified: [
        "All that is held about the account but secrets: hashes of passwords, tokens and keys. GET /audit has older rows of the trail.",
        "Two exports are made at a time; another one is 503 BUSY.",
      ],
      example: {
        response: {
          exportedAt: now,
          profile: {
            id,
            email: "ada@example.com",
            name: "Ada",
            status: "active",
            role: "owner",
            createdAt,
            passwordChangedAt: createdAt,
            emailVerifiedAt: null,
            lastLoginAt: createdAt,
            deletesAt: null,
          },
          sessions: [],
          factors: [],
          rememberedDevices: [],
          identities: [],
          apiKeys: [],
          deployments: [],
          transactions: [],
          organizations: [],
          usage: { period: { from: createdAt, to: now }, ...usage },
          audit: [exampleAuditEntry()],
        },
      },
    },
    deleteAccount: {
      tags,
      unspecified: [
        "All sessions end at once. API keys are refused at once and accepted again when the deletion is cancelled, so that a mistake shows while it can be undone.",
        "The account is deleted after DELETION_WAIT_DAYS, 7 by default; a login until then answers deletesAt too. A second request keeps the first one's time.",
        "Sessions, keys, records, links and the account are deleted. The audit trail keeps its rows for their usual time: ids, IP addresses, and the names that keys and deployments had; never the name or e-mail address of the account.",
        "The only owner of an organization with other members is 409 LAST_OWNER; an organization without others goes with the account.",
        "Ten wrong passwords in 15 minutes block the session. An account with a factor needs a step-up first.",
      ],
      example: {
        body: { password: "correct horse battery" },
        response: { deletesAt: "2026-01-22T12:00:00.000Z" },
      },
    },
    cancelDeletion: {
      tags,
      unspecified: ["Without a deletion that waits it is 404 NOT_FOUND."],
      example: { response: {} },
    },
  };
}
