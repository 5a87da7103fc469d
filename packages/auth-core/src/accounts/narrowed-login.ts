/** Logins that are narrowed to some of the permissions of their account. */

import { invalid } from "../invalid.ts";
import type { PermissionSet } from "../permissions.ts";

/** A login that may be narrowed. */
export interface NarrowedLogin {
  /**
   * Permissions that the login is narrowed to, at least one, none twice: its session has no others, whatever becomes of
   * the account, and without `admin` it changes nothing of the account. Default: all those of the account.
   */
  readonly permissions?: readonly string[] | undefined;
}

/**
 * The permissions that a login asks for; undefined for all.
 *
 * @throws AuthError VALIDATION_ERROR, details.path `permissions`
 */
export function checkNarrowing(
  set: Pick<PermissionSet, "has" | "names">,
  { permissions }: NarrowedLogin,
): readonly string[] | undefined {
  if (permissions === undefined) return undefined;
  const isEachOnce = new Set(permissions).size === permissions.length;
  if (permissions.length > 0 && isEachOnce && permissions.every((one) => set.has(one))) {
    return [...permissions];
  }
  throw invalid(
    "permissions",
    `A login is narrowed to at least one of the permissions ${set.names.join(", ")}, each named once.`,
  );
}
