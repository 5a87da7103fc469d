/** The name of the organization that is shown, for the heading; undefined while it is loaded. */

import { signal } from "@preact/signals";

export const shownOrganization = signal<string | undefined>(undefined);
