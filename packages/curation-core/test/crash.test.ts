/** An approval whose process is killed leaves all of it or nothing. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { openStore } from "@bourse/store";
import { afterAll, expect, test } from "vitest";

import { draftActions } from "../src/drafts/draft-action.ts";
import { drafts } from "../src/drafts/draft-document.ts";
import { curationCollections } from "../src/index.ts";
import { curationEvents } from "../src/ledger/curation-event.ts";
import { markets } from "../src/markets/market-document.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-curation-crash-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the approver and kills it `milliseconds` after its first approvals. */
async function killApprover(url: string, milliseconds: number): Promise<void> {
  const script = fileURLToPath(new URL("crash-approver.ts", import.meta.url));
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, script, url], { stdio: "pipe" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`it ended by itself: ${errors}`)));
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString();
      if (output.length > 45) resolve();
    });
  });
  const start = performance.now();
  while (performance.now() - start < milliseconds) await new Promise(setImmediate);
  child.kill("SIGKILL");
  await ended;
}

test.each([0, 1, 2.3])(
  "killed %d ms after some approvals: draft, market, trail and events agree",
  async (milliseconds) => {
    const url = `sqlite:${join(folder, `${milliseconds}.db`)}`;
    await killApprover(url, milliseconds);
    const store = await openStore(url, { collections: curationCollections });
    const all = { limit: 1000 } as const;
    const approved = (await store.find(drafts, all)).items
      .map(({ value }) => value)
      .filter(({ status }) => status === "approved");
    const made = (await store.find(markets, all)).items.map(({ value }) => value.draftId);
    const rows = (await store.find(draftActions, all)).items
      .map(({ value }) => value)
      .filter(({ action }) => action === "approve");
    const told = (await store.find(curationEvents, all)).items
      .map(({ value }) => value)
      .filter(({ type }) => type === "market.created");
    const ids = approved.map(({ id }) => id).toSorted();
    expect(ids.length).toBeGreaterThan(3);
    expect(made.toSorted()).toEqual(ids);
    expect(rows.map(({ draftId }) => draftId).toSorted()).toEqual(ids);
    expect(told.map(({ data }) => data.draftId).toSorted()).toEqual(ids);
    await store.close();
  },
  30_000,
);
