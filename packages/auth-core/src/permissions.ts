/** Permissions of callers: the four of the service, or the set that a host defines. */

import {
  absentOr,
  anyText,
  checkArguments,
  KernelError,
  listOf,
  nearestName,
  objectOf,
  type OptionRule,
} from "@bourse/kernel";

/** All permissions of the default set; `admin` implies the others. */
export const PERMISSIONS = ["deploy", "read", "billing", "admin"] as const;

/** A permission of the default set, which an API key may have. */
export type Permission = (typeof PERMISSIONS)[number];

/** One permission of a set that a host defines. */
export interface PermissionDefinition<Name extends string = string> {
  /** One line for people, at most 200 characters. Default empty. */
  readonly description?: string;
  /** Permissions of the same set that come with this one, and with them those that they imply. Default none. */
  readonly implies?: readonly Name[];
}

/** The permissions that credentials may have, and which of them come with which. */
export interface PermissionSet<Name extends string = string> {
  /** Names of all permissions in the order of their definition; `admin` is one of them. */
  readonly names: readonly Name[];
  /** Description of each permission; empty where none was given. */
  readonly descriptions: Readonly<Record<Name, string>>;
  /** True for the name of a permission of this set. */
  has(name: string): name is Name;
  /** True when a caller with the permissions `held` has the permission `needed`, by itself or by what implies it. */
  permits(held: readonly string[], needed: string): boolean;
}

/** Type of the names of a set: `PermissionOf<typeof permissions>`. */
export type PermissionOf<Given extends PermissionSet> =
  Given extends PermissionSet<infer Name> ? Name : never;

const ADMIN = "admin";
const MAX_PERMISSIONS = 64;
const NAME = /^[A-Za-z][\w.:-]{0,63}$/;
const MAX_DESCRIPTION = 200;

/**
 * A set of permissions of a host's own, for the option `permissions` of `createAuthCore`: up to 64 names of 1–64
 * letters, digits and `_ . : -`, the first one a letter. `admin` is part of every set and implies all others: it
 * manages API keys, and a login has it on its own account.
 *
 * @throws KernelError ARGUMENT_INVALID for a name, a description or an implied permission that cannot be
 */
export function definePermissions<Name extends string>(
  definitions: Readonly<Record<Name, PermissionDefinition<NoInfer<Name>>>>,
): PermissionSet<Name | "admin"> {
  checkArguments("definePermissions", { definitions: objectOf({}) }, [definitions]);
  const given = new Map(Object.entries<PermissionDefinition>(definitions));
  if (!given.has(ADMIN)) given.set(ADMIN, {});
  if (given.size > MAX_PERMISSIONS) refuse(`name at most ${MAX_PERMISSIONS} permissions`);
  for (const [name, definition] of given) checkDefinition(name, definition, given);
  return createSet(given) as PermissionSet<Name | "admin">;
}

function checkDefinition(
  name: string,
  definition: PermissionDefinition,
  given: ReadonlyMap<string, PermissionDefinition>,
): void {
  if (!NAME.test(name)) {
    refuse(`"${name}" is no name of a permission: 1–64 letters, digits and _ . : -`);
  }
  const shape = objectOf({ description: absentOr(anyText), implies: absentOr(listOf(anyText)) });
  checkArguments("definePermissions", { [name]: shape }, [definition]);
  const unknown = Object.keys(definition).find((key) => !DEFINITION_KEYS.includes(key));
  if (unknown !== undefined) refuse(`"${name}" has the unknown member "${unknown}"`);
  const { description = "", implies = [] } = definition;
  if (description.length > MAX_DESCRIPTION) {
    refuse(`the description of "${name}" has more than ${MAX_DESCRIPTION} characters`);
  }
  const missing = implies.find((one) => !given.has(one));
  if (missing === undefined) return;
  const near = nearestName(missing, [...given.keys()]);
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  refuse(`"${name}" implies "${missing}", which the set has not${hint}`);
}

const DEFINITION_KEYS = ["description", "implies"];

function refuse(message: string): never {
  throw new KernelError("ARGUMENT_INVALID", `definePermissions: ${message}`);
}

const rules = { held: listOf(anyText), needed: anyText };

function createSet(given: ReadonlyMap<string, PermissionDefinition>): PermissionSet {
  const names = Object.freeze([...given.keys()]);
  const reach = new Map(names.map((name) => [name, reachOf(name, given)]));
  const descriptions = [...given].map(([name, { description = "" }]) => [name, description]);
  return Object.freeze<PermissionSet>({
    names,
    descriptions: Object.freeze(Object.fromEntries(descriptions) as Record<string, string>),
    has: (name: string): name is string => given.has(name),
    permits: (held, needed) => {
      checkArguments("permissions.permits", rules, [held, needed]);
      return held.includes(needed) || held.some((one) => reach.get(one)?.(needed) === true);
    },
  });
}

/** A set of permissions, by its form: another copy of this module may have made it. */
export const permissionsOption: OptionRule<PermissionSet> = {
  expected: "a set of permissions made by definePermissions",
  accepts: (value) => {
    if (typeof value !== "object" || value === null) return false;
    const { names, has, permits: permit } = value as Partial<PermissionSet>;
    return Array.isArray(names) && typeof has === "function" && typeof permit === "function";
  },
  absent: () => defaultPermissions,
};

/** Tells what a permission brings along; `admin` brings everything, of a route that another set guards too. */
function reachOf(
  name: string,
  given: ReadonlyMap<string, PermissionDefinition>,
): (needed: string) => boolean {
  const reached = new Set([name]);
  for (const one of reached) for (const next of given.get(one)?.implies ?? []) reached.add(next);
  return reached.has(ADMIN) ? () => true : (needed) => reached.has(needed);
}

/** The four permissions of the service: the set of a core without the option `permissions`. */
export const defaultPermissions: PermissionSet<Permission> = definePermissions({
  deploy: { description: "Record deployments and transactions." },
  read: { description: "Read deployments and transactions." },
  billing: { description: "Read the usage of the account." },
  admin: { description: "Everything, the management of API keys included." },
});

/** True when a caller with the permissions `held` of the default set has the permission `needed`. */
export function permits(held: readonly Permission[], needed: Permission): boolean {
  return defaultPermissions.permits(held, needed);
}
