import assert from "node:assert/strict";

import {
  OrderCancelled,
  OrderReply,
  Webhook,
  WebhookDeleted,
  WebhookDelivery,
  WebhookWithSecret,
} from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectKeys, expectRefusal, shown } from "../http/expect.ts";
import { eventually, type Wire } from "../http/wire.ts";
import { dispatch, ended } from "./jobs.ts";

/** No name of this kind stands for a host (RFC 6761). */
const URL = "https://receiver.invalid/hook";
const FIELDS = ["id", "url", "events", "enabled", "created_at"];
/** Far below any price that BTCUSDT had in years, so it rests. */
const RESTING = {
  symbol: "BTCUSDT",
  side: "buy",
  quantity: 0.001,
  order_type: "limit",
  price: "0.01",
};
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Id of a new webhook; undefined where the service sends none. */
export async function newWebhook(
  wire: Wire,
  events: readonly string[] = ["*"],
): Promise<string | undefined> {
  const made = await wire.post("/api/webhooks", { url: URL, events });
  if (made.status === 501) return undefined;
  assert.equal(made.status, 201, shown(made));
  expectKeys(made.json, [...FIELDS, "secret"], made);
  const { id, secret } = WebhookWithSecret.parse(made.json);
  assert.match(secret, /^whsec_[A-Za-z0-9+/=]{32,}$/);
  return id;
}

async function remove(wire: Wire, id: string): Promise<void> {
  const answer = await wire.send(`/api/webhooks/${id}`, { method: "DELETE" });
  assert.deepEqual(expectData(answer, WebhookDeleted), { id, status: "deleted" });
}

async function deliveriesOf(wire: Wire, id: string): Promise<readonly WebhookDelivery[]> {
  return expectData(await wire.get(`/api/webhooks/${id}/deliveries`), WebhookDelivery.array());
}

/** Webhooks, where the service sends some. */
export const webhookCases: readonly Case[] = [
  {
    name: "a webhook's secret is told when it is created, and in no other answer",
    run: async (wire) => {
      const id = await newWebhook(wire, ["job.completed"]);
      if (id === undefined) return;
      const list = await wire.get("/api/webhooks");
      assert.ok(!list.text.includes("whsec_"), shown(list));
      const held = expectData(list, Webhook.array()).find((one) => one.id === id);
      assert.deepEqual(
        [held?.url, held?.events, held?.enabled],
        [URL, ["job.completed"], true],
        shown(list),
      );
      await remove(wire, id);
      expectRefusal(await wire.send(`/api/webhooks/${id}`, { method: "DELETE" }), 404);
      expectRefusal(await wire.get(`/api/webhooks/${id}/deliveries`), 404);
    },
  },
  {
    name: "a webhook is changed and switched off, and what is not given stays",
    run: async (wire) => {
      const id = await newWebhook(wire, ["job.completed"]);
      if (id === undefined) return;
      const path = `/api/webhooks/${id}`;
      const changes = [
        [{ url: `${URL}/new` }, [`${URL}/new`, ["job.completed"], true]],
        [{ events: ["job.failed"], enabled: false }, [`${URL}/new`, ["job.failed"], false]],
        [{}, [`${URL}/new`, ["job.failed"], false]],
      ] as const;
      for (const [change, expected] of changes) {
        const answer = await wire.patch(path, change);
        const { url, events, enabled } = expectData(answer, Webhook);
        assert.deepEqual([url, events, enabled], expected, shown(answer));
        expectKeys(answer.json, FIELDS, answer);
      }
      for (const [bad, field] of [
        [{ url: "no address" }, "url"],
        [{ events: [] }, "events"],
        [{ enabled: "no" }, "enabled"],
        [{ enable: false }, "enable"],
      ] as const) {
        expectInvalid(await wire.patch(path, bad), "body", field);
      }
      await remove(wire, id);
      expectRefusal(await wire.patch(path, { enabled: true }), 404);
    },
  },
  {
    name: "a webhook's secret is replaced, and the new one told in that answer alone",
    run: async (wire) => {
      const id = await newWebhook(wire, ["job.completed"]);
      if (id === undefined) return;
      const path = `/api/webhooks/${id}/rotate`;
      const secrets = new Set<string>();
      for (const body of [{}, { grace_seconds: 0 }, { grace_seconds: 604_800 }]) {
        const answer = await wire.post(path, body);
        expectKeys(answer.json, [...FIELDS, "secret"], answer);
        secrets.add(expectData(answer, WebhookWithSecret).secret);
      }
      assert.equal(secrets.size, 3);
      for (const grace_seconds of [-1, 604_801, 0.5, "60"]) {
        expectInvalid(await wire.post(path, { grace_seconds }), "body", "grace_seconds");
      }
      const misspelt = await wire.post(path, { grace: 0 });
      expectInvalid(misspelt, "body", "grace");
      assert.match(misspelt.text, /grace_seconds/, shown(misspelt));
      const list = await wire.get("/api/webhooks");
      assert.ok(!list.text.includes("whsec_"), shown(list));
      await remove(wire, id);
      expectRefusal(await wire.post(path, {}), 404);
    },
  },
  {
    name: "each step of a job has a delivery of its own, and one that waits is not replayed",
    run: async (wire) => {
      const id = await newWebhook(wire);
      if (id === undefined) return;
      await ended(wire, await dispatch(wire, { limit: 1 }));
      const steps = ["job.completed", "job.created", "job.started"];
      const found = await eventually(
        () => deliveriesOf(wire, id),
        (all) => all.length >= steps.length,
      );
      assert.deepEqual(found.map(({ type }) => type).toSorted(), steps);
      const waiting = found.find(({ status }) => status === "waiting");
      if (waiting !== undefined) {
        const path = `/api/webhooks/${id}/deliveries/${waiting.id}/replay`;
        const again = await wire.post(path);
        // The delivery may have ended meanwhile.
        if (again.status !== 202) expectRefusal(again, 409);
      }
      expectRefusal(await wire.post(`/api/webhooks/${id}/deliveries/${NOBODY}/replay`), 404);
      await remove(wire, id);
    },
  },
  {
    name: "an order's placing and its cancellation have a delivery each, and no other",
    run: async (wire) => {
      const id = await newWebhook(wire, ["order.placed", "order.filled", "order.cancelled"]);
      if (id === undefined) return;
      const made = await wire.post("/api/execution/orders", RESTING);
      const { order_id: orderId } = expectData(made, OrderReply).order;
      const path = `/api/execution/orders/${orderId}?symbol=BTCUSDT`;
      expectData(await wire.send(path, { method: "DELETE" }), OrderCancelled);
      expectRefusal(await wire.send(path, { method: "DELETE" }), 400);
      const found = await eventually(
        () => deliveriesOf(wire, id),
        (all) => all.length >= 2,
      );
      assert.deepEqual(found.map(({ type }) => type).toSorted(), [
        "order.cancelled",
        "order.placed",
      ]);
      await remove(wire, id);
    },
  },
  {
    name: "a webhook to an address that is not https, and one without a known event, are refused",
    run: async (wire) => {
      const id = await newWebhook(wire);
      if (id === undefined) return;
      const events = ["job.created"];
      for (const url of ["ftp://receiver.invalid", "no address", "https://a:b@receiver.invalid/"]) {
        expectInvalid(await wire.post("/api/webhooks", { url, events }), "body", "url");
      }
      for (const none of [[], ["*", "*"], ["job.progress"]]) {
        expectInvalid(
          await wire.post("/api/webhooks", { url: URL, events: none }),
          "body",
          "events",
        );
      }
      await remove(wire, id);
    },
  },
];
