/** The roles of an organization in words, and what each of them reaches. */

import type { Organization } from "@bourse/client/auth";

/** Rights by role, the least first. */
export const ROLES = {
  member: "Reads the organization, its members and its records.",
  admin: "Renames it, invites and removes members, gives roles, and manages its API keys.",
  owner: "Does all that administrators do, manages owners, and deletes the organization.",
} as const;

export type Role = Organization["role"];

const NAMES = Object.keys(ROLES) as readonly Role[];

/** True for a role that has the rights of the other one. */
export function reaches(role: Role, other: Role): boolean {
  return NAMES.indexOf(role) >= NAMES.indexOf(other);
}

/** The roles that somebody with a role may give: nobody gives one above their own. */
export function rolesUpTo(role: Role): readonly Role[] {
  return NAMES.filter((name) => reaches(role, name));
}
