/** An approval that ends at any of its steps, by a failure or by a kill, leaves all of it or nothing. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { StoreError, createManualClock, createMemoryStore } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { afterAll, expect, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import { createCurationCore, curationCollections } from "../src/index.ts";
import { NOTHING, WHOLE, traceOf } from "./support/approval.ts";
import { START, codeOf, fixture, specification } from "./support/curation.ts";
import { steppedStore } from "./support/stepped-store.ts";

/** More than there are; the count is asserted to be less. */
const MANY = 100;
/** Each kill is a process: an everyday run tries every eighth step. */
const STRIDE = rounds(8, 1);

const folder = mkdtempSync(join(tmpdir(), "bourse-curation-steps-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("an approval whose n-th step fails leaves nothing, for every n, and is good when tried again", async () => {
  let failed = 0;
  for (let last = 1; last <= MANY; last += 1) {
    const inner = createMemoryStore({ collections: curationCollections });
    let isCounting = false;
    let steps = 0;
    const store = steppedStore(inner, (what) => {
      // After the commit there is nothing left to fail.
      if (!isCounting || what === "committed" || ++steps !== last) return;
      throw new StoreError("STORE_IO", "the disk is full");
    });
    const { core, author, curator } = await fixture({ store });
    const { id } = await core.drafts.create(author, { draftData: specification() });
    isCounting = true;
    const code = await codeOf(core.review.approve(curator, id));
    isCounting = false;
    if (code === "resolved") {
      expect(await traceOf(inner)).toEqual(WHOLE);
      break;
    }
    failed += 1;
    expect(code).toBe("STORE_IO");
    expect(await traceOf(inner), `step ${last}`).toEqual(NOTHING);
    expect((await core.markets.list(null)).total).toBe(0);
    await core.review.approve(curator, id);
    expect(await traceOf(inner), `step ${last}, again`).toEqual(WHOLE);
    expect((await core.markets.list(null)).total).toBe(1);
  }
  expect(failed).toBeGreaterThan(10);
  expect(failed).toBeLessThan(MANY);
});

test.each(["sqlite", "lowdb"])(
  "an approval that is killed at its n-th step is whole or undone: %s",
  async (engine) => {
    const seeded = join(folder, engine);
    const seed = await openStore(`${engine}:${join(seeded, "data")}`, {
      collections: curationCollections,
    });
    const { core, author, curator } = await fixture({ store: seed });
    const { id } = await core.drafts.create(author, { draftData: specification() });
    await core.close();
    await seed.close();
    const task = JSON.stringify({ actor: curator, id, now: START });
    const outcomes: string[] = [];
    for (let last = 1; last <= MANY; last += STRIDE) {
      const copy = join(folder, `${engine}-${last}`);
      cpSync(seeded, copy, { recursive: true });
      const url = `${engine}:${join(copy, "data")}`;
      const script = fileURLToPath(new URL("approve-until-step.ts", import.meta.url));
      const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
      const words = [...flags, script, url, String(last), task];
      const child = spawnSync(process.execPath, words, { encoding: "utf8", timeout: 30_000 });
      const isKilled = child.signal === "SIGKILL";
      if (!isKilled) expect([child.status, child.stderr]).toEqual([0, ""]);
      const store = await openStore(url, { collections: curationCollections });
      const trace = await traceOf(store);
      outcomes.push(String(trace[0]));
      expect(trace, `step ${last}`).toEqual(trace[0] === "approved" ? WHOLE : NOTHING);
      // Whoever tries again makes no second market.
      const again = await createCurationCore({
        store,
        masterKey: new Uint8Array(32).fill(7),
        clock: createManualClock({ now: START }),
      });
      const code = await codeOf(again.review.approve(curator, id));
      expect(code).toBe(trace[0] === "approved" ? "STATE_CONFLICT" : "resolved");
      expect(await traceOf(store)).toEqual(WHOLE);
      await again.close();
      await store.close();
      rmSync(copy, { recursive: true });
      if (!isKilled) break;
    }
    // Up to the commit nothing; after it everything: the last kill and the run that was left alone.
    const committed = outcomes.indexOf("approved");
    expect(committed * STRIDE).toBeGreaterThan(10);
    const after = STRIDE === 1 ? 2 : outcomes.length - committed;
    expect(outcomes).toEqual([
      ...Array<string>(committed).fill("pending"),
      ...Array<string>(after).fill("approved"),
    ]);
  },
  240_000,
);
