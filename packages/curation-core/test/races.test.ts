/** Many at once, on every engine: the store decides, and nobody gets the same thing twice. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Store } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { afterAll, describe, expect, test } from "vitest";

import { curationCollections } from "../src/index.ts";
import { type Fixture, codeOf, fixture, specification } from "./support/curation.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-curation-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(["memory:", "lowdb", "sqlite"])("on %s", (engine) => {
  const inWorld = async (name: string, play: (world: Fixture) => Promise<void>): Promise<void> => {
    const url = engine === "memory:" ? engine : `${engine}:${join(folder, `${engine}-${name}`)}`;
    const store: Store = await openStore(url, { collections: curationCollections });
    try {
      await play(await fixture({ store }));
    } finally {
      await store.close();
    }
  };

  test("of 50 claims one holds and 49 are refused", () =>
    inWorld("claims", async ({ core, author, curator }) => {
      const { id } = await core.drafts.create(author, { draftData: specification() });
      const claims = Array.from({ length: 50 }, (_, at) =>
        codeOf(core.review.claim({ ...curator, id: `curator-${at}` }, id)),
      );
      const codes = await Promise.all(claims);
      expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
      expect(codes.filter((code) => code === "CLAIM_HELD")).toHaveLength(49);
    }));

  test("of 20 approvals one makes the market", () =>
    inWorld("approvals", async ({ core, author, admin }) => {
      const { id } = await core.drafts.create(author, { draftData: specification() });
      const approvals = Array.from({ length: 20 }, () => codeOf(core.review.approve(admin, id)));
      const codes = await Promise.all(approvals);
      expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
      expect(codes.filter((code) => code === "STATE_CONFLICT")).toHaveLength(19);
      expect((await core.markets.list(null)).total).toBe(1);
      const actions = await core.drafts.actions(author, id);
      expect(actions.filter(({ action }) => action === "approve")).toHaveLength(1);
    }));

  test("an approval against a withdrawal, an edit and a new submission names its version or fails", () =>
    inWorld("edits", async ({ core, author, curator }) => {
      const { id } = await core.drafts.create(author, { draftData: specification() });
      await core.review.requestChanges(curator, id, {
        requestedChanges: { summary: "More of it." },
        curatorNotes: "Say more, please.",
      });
      const edit = async (): Promise<void> => {
        await core.drafts.edit(author, id, { draftData: { summary: "More." } });
        await core.drafts.submit(author, id);
      };
      const [code] = await Promise.all([
        codeOf(core.review.approve(curator, id, { version: 1 })),
        edit(),
      ]);
      expect(["VERSION_MISMATCH", "STATE_CONFLICT"]).toContain(code);
      const stale = core.review.approve(curator, id, { version: 1 });
      expect(await codeOf(stale)).toBe("VERSION_MISMATCH");
      const approved = await core.review.approve(curator, id, { version: 2 });
      const market = await core.markets.get(null, approved.marketId ?? "");
      expect(market.summary).toBe("More.");
    }));
});
