/** An organization as its members see it. */

import { isLine } from "@bourse/kernel";

import { invalid, LEGIBLE } from "../invalid.ts";
import type { OrganizationDocument, OrganizationRole } from "./organization-document.ts";

/** An organization as a member sees it. */
export interface Organization {
  /** UUID of the organization. */
  readonly id: string;
  /** Name, 1–100 characters. */
  readonly name: string;
  /** Role of the member who asks. */
  readonly role: OrganizationRole;
  /** Time of creation in milliseconds since the Unix epoch (UTC). */
  readonly createdAt: number;
}

/** The public part of an organization. */
export function organizationOf(
  { id, name, createdAt }: OrganizationDocument,
  role: OrganizationRole,
): Organization {
  return { id, name, role, createdAt };
}

/** Refuses a name that no organization can have. @throws AuthError VALIDATION_ERROR, details.path `name` */
export function checkOrganizationName(name: string): void {
  if (isLine(name, 1, 100)) return;
  throw invalid("name", `The name of an organization has 1 to 100 ${LEGIBLE}.`);
}
