/** Webhooks: the list, a new one, one of them. The address says which: `#/webhooks`, `…/new`, `…/ID`. */

import { place } from "../../model/place.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { useFetched } from "./use-fetched.ts";
import type { WebhookPages } from "./webhook-calls.ts";
import { WebhookList } from "./webhook-list.tsx";
import { WebhookPage } from "./webhook-page.tsx";

export function Webhooks(pages: WebhookPages) {
  const [id] = place.value.rest;
  const list = useFetched("webhooks", pages.calls.list, pages.since);
  if (id === undefined) return <WebhookList pages={pages} list={list} />;
  if (id === "new") return <NewWebhook pages={pages} onMade={() => void list.refresh()} />;
  return <WebhookPage key={id} id={id} pages={pages} list={list} />;
}
