/** Permissions as the wire spells them. */

import type { Permission } from "@bourse/contract/auth";

/** The names of a core's set; the routes over that core are bound with the same set, which the type cannot follow. */
export function wirePermissions(names: readonly string[]): Permission[] {
  return [...names] as Permission[];
}

/** Permissions that a login is narrowed to, which only such a one has. */
export function wireNarrowing({ permissions }: { readonly permissions?: readonly string[] }): {
  permissions?: Permission[];
} {
  return permissions === undefined ? {} : { permissions: wirePermissions(permissions) };
}
