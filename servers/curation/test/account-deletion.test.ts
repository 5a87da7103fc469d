import { readdir, readFile } from "node:fs/promises";
import { join as joinPath } from "node:path";

import { readEnvironment } from "@bourse/http";
import { createClosingStack, createManualClock } from "@bourse/kernel";
import { describe, expect, test, vi } from "vitest";

import { collectingLogger } from "../../auth/test/support/collecting-logger.ts";
import { curationEnvironment } from "../src/environment.ts";
import { openCurationCore } from "../src/open-core.ts";
import {
  draft,
  join,
  joinAsAdmin,
  joinAsCurator,
  specification,
  walletOf,
} from "./support/people.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 30_000 });

const DAY = 86_400_000;
const MINUTE = 60_000;
const EMAIL = "zenobia.quillfeather@example.com";
const PASSWORD = "correct horse battery";
const WALLET = walletOf("zenobia").slice(2);
const PERSON = /zenobia|quillfeather/i;

/** Files of a folder in which the person is found, in plain text or in base64. */
async function filesWithPerson(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const text = (await readFile(joinPath(entry.parentPath, entry.name))).toString("latin1");
    const isThere = PERSON.test(text) || text.toLowerCase().includes(WALLET);
    if (isThere || text.includes(btoa(EMAIL).slice(0, 12))) found.push(entry.name);
  }
  return found.toSorted();
}

/** Opens the core on the data of a stopped server, and runs what its timer runs until nothing is due any more. */
async function maintained(variables: Readonly<Record<string, string>>, now: number): Promise<void> {
  const opened = createClosingStack();
  const clock = createManualClock({ now });
  const config = readEnvironment(curationEnvironment, variables);
  const { core } = await openCurationCore(config, opened, () => undefined, { clock });
  await core.maintain();
  await clock.advance(MINUTE);
  await core.maintain();
  await opened.close();
}

/** A life with everything that the service keeps of a person. */
async function live(server: TestServer) {
  const admin = await joinAsAdmin(server);
  const zoe = await join(server, "zenobia", { email: EMAIL, password: PASSWORD });
  const { token } = zoe;
  const profile = { display_name: "Zenobia Quillfeather", bio: "Zenobia" };
  await server.call("PATCH", "auth/me", { token, body: profile });
  const open = await draft(server, zoe, "quillfeather", { conversation_history: ["Zenobia"] });
  await server.post(`drafts/${open}/comments`, token, { body: "Quillfeather" });
  const made = await draft(server, zoe, "tide", { conversation_history: ["Zenobia"] });
  const approved = await server.post(`curator/${made}/approve`, admin.token, {});
  const carol = await joinAsCurator(server, admin, "carol");
  for (let i = 0; i < 3; i++) {
    await server.post("auth/login", undefined, { email: EMAIL, password: "a wrong password" });
    await server.post("auth/login", undefined, { email: EMAIL, password: PASSWORD });
  }
  await server.call("GET", "auth/me/export", { token });
  return { zoe, carol, marketId: String(approved.data["market_id"]) };
}

describe("a deleted account", () => {
  test.each(["sqlite", "lowdb"])(
    "leaves nothing of the person in the files of %s, nor in the log, and its market stays",
    async (engine) => {
      const folder = await tempFolder();
      const { logger, lines } = collectingLogger();
      const file = engine === "sqlite" ? "curation.db" : "curation.json";
      const variables = {
        DATA_DIR: folder,
        CURATION_STORE_URL: `${engine}:${joinPath(folder, file)}`,
        DELETION_WAIT_DAYS: "3",
        NODE_ENV: "production",
        REQUIRE_WALLET_PROOF: "false",
      };
      const server = await runTestServer(variables, logger);
      const { zoe, carol, marketId } = await live(server);
      expect(await filesWithPerson(folder)).not.toEqual([]);
      const body = { password: PASSWORD };
      const asked = await server.call("DELETE", "auth/me", { token: zoe.token, body });
      const deletesAt = server.clock.now() + 3 * DAY;
      expect([asked.status, asked.data["deletes_at"]]).toEqual([
        202,
        new Date(deletesAt).toISOString(),
      ]);
      await server.close();
      expect(await filesWithPerson(folder)).toEqual([file]);
      await maintained(variables, deletesAt);
      expect(await filesWithPerson(folder)).toEqual([]);
      expect(JSON.stringify(lines)).not.toMatch(PERSON);
      const rest = (await readFile(joinPath(folder, file))).toString("latin1");
      expect(rest, "the rows of the trail").toContain(zoe.id);
      expect(rest).toContain(carol.username);
      const again = await runTestServer(variables);
      const market = await again.get(`markets/${marketId}`);
      const { question_text } = specification("tide");
      expect(market.data).toMatchObject({ creator_wallet: null, question_text });
      expect((await join(again, "zenobia")).wallet).toBe(zoe.wallet);
    },
  );
});
