/** Roles of accounts: each may do on its own resources what the permissions of its role allow. */

import {
  anyFunction,
  checkArguments,
  KernelError,
  listOf,
  anyText,
  nearestName,
  objectOf,
  type OptionRule,
} from "@bourse/kernel";

import { defaultPermissions, type PermissionSet } from "./permissions.ts";

/** Role of every account that was given no other one: it has all permissions. */
export const OWNER = "owner";

/** The roles that accounts may have. */
export interface RoleSet<Role extends string = string> {
  /** Names of all roles; `owner`, which has all permissions, is the first one. */
  readonly names: readonly Role[];
  /** Permissions of a role; empty for a name that is none of this set. */
  permissionsOf(role: string): readonly string[];
}

const MAX_ROLES = 64;
const NAME = /^[A-Za-z][\w.:-]{0,63}$/;

const RULES = {
  permissions: objectOf({
    names: listOf(anyText),
    descriptions: objectOf({}),
    has: anyFunction,
    permits: anyFunction,
  }),
  roles: objectOf({}),
};

/**
 * Roles of a host's own, for the option `roles` of `createAuthCore`: up to 64 names of 1–64 letters, digits and
 * `_ . : -`, the first one a letter, each with its permissions out of the set. `owner` is part of every set of roles,
 * has all permissions, and cannot be defined.
 *
 * @throws KernelError ARGUMENT_INVALID for a name or a permission that cannot be
 */
export function defineRoles<Name extends string, Role extends string>(
  permissions: PermissionSet<Name>,
  roles: Readonly<Record<Role, readonly NoInfer<Name>[]>>,
): RoleSet<Role | "owner"> {
  checkArguments("defineRoles", RULES, [permissions, roles]);
  const given = new Map(Object.entries<readonly string[]>(roles));
  if (given.size >= MAX_ROLES) refuse(`define at most ${MAX_ROLES - 1} roles`);
  for (const [name, held] of given) checkRole(name, held, permissions);
  const held = new Map([
    [OWNER, permissions.names],
    ...[...given].map(([name, own]) => [name, Object.freeze([...own])] as const),
  ]);
  return Object.freeze<RoleSet<Role | "owner">>({
    names: Object.freeze([...held.keys()]) as readonly (Role | "owner")[],
    permissionsOf: (role) => {
      checkArguments("roles.permissionsOf", { role: anyText }, [role]);
      return held.get(role) ?? NOTHING;
    },
  });
}

const NOTHING: readonly string[] = Object.freeze([]);

function checkRole(name: string, held: readonly string[], permissions: PermissionSet): void {
  if (!NAME.test(name)) refuse(`"${name}" is no name of a role: 1–64 letters, digits and _ . : -`);
  if (name === OWNER) refuse(`the role "${OWNER}" has all permissions and cannot be defined`);
  checkArguments("defineRoles", { [name]: listOf(anyText) }, [held]);
  const missing = held.find((one): boolean => !permissions.has(one));
  if (missing === undefined) return;
  const near = nearestName(missing, [...permissions.names]);
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  refuse(`"${name}" has the permission "${missing}", which the set has not${hint}`);
}

function refuse(message: string): never {
  throw new KernelError("ARGUMENT_INVALID", `defineRoles: ${message}`);
}

/** A set of roles, by its form: another copy of this module may have made it. */
export const rolesOption: OptionRule<RoleSet | undefined> = {
  expected: "a set of roles made by defineRoles",
  accepts: (value) => {
    if (typeof value !== "object" || value === null) return false;
    const { names, permissionsOf } = value as Partial<RoleSet>;
    return Array.isArray(names) && typeof permissionsOf === "function";
  },
  absent: () => undefined,
};

/** The roles of a core whose host defines none: `owner` alone, with all permissions of the set. */
export function ownerAlone(permissions: PermissionSet = defaultPermissions): RoleSet {
  return defineRoles(permissions, {});
}
