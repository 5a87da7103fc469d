/** Permissions of callers. */

/** All permissions; `admin` implies the others. */
export const PERMISSIONS = ["deploy", "read", "billing", "admin"] as const;

/** A permission of an API key; access tokens have all of them. */
export type Permission = (typeof PERMISSIONS)[number];

/** True when a caller with the permissions `held` has the permission `needed`. */
export function permits(held: readonly Permission[], needed: Permission): boolean {
  return held.includes(needed) || held.includes("admin");
}
