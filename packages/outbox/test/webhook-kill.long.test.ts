/** A process that is killed at any moment: every event reaches its receivers, none of a rolled-back act. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createManualClock, systemIds } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { afterAll, expect, onTestFinished, test } from "vitest";

import { isWholeRun } from "../../../test/support/rounds.ts";
import { openWebhooks, webhookCollections } from "../src/index.ts";
import { createWebhookSender } from "../src/webhooks/index.ts";
import { acts } from "./support/box.ts";
import { everyAct } from "./support/every-act.ts";
import { killChild } from "./support/kill-child.ts";
import { receiver } from "./support/receiver.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-webhooks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const VICTIM = new URL("webhook-kill-victim.ts", import.meta.url);
const KILLS = isWholeRun ? 500 : 5;

test(
  `${KILLS} kills lose no webhook, send none of an act that was rolled back, and keep the id of each event`,
  async () => {
    const url = `sqlite:${join(folder, "box.db")}`;
    const got: { readonly event: string; readonly act: string; readonly to: string }[] = [];
    const target = await receiver((request, response) => {
      const { headers, body } = target.received.pop() ?? { headers: {}, body: "" };
      const { data } = JSON.parse(body) as { data: { id: string } };
      const to = new URL(request.url ?? "", "http://receiver").search;
      got.push({ event: String(headers["webhook-id"]), act: data.id, to });
      response.writeHead(204).end();
    });
    for (let kill = 0; kill < KILLS; kill++) {
      await killChild(VICTIM, [url, target.url], (kill * 7) % 40);
    }
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name)).includes(target.url), name).toBe(false);
    }
    // A day later every lease and every pause is over.
    const clock = createManualClock({ now: Date.now() + 86_400_000 });
    const collections = [acts, ...webhookCollections];
    const store = await openStore(url, { collections, clock });
    const sender = createWebhookSender({ allowPrivate: true });
    onTestFinished(async () => {
      sender.close();
      await store.close();
    });
    const hooks = openWebhooks({
      store,
      key: new Uint8Array(32).fill(7),
      clock,
      ids: systemIds,
      events: ["act.done"],
      refuse: (code, message) => new Error(`${code}: ${message}`),
      webhooks: { sender },
    });
    await hooks.deliverDue();
    expect(await hooks.measure()).toEqual({ waiting: 0, held: 0, dead: 0, oldestSeconds: 0 });
    const committed = await everyAct(store);
    expect(committed.length).toBeGreaterThan(KILLS);
    for (const to of ["?to=a", "?to=b"]) {
      const acts = new Set(got.filter((one) => one.to === to).map(({ act }) => act));
      expect([...acts].toSorted(), to).toEqual(committed.toSorted());
    }
    const events = new Set(got.map(({ event, act }) => `${act} ${event}`));
    expect(events.size).toBe(committed.length);
  },
  isWholeRun ? 3_600_000 : 120_000,
);
