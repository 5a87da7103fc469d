/**
 * Organizations: the list, a new one, one of them. The address says which: `#/organizations`, `#/organizations/new`,
 * `#/organizations/ID`. Their code is fetched when they are shown.
 */

import { Later, place } from "@bourse/ui";

import { shownOrganization } from "./organizations/shown-organization.ts";

export function Organizations() {
  return <Later title="Organizations" load={loadPages} />;
}

export function organizationsHeading(): string {
  const [id] = place.value.rest;
  if (id === undefined) return "Organizations";
  return id === "new" ? "New organization" : (shownOrganization.value ?? "Organization");
}

const loadPages = async () => (await import("./organizations/pages.tsx")).OrganizationPages;
