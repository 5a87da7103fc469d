/** A node that is killed at any moment: the end of a payment is told to webhooks exactly if it was written. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { everyDocument } from "@bourse/kernel";
import { outboxEntries } from "@bourse/outbox";
import { openStore } from "@bourse/store";
import { expect, onTestFinished, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { killChild } from "../../../outbox/test/support/kill-child.ts";
import { storeCollections } from "../../src/collections.ts";
import { openPayments } from "../../src/transfers/open-payments.ts";

const VICTIM = new URL("kill-victim.ts", import.meta.url);
const KILLS = rounds(4, 100);

test(
  `${KILLS} kills lose no event of a payment, and tell of none whose end was not written`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-node-webhooks-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const url = `sqlite:${join(folder, "node.db")}`;
    const begun = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const output = await killChild(VICTIM, [url], 30 + ((kill * 37) % 160));
      for (const amount of output.split("\n").filter(Boolean)) begun.add(amount);
    }
    const store = await openStore(url, { collections: storeCollections });
    onTestFinished(() => store.close());
    const told: string[] = [];
    for await (const { value } of everyDocument(store, outboxEntries)) {
      const { type, data } = value.content as { type: string; data: { amount: string } };
      const isPaid = BigInt(data.amount) % 2n === 1n;
      expect(type).toBe(isPaid ? "token.transfer_completed" : "token.transfer_failed");
      told.push(data.amount);
    }
    const open = new Set<string>();
    for await (const { value } of everyDocument(store, openPayments)) open.add(value.amount);
    expect(told.length).toBeGreaterThan(0);
    // Each payment has one event, or its note; those that were noted and not written out have either as well.
    expect([...told, ...open].length).toBe(new Set([...told, ...open]).size);
    for (const amount of begun)
      expect(told.includes(amount) || open.has(amount), amount).toBe(true);
  },
  rounds(60_000, 600_000),
);
