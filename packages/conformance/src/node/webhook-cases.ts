import assert from "node:assert/strict";

import { Webhook, WebhookList, WebhookWithSecret } from "@bourse/contract/node";

import { shown } from "../http/expect.ts";
import type { Wire } from "../http/wire.ts";
import { expectAnswer, expectError, type NodeCase } from "./node-service.ts";

/** No name of this kind stands for a host (RFC 6761). */
const URL = "https://receiver.invalid/hook";

const remove = (wire: Wire, id: string) => wire.send(`/webhooks/${id}`, { method: "DELETE" });

/** Webhooks, where the node sends some. */
export const webhookCases: readonly NodeCase[] = [
  {
    name: "a webhook's secret is told when it is created, and in no other answer",
    run: async ({ internal }) => {
      const made = await internal.post("/webhooks", { url: URL, events: ["data.received"] });
      if (made.status === 501) return;
      assert.equal(made.status, 201, shown(made));
      const { secret, ...webhook } = WebhookWithSecret.parse(made.json);
      assert.match(secret, /^whsec_[A-Za-z0-9+/=]{32,}$/);
      const list = await internal.get("/webhooks");
      assert.ok(!list.text.includes("whsec_"), shown(list));
      const held = WebhookList.parse(list.json).webhooks.find(({ id }) => id === webhook.id);
      assert.deepEqual(held, Webhook.parse(webhook));
      const path = `/webhooks/${webhook.id}/deliveries`;
      assert.deepEqual((await internal.get(path)).json, {
        deliveries: [],
        count: 0,
        next_cursor: null,
      });
      assert.equal((await remove(internal, webhook.id)).status, 200);
      assert.equal((await internal.get(path)).status, 404);
      assert.equal((await remove(internal, webhook.id)).status, 404);
    },
  },
  {
    name: "a webhook is changed, switched off and given another secret, which no other answer tells",
    run: async ({ internal }) => {
      const made = await internal.post("/webhooks", { url: URL, events: ["data.received"] });
      if (made.status === 501) return;
      const { id, secret: first } = WebhookWithSecret.parse(made.json);
      const own = `/webhooks/${id}`;
      const changes = [
        [{ url: `${URL}/new` }, [`${URL}/new`, ["data.received"], true]],
        [{ events: ["*"], enabled: false }, [`${URL}/new`, ["*"], false]],
        [{}, [`${URL}/new`, ["*"], false]],
      ] as const;
      for (const [given, expected] of changes) {
        const answer = await internal.patch(own, given);
        const { url, events, enabled } = expectAnswer(answer, 200, Webhook);
        assert.deepEqual([url, events, enabled], expected, shown(answer));
        assert.ok(!answer.text.includes("whsec_"), shown(answer));
      }
      expectError(await internal.patch(own, { url: "no address" }), 422, "url");
      for (const bad of [{ events: [] }, { enabled: "no" }]) {
        assert.equal((await internal.patch(own, bad)).status, 422);
      }
      const path = `${own}/rotate`;
      const rotated = await internal.post(path, { grace_seconds: 0 });
      assert.notEqual(expectAnswer(rotated, 200, WebhookWithSecret).secret, first);
      for (const grace_seconds of [-1, 604_801, 0.5, "60"]) {
        assert.equal((await internal.post(path, { grace_seconds })).status, 422);
      }
      const misspelt = await internal.post(path, { grace: 0 });
      assert.equal(misspelt.status, 422, shown(misspelt));
      assert.match(misspelt.text, /grace_seconds/, shown(misspelt));
      assert.equal((await internal.patch(own, { enable: false })).status, 422);
      const list = await internal.get("/webhooks");
      assert.ok(!list.text.includes("whsec_"), shown(list));
      await remove(internal, id);
      assert.equal((await internal.patch(own, {})).status, 404);
      assert.equal((await internal.post(path, {})).status, 404);
    },
  },
  {
    name: "a webhook to an address that is not https, and one without a known event, are refused",
    run: async ({ internal }) => {
      const made = await internal.post("/webhooks", { url: URL, events: ["*"] });
      if (made.status === 501) return;
      for (const url of ["ftp://receiver.invalid", "no address", "https://a:b@receiver.invalid/"]) {
        const refused = await internal.post("/webhooks", { url, events: ["*"] });
        expectError(refused, 422, "url");
      }
      for (const events of [[], ["*", "*"], ["network.stats_update"]]) {
        assert.equal((await internal.post("/webhooks", { url: URL, events })).status, 422);
      }
      await remove(internal, WebhookWithSecret.parse(made.json).id);
    },
  },
];
