/** Lines of API keys, each created by the one before it: a key ends with those that it descends from. */

import { checkQuota } from "@bourse/credentials";
import type { Store, Versioned } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import type { PermissionSet } from "../permissions.ts";
import { type ApiKeyDocument, apiKeys, isExpired } from "./api-key.ts";

/** Maximum number of keys in a line: each check of the last one reads all of them. */
const MAX_LINE = 8;

type Reader = Pick<Store, "get">;

/** A key that is accepted, as its line leaves it. */
export interface KeyInForce extends ApiKeyDocument {
  /** The key and those that it descends from, nearest first: their limits and restrictions count for it too. */
  readonly line: readonly ApiKeyDocument[];
}

/**
 * The key with the permissions and the end that its line leaves it; undefined when the key, or one that it descends
 * from, is gone, revoked or expired.
 */
export async function keyInForce(
  reader: Reader,
  set: PermissionSet,
  key: ApiKeyDocument,
  now: number,
): Promise<KeyInForce | undefined> {
  const line = await lineOf(reader, key);
  const isOver = (one: ApiKeyDocument): boolean => one.revokedAt !== null || isExpired(one, now);
  if (line === undefined || line.some(isOver)) return undefined;
  const end = Math.min(...line.map(({ expiresAt }) => expiresAt ?? Infinity));
  return {
    ...key,
    line,
    // A permission that the host has taken out of its set since opens nothing.
    permissions: key.permissions.filter(
      (right) => set.has(right) && line.every((one) => set.permits(one.permissions, right)),
    ),
    expiresAt: end === Infinity ? null : end,
  };
}

/** A key that an API key creates: its permissions, and the end that was asked for. */
export type Child = Pick<ApiKeyDocument, "userId" | "permissions" | "expiresAt">;

/**
 * The end of a key that the key `parentId` creates: the one asked for, or its parent's where none was.
 *
 * @throws AuthError INVALID_API_KEY when the parent is over, FORBIDDEN (details.permission) for a permission that it
 * lacks, VALIDATION_ERROR (details.path `expiresInDays`) for a later end, QUOTA_EXCEEDED
 */
export async function endOfChild(
  reader: Reader,
  set: PermissionSet,
  parentId: string,
  { userId, permissions, expiresAt }: Child,
  now: number,
): Promise<number | null> {
  const stored = (await reader.get(apiKeys, parentId))?.value;
  const parent = stored?.userId === userId ? await keyInForce(reader, set, stored, now) : undefined;
  if (parent === undefined) throw parentOver();
  const line = (await lineOf(reader, parent)) ?? [];
  checkQuota(
    line.length,
    MAX_LINE,
    "API keys in this line, each created by the one before",
    AuthError,
  );
  const missing = permissions.find((right) => !set.permits(parent.permissions, right));
  if (missing !== undefined) throw missingRight(missing);
  if (parent.expiresAt === null) return expiresAt;
  if (expiresAt !== null && expiresAt > parent.expiresAt) throw tooLate(parent.expiresAt);
  return expiresAt ?? parent.expiresAt;
}

/** Those of `keys` that descend from the key `id`. */
export function descendantsOf(
  id: string,
  keys: readonly Versioned<ApiKeyDocument>[],
): readonly Versioned<ApiKeyDocument>[] {
  const children = keys.filter(({ value }) => value.parentId === id);
  return children.flatMap((child) => [child, ...descendantsOf(child.value.id, keys)]);
}

/**
 * Refuses a key that manages another one but those that descend from it, so that none widens its own rights; `itself`
 * too where `admitsItself`.
 *
 * @throws AuthError FORBIDDEN
 */
export async function checkManager(
  reader: Reader,
  managerId: string | undefined,
  key: ApiKeyDocument,
  admitsItself: boolean,
): Promise<void> {
  if (managerId === undefined || (admitsItself && managerId === key.id)) return;
  const line = (await lineOf(reader, key)) ?? [];
  if (line.slice(1).some(({ id }) => id === managerId)) return;
  throw new AuthError("FORBIDDEN", "An API key changes only keys that descend from it.");
}

/** The key and those that it descends from, nearest first; undefined for a line with a gap. */
async function lineOf(
  reader: Reader,
  key: ApiKeyDocument,
): Promise<readonly ApiKeyDocument[] | undefined> {
  const line = [key];
  for (let { parentId } = key; parentId !== undefined;) {
    const parent: ApiKeyDocument | undefined = (await reader.get(apiKeys, parentId))?.value;
    if (parent?.userId !== key.userId || line.length === MAX_LINE) return undefined;
    line.push(parent);
    ({ parentId } = parent);
  }
  return line;
}

function parentOver(): AuthError {
  const message = "The API key that is to create another one has been revoked or has expired.";
  return new AuthError("INVALID_API_KEY", message);
}

function missingRight(permission: string): AuthError {
  const message = `An API key creates no key with the permission "${permission}", which it lacks itself.`;
  return new AuthError("FORBIDDEN", message, { details: { permission } });
}

function tooLate(end: number): AuthError {
  const until = new Date(end).toISOString();
  const message = `An API key creates no key that outlives it: it expires at ${until}. Ask for fewer days, or for none to get the same end.`;
  return new AuthError("VALIDATION_ERROR", message, { details: { path: "expiresInDays" } });
}
