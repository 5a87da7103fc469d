/** A process that is killed at any moment: every mail of a change is delivered, none of a rolled-back one. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createManualClock } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { afterAll, expect, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import { createOutbox, outboxCollections, outboxEntries } from "../src/index.ts";
import { acts } from "./support/box.ts";
import { everyAct } from "./support/every-act.ts";
import { killChild } from "./support/kill-child.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-outbox-"));
afterAll(() => rmSync(folder, { recursive: true }));

const VICTIM = new URL("kill-victim.ts", import.meta.url);
const KILLS = rounds(3, 500);

test(
  `${KILLS} kills lose no mail, and send none of a change that was rolled back`,
  async () => {
    const url = `sqlite:${join(folder, "box.db")}`;
    const file = join(folder, "delivered.txt");
    for (let kill = 0; kill < KILLS; kill++) await killChild(VICTIM, [url, file], (kill * 7) % 40);

    const inStore = readdirSync(folder).filter((name) => name.startsWith("box.db"));
    for (const name of inStore) {
      expect(readFileSync(join(folder, name)).includes("mail of"), name).toBe(false);
    }
    // An hour later every lease is over.
    const clock = createManualClock({ now: Date.now() + 3_600_000 });
    const store = await openStore(url, { collections: [acts, ...outboxCollections], clock });
    const late: string[] = [];
    const outbox = createOutbox<string>({
      store,
      key: new Uint8Array(32).fill(7),
      clock,
      deliver: async ({ id, payload }) => void late.push(`${id} ${payload}`),
    });
    await outbox.deliverDue();
    const lines = [...readFileSync(file, "utf8").split("\n"), ...late].filter(Boolean);
    const byMail = Map.groupBy(lines, (line) => line.slice(line.indexOf(" ") + 1));
    const committed = (await everyAct(store)).map((id) => `mail of ${id}`);
    expect(committed.length).toBeGreaterThan(KILLS);
    expect([...byMail.keys()].toSorted()).toEqual(committed.toSorted());
    for (const same of byMail.values()) expect(new Set(same).size).toBe(1);
    expect(await store.count(outboxEntries)).toBe(0);
    await store.close();
  },
  rounds(60_000, 36_000_000),
);
