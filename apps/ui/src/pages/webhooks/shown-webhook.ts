/** The heading of the page of webhooks, which the frame draws before the page's code is fetched. */

import { signal } from "@preact/signals";

import { place } from "../../model/place.ts";

/** Host that the shown webhook posts to; undefined while it is not known. */
export const shownWebhook = signal<string | undefined>(undefined);

export function webhooksHeading(): string {
  const [id] = place.value.rest;
  if (id === undefined) return "Webhooks";
  return id === "new" ? "New webhook" : (shownWebhook.value ?? "Webhook");
}
