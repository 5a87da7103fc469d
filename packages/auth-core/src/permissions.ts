/** Permissions of callers. */

import { anyText, checkArguments, listOf } from "@bourse/kernel";

/** All permissions; `admin` implies the others. */
export const PERMISSIONS = ["deploy", "read", "billing", "admin"] as const;

/** A permission of an API key; access tokens have all of them. */
export type Permission = (typeof PERMISSIONS)[number];

const rules = { held: listOf(anyText), needed: anyText };

/** True when a caller with the permissions `held` has the permission `needed`. */
export function permits(held: readonly Permission[], needed: Permission): boolean {
  checkArguments("permits", rules, [held, needed]);
  return held.includes(needed) || held.includes("admin");
}
