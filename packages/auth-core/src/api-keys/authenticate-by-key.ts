/** The authentication of a caller by its API key. */

import type { Origin } from "@bourse/credentials";

import { invalid } from "../invalid.ts";
import { isWhole, type KeyCounts } from "../key-use/key-limits.ts";
import type { KeyRequest } from "../key-use/restrictions.ts";
import type { Permission } from "../permissions.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";
import type { ValidKey } from "./valid-keys.ts";

/** The identity behind an API key. */
export interface KeyHolder<Name extends string = Permission> {
  /** UUID of the key. */
  readonly id: string;
  /** Id of the key's owner: an account, or an organization. */
  readonly userId: string;
  /** Permissions of the key. */
  readonly permissions: readonly Name[];
  /** Set for a key of an organization: the same as `userId`. */
  readonly organizationId?: string;
}

/** Judgement of a key at a use. */
export type KeyJudgement =
  | { readonly code: "VALID"; readonly holder: KeyHolder<string> }
  | { readonly code: "INVALID_API_KEY" }
  /** The key is valid, but not from this address or origin. */
  | { readonly code: "FORBIDDEN"; readonly holder: KeyHolder<string> }
  /** The key is valid, and was used as much as its limits allow. */
  | {
      readonly code: "RATE_LIMITED";
      readonly holder: KeyHolder<string>;
      readonly retryAfterSeconds: number;
    };

/** The parts that find a key, judge and record its use. */
export type KeyUseParts = Pick<
  ApiKeyActParts,
  "valid" | "lastUsed" | "formerLastUsed" | "audit" | "limiter" | "usage"
>;

/**
 * Judges a key at a use: at once when the key is cached, else as a promise. Records the use of a valid key.
 *
 * The address of the request is that of `origin`, where `request` names none.
 */
export function judgeKey(
  parts: KeyUseParts,
  key: string,
  request: KeyRequest = NOTHING,
  origin?: Origin,
): KeyJudgement | Promise<KeyJudgement> {
  const found = parts.valid.find(key);
  return found instanceof Promise
    ? found.then((document) => judge(parts, document, request, origin))
    : judge(parts, found, request, origin);
}

const NOTHING: KeyRequest = Object.freeze({});
const INVALID: KeyJudgement = Object.freeze({ code: "INVALID_API_KEY" });

function judge(
  { lastUsed, formerLastUsed, audit, limiter, usage }: KeyUseParts,
  key: ValidKey | undefined,
  request: KeyRequest,
  origin: Origin | undefined,
): KeyJudgement {
  if (key === undefined) return INVALID;
  const address = request.address ?? origin?.ip;
  if (key.admits?.(address, request.origin) === false) {
    return { code: "FORBIDDEN", holder: key };
  }
  if (request.use === false) return { code: "VALID", holder: key };
  const use: KeyCounts = { requests: 1, bytes: request.bytes ?? 0, cost: request.cost ?? 1 };
  const retryAfterSeconds = key.limited && limiter.charge(key.limited, use);
  if (retryAfterSeconds !== undefined) {
    usage.count(key, request.route, NO_COUNTS, 1);
    return { code: "RATE_LIMITED", holder: key, retryAfterSeconds };
  }
  usage.count(key, request.route, use, 0);
  if (key.former !== undefined) formerLastUsed.note(key.former.id, key.former.lastUsedAt);
  // The address is empty where a service verifies the key and does not tell who has sent it.
  if (lastUsed.note(key.id, key.lastUsedAt, address || undefined)) {
    audit.record("api_key.first_used", { userId: key.userId, keyId: key.id }, origin);
  }
  return { code: "VALID", holder: key };
}

const NO_COUNTS: KeyCounts = { requests: 0, bytes: 0, cost: 0 };
const MAX_COST = 1_000_000_000;
const MAX_ROUTE = 200;

/** Refuses a request whose parts cannot be counted. @throws AuthError VALIDATION_ERROR, details.path names the part */
export function checkKeyRequest({ route, bytes = 0, cost = 1 }: KeyRequest): void {
  if (route !== undefined && (route === "" || route.length > MAX_ROUTE)) {
    throw invalid("route", `The name of a route has 1 to ${MAX_ROUTE} characters.`);
  }
  if (!isWhole(cost, 0, MAX_COST)) {
    throw invalid("cost", `A cost is a whole number from 0 to ${MAX_COST}.`);
  }
  if (!isWhole(bytes, 0, Number.MAX_SAFE_INTEGER)) {
    throw invalid("bytes", "The bytes of a request are a whole number of 0 or more.");
  }
}
