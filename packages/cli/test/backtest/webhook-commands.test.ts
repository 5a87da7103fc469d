import { join } from "node:path";

import { openStore } from "@bourse/store";
import { expect, test } from "vitest";

import { tempFolder } from "../../../../servers/auth/test/support/temp-folder.ts";
import { outboxEntries, webhookCollections } from "../../../outbox/src/index.ts";
import { webhookSubscriptions } from "../../../outbox/src/subscriptions/webhook-document.ts";
import { runBacktest } from "../support/run-words.ts";

test("webhooks of keys are listed without their addresses, and failed deliveries are replayed", async () => {
  const folder = await tempFolder();
  const url = `sqlite:${join(folder, "backtest.db")}`;
  const store = await openStore(url, { collections: webhookCollections });
  const [id, delivery] = ["00000000-0000-4000-8000-000000000001", "delivery-1"];
  const events = ["order.filled"];
  const webhook = { id, owner: "f".repeat(64), events, enabled: true, createdAt: 0 };
  await store.insert(webhookSubscriptions, { ...webhook, sealed: "the-secret-part" });
  const content = { webhook: id, id: "event", type: "order.filled", at: 0, data: {} };
  const entry = { box: "webhooks", status: "dead", sealed: "", content, group: id } as const;
  const times = { createdAt: 0, dueAt: Date.now() + 86_400_000, attempts: 16 };
  const error = "The receiver answered 500.\u001b[2J";
  await store.insert(outboxEntries, { id: delivery, ...entry, ...times, error });
  await store.close();
  const run = async (...words: readonly string[]): Promise<[number, string]> => {
    const lines: string[] = [];
    const keep = (text: string): void => void lines.push(text);
    const variables = { DATA_DIR: folder, STORE_URL: url };
    const code = await runBacktest(words, variables, { stdout: keep, stderr: keep });
    return [code, lines.join("\n")];
  };
  const [listed, list] = await run("webhooks", "list");
  expect([listed, list]).toEqual([0, expect.stringContaining(`${id}  on   1970`)]);
  expect(list).not.toContain("the-secret-part");
  const [, failed] = await run("webhooks", "failed");
  expect(failed).toMatch(
    /^delivery-1 {2}1970.*order\.filled.*16 requests {2}The receiver answered 500\./,
  );
  expect(failed).not.toContain("\u001b");
  expect((await run("webhooks", "replay", delivery))[0]).toBe(0);
  expect((await run("webhooks", "replay", delivery))[0]).toBe(1);
  expect(await run("webhooks", "failed")).toEqual([0, "No delivery was given up."]);
});
