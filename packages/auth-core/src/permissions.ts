/** What a credential allows. */

/** Seed, part A: `deploy`, `read`, `billing`, and `admin`, which implies all. */
export const PERMISSIONS = ["deploy", "read", "billing", "admin"] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Whether `held` allows what `needed` asks for. */
export function permits(held: readonly Permission[], needed: Permission): boolean {
  return held.includes(needed) || held.includes("admin");
}
