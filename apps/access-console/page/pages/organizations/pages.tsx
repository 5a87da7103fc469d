/** The page of organizations that the address names. */

import { place } from "@bourse/ui";

import { NewOrganization } from "./new-organization.tsx";
import { OrganizationList } from "./organization-list.tsx";
import { OrganizationPage } from "./organization-page.tsx";

export function OrganizationPages() {
  const [id] = place.value.rest;
  if (id === undefined) return <OrganizationList />;
  return id === "new" ? <NewOrganization /> : <OrganizationPage key={id} id={id} />;
}
