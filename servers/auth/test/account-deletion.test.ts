import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { createClosingStack, createManualClock } from "@bourse/kernel";
import { describe, expect, test, vi } from "vitest";

import { authEnvironment } from "../src/environment.ts";
import { openAuthCore } from "../src/open-core.ts";
import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 30_000 });

const DAY = 86_400_000;
const MINUTE = 60_000;
const EMAIL = "zenobia.quillfeather@example.com";
const OTHER = "zenobia.renamed@example.com";
const NAME = "Zenobia Quillfeather";
const PERSON = /zenobia|quillfeather/i;

/** Files of a folder in which the person is found, in plain text or in base64. */
async function filesWithPerson(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const text = (await readFile(join(entry.parentPath, entry.name))).toString("latin1");
    if (PERSON.test(text) || text.includes(btoa(EMAIL).slice(0, 12))) found.push(entry.name);
  }
  return found.toSorted();
}

/** Opens the core on the data of a stopped server, and runs what its timer runs until nothing is due any more. */
async function maintained(variables: Readonly<Record<string, string>>, now: number): Promise<void> {
  const opened = createClosingStack();
  const clock = createManualClock({ now });
  const config = readEnvironment(authEnvironment, variables);
  const { core } = await openAuthCore(config, opened, () => undefined, { clock });
  await core.maintain();
  await clock.advance(MINUTE);
  await core.maintain();
  await opened.close();
}

/** A life with everything that the service keeps of a person. */
async function live(server: TestServer): Promise<{ readonly id: string; readonly token: string }> {
  const { id, token } = await signUp(server, OTHER);
  const credentials = { token };
  await server.call("PATCH", "auth/me", { ...credentials, body: { name: NAME } });
  const changed = { email: EMAIL, currentPassword: PASSWORD };
  await server.post("auth/email", changed, credentials);
  await makeKey(server, token, ["read"], { name: "a key" });
  const deployment = { name: "bridge", chains: ["base"] };
  const made = await server.post("deployments", deployment, credentials);
  const deploymentId = made.data["id"];
  await server.post("transactions", { deploymentId, chain: "base", hash: "0x1" }, credentials);
  for (let i = 0; i < 3; i++) {
    await server.post("auth/login", { email: EMAIL, password: "a wrong password" });
    await server.post("auth/login", { email: EMAIL, password: PASSWORD });
  }
  await server.post("auth/password/forgot", { email: EMAIL });
  return { id, token };
}

describe("a deleted account", () => {
  test.each(["sqlite", "lowdb"])(
    "leaves nothing of the person in the files of %s, nor in the log",
    async (engine) => {
      const folder = await tempFolder();
      const { logger, lines } = collectingLogger();
      const file = engine === "sqlite" ? "auth.db" : "auth.json";
      const variables = {
        DATA_DIR: folder,
        AUTH_STORE_URL: `${engine}:${join(folder, file)}`,
        NODE_ENV: "production",
        DELETION_WAIT_DAYS: "3",
      };
      const server = await runTestServer(variables, { logger });
      const others = [await signUp(server), await signUp(server)];
      const { id, token } = await live(server);
      expect(await filesWithPerson(folder)).not.toEqual([]);
      const asked = await server.delete("auth/me", { token, body: { password: PASSWORD } });
      const deletesAt = server.clock.now() + 3 * DAY;
      expect([asked.status, asked.data["deletesAt"]]).toEqual([
        202,
        new Date(deletesAt).toISOString(),
      ]);
      await server.close();
      expect(await filesWithPerson(folder)).toEqual([file]);
      await maintained(variables, deletesAt);
      expect(await filesWithPerson(folder)).toEqual([]);
      expect(JSON.stringify(lines)).not.toMatch(PERSON);
      const rest = (await readFile(join(folder, file))).toString("latin1");
      expect(rest, "the rows of the trail").toContain(id);
      for (const { email } of others) expect(rest).toContain(email);
    },
  );
});
