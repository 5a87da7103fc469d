import { join as joinPath } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { ADMIN_EMAIL, draft, join, joinAsAdmin, specification } from "./support/people.ts";
import { runCommandProcess, startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Each test starts processes, from source.
vi.setConfig({ testTimeout: 60_000 });

describe.each(["lowdb:curation.json", "sqlite:curation.db"])("on %s", (engine) => {
  async function variables(): Promise<Record<string, string>> {
    const folder = await tempFolder();
    const [name = "", file = ""] = engine.split(":");
    const url = `${name}:${joinPath(folder, file)}`;
    const settings = { LOG_LEVEL: "silent", ADMIN_EMAILS: ADMIN_EMAIL };
    return { ...settings, DATA_DIR: folder, CURATION_STORE_URL: url };
  }

  test("a kill in the middle of approvals leaves each of them whole or undone", async () => {
    const data = await variables();
    const first = await startServerProcess(data);
    const admin = await joinAsAdmin(first);
    const ada = await join(first, "ada");
    const inAYear = new Date(Date.now() + 60 * 86_400_000).toISOString();
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const draft_data = specification(`index${n}`, { resolution_deadline: inAYear });
      ids.push(await draft(first, ada, `index${n}`, { draft_data }));
    }
    const acknowledged = new Set<string>();
    const approvals = ids.map(async (id) => {
      const { status } = await first.post(`curator/${id}/approve`, admin.token);
      if (status === 200) acknowledged.add(id);
      if (acknowledged.size === 5) await first.end("SIGKILL");
    });
    await Promise.allSettled(approvals);
    expect(acknowledged.size).toBeGreaterThanOrEqual(5);

    const second = await startServerProcess(data);
    let approved = 0;
    for (const id of ids) {
      const found = await second.get<{ status: string; market_id: string | null }>(
        `drafts/${id}`,
        ada.token,
      );
      const trail = await second.get<{ action: string }[]>(`drafts/${id}/actions`, ada.token);
      const isWhole = trail.data.some(({ action }) => action === "approve");
      expect(found.data.status).toBe(isWhole ? "approved" : "pending");
      expect(found.data.market_id === null).toBe(!isWhole);
      if (acknowledged.has(id)) expect(isWhole).toBe(true);
      if (!isWhole) continue;
      approved += 1;
      const market = await second.get<{ draft_id: string }>(`markets/${found.data.market_id}`);
      expect(market.data.draft_id).toBe(id);
    }
    const total = (await second.get("markets")).headers.get("x-total-count");
    expect(total).toBe(String(approved));
    expect(await second.end("SIGTERM")).toMatchObject({ code: 0 });
  });

  test("the seed command adds its examples once, and the server shows their markets", async () => {
    const data = await variables();
    const seeded = await runCommandProcess(["seed"], data);
    expect(seeded.output).toMatch(/Added \d+ drafts, \d+ of them with a market\./);
    expect(seeded.code).toBe(0);
    expect((await runCommandProcess(["seed"], data)).output).toContain("nothing was added");
    const server = await startServerProcess(data);
    const total = (await server.get("markets")).headers.get("x-total-count");
    expect(Number(total)).toBeGreaterThan(0);
    const second = await runCommandProcess(["seed"], data);
    expect([second.code, second.output]).toEqual([1, expect.stringContaining("STORE_LOCKED")]);
  });
});

test("an unknown command is told how to call", async () => {
  const { code, output } = await runCommandProcess(["sow"], {});
  expect([code, output]).toEqual([2, expect.stringContaining('There is no command "sow".')]);
  expect(output).toContain('"bourse curation --help" explains each of them.');
});
