import assert from "node:assert/strict";

import { Webhook, WebhookWithSecret } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";
import type { CurationCase, CurationService, Person } from "./curation-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

/** No name of this kind stands for a host (RFC 6761). */
const URL = "https://receiver.invalid/hook";

const create = (
  { call }: CurationService,
  { token }: Person,
  body: object = { url: URL, events: ["*"] },
): Promise<Answer> => call("POST", "/webhooks", { token, body });

/** Id of a new webhook of an account; undefined where the service sends none. */
export async function newWebhook(
  service: CurationService,
  person: Person,
): Promise<string | undefined> {
  const made = await create(service, person);
  if (made.status !== 501) return expectOk(made, 201, WebhookWithSecret).id;
  expectError(made, 501, "WEBHOOKS_UNAVAILABLE");
  return undefined;
}

/** Webhooks of an account, where the service sends some. */
export const webhookCases: readonly CurationCase[] = [
  {
    name: "a webhook's secret is told when it is created and rotated, and in no other answer",
    run: async (service) => {
      const person = await service.signUp();
      const id = await newWebhook(service, person);
      if (id === undefined) return;
      const { token } = person;
      const path = `/webhooks/${id}`;
      const webhook = expectOk(await service.call("GET", path, { token }), 200, Webhook);
      assert.deepEqual([webhook.url, webhook.events, webhook.enabled], [URL, ["*"], true]);
      const body = { grace_seconds: 60 };
      const rotated = await service.call("POST", `${path}/rotate`, { token, body });
      const { secret } = expectOk(rotated, 200, WebhookWithSecret);
      assert.match(secret, /^whsec_[A-Za-z0-9+/=]{32,}$/);
      const misspelt = { token, body: { grace: 0 } };
      const refused = await service.call("POST", `${path}/rotate`, misspelt);
      expectInvalid(refused, "body", "grace");
      assert.match(refused.text, /grace_seconds/, shown(refused));
      const unknown = { token, body: { enable: false } };
      expectInvalid(await service.call("PATCH", path, unknown), "body", "enable");
      const off = { token, body: { enabled: false } };
      assert.equal(expectOk(await service.call("PATCH", path, off), 200, Webhook).enabled, false);
      const list = await service.call("GET", "/webhooks", { token });
      assert.ok(!list.text.includes(secret) && list.text.includes(id), shown(list));
      assert.equal((await service.call("DELETE", path, { token })).status, 200);
      expectError(await service.call("GET", path, { token }), 404, "NOT_FOUND");
    },
  },
  {
    name: "a webhook to an address that is not https, and one without a known event, are refused",
    run: async (service) => {
      const person = await service.signUp();
      if ((await newWebhook(service, person)) === undefined) return;
      const events = ["draft.decided"];
      for (const url of ["ftp://receiver.invalid", "no address", "https://a:b@receiver.invalid/"]) {
        expectInvalid(await create(service, person, { url, events }), "body", "url");
      }
      for (const none of [[], ["*", "*"]]) {
        const body = { url: URL, events: none };
        expectInvalid(await create(service, person, body), "body", "events");
      }
    },
  },
  {
    name: "the event of a draft goes to its author and to curators, to nobody else, and its deliveries are their owner's",
    run: async (service) => {
      const [author, other] = [await service.signUp(), await service.signUp()];
      const judge = await service.curator();
      const ids = [];
      for (const one of [author, other, judge]) ids.push(await newWebhook(service, one));
      const [own, foreign, feed] = ids;
      if (own === undefined) return;
      const draft = await service.draft(author);
      const told = async (id: string | undefined, { token }: Person): Promise<Answer> =>
        await service.call("GET", `/webhooks/${String(id)}/deliveries`, { token });
      type Deliveries = readonly { readonly id: string; readonly type: string }[];
      const typesOf = (answer: Answer): readonly string[] =>
        (answer.json as Deliveries).map(({ type }) => type);
      assert.deepEqual(typesOf(await told(own, author)), ["draft.submitted"]);
      assert.deepEqual(typesOf(await told(feed, judge)), ["draft.submitted"]);
      assert.deepEqual(typesOf(await told(foreign, other)), []);
      assert.ok(draft !== "");
      const [delivery] = (await told(own, author)).json as Deliveries;
      const path = `/webhooks/${own}`;
      const routes: readonly (readonly [method: string, path: string, body?: object])[] = [
        ["GET", path],
        ["PATCH", path, { enabled: false }],
        ["POST", `${path}/rotate`, {}],
        ["GET", `${path}/deliveries`],
        ["POST", `${path}/deliveries/${String(delivery?.id)}/replay`],
        ["DELETE", path],
      ];
      for (const [method, of, body] of routes) {
        const sent = body === undefined ? {} : { body };
        const answer = await service.call(method, of, { token: other.token, ...sent });
        expectError(answer, 404, "NOT_FOUND");
      }
      assert.equal((await service.call("GET", path, { token: author.token })).status, 200);
    },
  },
];
