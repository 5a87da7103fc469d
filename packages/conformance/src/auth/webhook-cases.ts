import assert from "node:assert/strict";

import { Webhook, WebhookWithSecret } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";
import type { Account, AuthCase, AuthService } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

/** No name of this kind stands for a host (RFC 6761). */
const URL = "https://receiver.invalid/hook";
const FIELDS = ["id", "url", "events", "enabled", "createdAt"];

const create = (
  { call }: AuthService,
  { token }: Account,
  body: object = { url: URL, events: ["*"] },
): Promise<Answer> => call("POST", "/webhooks", { token, body });

/** Id of a new webhook of an account; undefined where the service sends none. */
export async function newWebhook(
  service: AuthService,
  account: Account,
): Promise<string | undefined> {
  const made = await create(service, account);
  if (made.status !== 501) return expectOk(made, 201, WebhookWithSecret, [...FIELDS, "secret"]).id;
  expectError(made, 501, "WEBHOOKS_UNAVAILABLE");
  return undefined;
}

/** Webhooks of an account, where the service sends some. */
export const webhookCases: readonly AuthCase[] = [
  {
    name: "a webhook's secret is told when it is created and rotated, and in no other answer",
    run: async (service) => {
      const account = await service.signUp();
      const id = await newWebhook(service, account);
      if (id === undefined) return;
      const { token } = account;
      const path = `/webhooks/${id}`;
      const read = await service.call("GET", path, { token });
      const webhook = expectOk(read, 200, Webhook, FIELDS);
      assert.deepEqual([webhook.url, webhook.events, webhook.enabled], [URL, ["*"], true]);
      const rotated = await service.call("POST", `${path}/rotate`, { token, body: {} });
      const { secret } = expectOk(rotated, 200, WebhookWithSecret, [...FIELDS, "secret"]);
      assert.match(secret, /^whsec_[A-Za-z0-9+/=]{32,}$/);
      const misspelt = { token, body: { grace: 0 } };
      const refused = await service.call("POST", `${path}/rotate`, misspelt);
      expectInvalid(refused, "grace");
      assert.match(refused.text, /graceSeconds/, shown(refused));
      const unknown = { token, body: { enable: false } };
      expectInvalid(await service.call("PATCH", path, unknown), "enable");
      const off = { token, body: { enabled: false } };
      const changed = expectOk(await service.call("PATCH", path, off), 200, Webhook, FIELDS);
      assert.equal(changed.enabled, false);
      const list = await service.call("GET", "/webhooks", { token });
      assert.ok(!list.text.includes(secret) && list.text.includes(id), shown(list));
      assert.equal((await service.call("DELETE", path, { token })).status, 200);
      expectError(await service.call("GET", path, { token }), 404, "NOT_FOUND");
    },
  },
  {
    name: "a webhook to an address that is not https, and one without a known event, are refused",
    run: async (service) => {
      const account = await service.signUp();
      if ((await newWebhook(service, account)) === undefined) return;
      const events = ["api_key.created"];
      const bad = ["ftp://receiver.invalid", "no address", "https://a:b@receiver.invalid/"];
      for (const url of bad) expectInvalid(await create(service, account, { url, events }), "url");
      for (const none of [[], ["*", "*"]]) {
        expectInvalid(await create(service, account, { url: URL, events: none }), "events");
      }
    },
  },
  {
    name: "a webhook and its deliveries are their owner's alone, on every route",
    run: async (service) => {
      const [owner, other] = [await service.signUp(), await service.signUp()];
      const id = await newWebhook(service, owner);
      if (id === undefined) return;
      const { key } = await service.makeKey(owner, ["admin"]);
      const path = `/webhooks/${id}`;
      const answer = await service.call("GET", `${path}/deliveries`, { token: owner.token });
      const { data } = answer.json as { readonly data: readonly { readonly id: string }[] };
      const [delivery] = data;
      assert.ok(delivery !== undefined && answer.text.includes("api_key.created"), shown(answer));
      const routes: readonly (readonly [method: string, path: string, body?: object])[] = [
        ["GET", path],
        ["PATCH", path, { enabled: false }],
        ["POST", `${path}/rotate`, {}],
        ["GET", `${path}/deliveries`],
        ["POST", `${path}/deliveries/${delivery.id}/replay`],
        ["DELETE", path],
      ];
      for (const [method, of, body] of routes) {
        const sent = body === undefined ? {} : { body };
        const foreign = await service.call(method, of, { token: other.token, ...sent });
        expectError(foreign, 404, "NOT_FOUND");
        expectError(await service.call(method, of, { key, ...sent }), 401, "UNAUTHORIZED");
      }
      assert.equal((await service.call("GET", path, { token: owner.token })).status, 200);
    },
  },
];
