/** A process that is killed at any moment: every mail of a change is delivered, none of a rolled-back one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import {
  createManualClock,
  type Entity,
  type Page,
  type Store,
  type Versioned,
} from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { afterAll, expect, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import { createOutbox, outboxCollections, outboxEntries } from "../src/index.ts";
import { acts } from "./support/box.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-outbox-"));
afterAll(() => rmSync(folder, { recursive: true }));

const VICTIM = fileURLToPath(new URL("kill-victim.ts", import.meta.url));

/** Runs the victim and kills it some milliseconds after its first delivery. */
async function killVictim(url: string, file: string, milliseconds: number): Promise<void> {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, VICTIM, url, file], { stdio: "pipe" });
  const ended = once(child, "exit");
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const first = await Promise.race([once(child.stdout, "data"), ended.then(() => null)]);
  if (first === null) throw new Error(`it ended by itself: ${errors}`);
  const start = performance.now();
  while (performance.now() - start < milliseconds) await new Promise(setImmediate);
  child.kill("SIGKILL");
  await ended;
}

async function* everyAct(store: Store): AsyncGenerator<Versioned<Entity>> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<Entity> = await store.find(acts, {
      limit: 1000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield* page.items;
    cursor = page.next;
  }
}

const KILLS = rounds(3, 500);

test(
  `${KILLS} kills lose no mail, and send none of a change that was rolled back`,
  async () => {
    const url = `sqlite:${join(folder, "box.db")}`;
    const file = join(folder, "delivered.txt");
    for (let kill = 0; kill < KILLS; kill++) await killVictim(url, file, (kill * 7) % 40);

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
    const committed: string[] = [];
    for await (const { value } of everyAct(store)) committed.push(`mail of ${value.id}`);
    expect(committed.length).toBeGreaterThan(KILLS);
    expect([...byMail.keys()].toSorted()).toEqual(committed.toSorted());
    for (const same of byMail.values()) expect(new Set(same).size).toBe(1);
    expect(await store.count(outboxEntries)).toBe(0);
    await store.close();
  },
  rounds(60_000, 36_000_000),
);
