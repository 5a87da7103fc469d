/** Webhooks of the account: for its own events, and for those of its API keys and organizations. */

import { iterate } from "@bourse/client";
import type { NewWebhook } from "@bourse/client/auth";
import { firstOf, ONCE, Webhooks, type WebhookPages } from "@bourse/ui";

import { call, epoch } from "../../model/login.ts";

type EventType = NewWebhook["events"][number];

const EVENTS: Readonly<Record<Exclude<EventType, "*">, string>> = {
  "login.succeeded": "Somebody has signed in to your account.",
  "password.changed": "The password of your account was changed.",
  "password.reset": "A forgotten password was replaced by the link of a mail.",
  "email.changed": "The e-mail address of your account was changed.",
  "email.verified": "The e-mail address of your account was confirmed.",
  "account.disabled": "The operator has disabled your account.",
  "account.enabled": "The operator has enabled your account again.",
  "api_key.created": "An API key was created, by you or in an organization that you own.",
  "api_key.revoked": "An API key was revoked, likewise.",
  "api_key.expiring": "An API key expires within days, likewise.",
  "member.added": "Somebody has joined an organization that you own, or you have joined one.",
  "member.changed": "A member of it, or you, has another role.",
  "member.removed": "A member of it, or you, has left or was removed.",
};

const CALLS: WebhookPages["calls"] = {
  list: () => call((auth) => auth.listWebhooks()),
  create: (input) => call((auth) => auth.createWebhook({ body: bodyOf(input) }, ONCE)),
  change: (id, { events, ...rest }) => {
    const body = { ...rest, ...(events === undefined ? {} : { events: typesOf(events) }) };
    return call((auth) => auth.updateWebhook({ params: { id }, body }, ONCE));
  },
  rotate: async (id, graceSeconds) => {
    const input = { params: { id }, body: { graceSeconds } };
    return (await call((auth) => auth.rotateWebhook(input, ONCE))).secret;
  },
  remove: (id) => call((auth) => auth.deleteWebhook({ params: { id } }, ONCE)),
  deliveries: (id, count) => {
    const input = { params: { id }, query: { limit: Math.min(count, 100) } };
    return call((auth) => firstOf(count, iterate(auth.listWebhookDeliveries, input)));
  },
  replay: (id, deliveryId) => {
    const input = { params: { id, deliveryId } };
    return call((auth) => auth.replayWebhookDelivery(input, ONCE));
  },
};

/** The list, a new one or one of them, as the address has it. */
export function AccountWebhooks() {
  return (
    <Webhooks
      calls={CALLS}
      events={EVENTS}
      about="A webhook posts what happens to your account, its API keys and your organizations to an address of yours: signed, and again until it is taken."
      since={epoch.value}
    />
  );
}

function bodyOf({ url, events }: { readonly url: string; readonly events: readonly string[] }) {
  return { url, events: typesOf(events) };
}

/** Types as the contract has them: the page offers no other one. */
function typesOf(events: readonly string[]): EventType[] {
  return events.map((type) => type as EventType);
}
