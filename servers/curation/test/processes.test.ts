/** Facts that hold when processes end: the live feed, and the copy of a store. */
import { join as joinPath } from "node:path";

import { createCurationClient, memoryTokens } from "@bourse/client/curation";
import { createCuratorEvents } from "@bourse/client/curation/events";
import { curationAnswers } from "@bourse/client/curation/validation";
import { expect, test, vi } from "vitest";

import { freePorts } from "../../../test/support/free-ports.ts";
import type { Calls } from "./support/calls.ts";
import {
  ADMIN_EMAIL,
  draft,
  join,
  joinAsAdmin,
  specification,
  type Person,
} from "./support/people.ts";
import { runCommandProcess, startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Each test starts processes, from source.
vi.setConfig({ testTimeout: 120_000 });

/** A draft that has time in the real world too. */
function draftNow(server: Calls, author: Person, topic: string): Promise<string> {
  const resolution_deadline = new Date(Date.now() + 60 * 86_400_000).toISOString();
  return draft(server, author, topic, {
    draft_data: specification(topic, { resolution_deadline }),
  });
}

test("a client hears every event once and in order, over kills of the server", async () => {
  const folder = await tempFolder();
  const variables = {
    LOG_LEVEL: "silent",
    ADMIN_EMAILS: ADMIN_EMAIL,
    DATA_DIR: folder,
    CURATION_STORE_URL: `sqlite:${joinPath(folder, "curation.db")}`,
    CURATION_PORT: String(await freePorts(1)),
  };
  let server = await startServerProcess(variables);
  const admin = await joinAsAdmin(server);
  const ada = await join(server, "ada");
  const { credentials } = createCurationClient({
    baseUrl: server.url,
    tokens: memoryTokens({
      token: admin.token,
      refreshToken: admin.refreshToken,
      renewAt: Infinity,
    }),
  });
  const retry = { baseMilliseconds: 20, maxMilliseconds: 100 };
  const events = createCuratorEvents({
    baseUrl: server.url,
    credentials,
    retry,
    validateAnswers: curationAnswers,
  });
  const heard: string[] = [];
  const ending = new AbortController();
  let breaks = 0;
  const lastHeard = Promise.withResolvers<void>();
  let connected = Promise.withResolvers<void>();
  const listening = (async (): Promise<void> => {
    const onReconnect = (): void => void (breaks += 1);
    for await (const { data } of events({
      signal: ending.signal,
      lastEventId: 0,
      onReconnect,
    })) {
      heard.push(data.draft_id);
      connected.resolve();
      if (data.question_text?.includes("last") === true) lastHeard.resolve();
    }
  })();
  const made: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    made.push(await draftNow(server, ada, `before${round}`));
    await connected.promise;
    // Made and perhaps not heard yet when the server is gone.
    const pair = [draftNow(server, ada, `a${round}`), draftNow(server, ada, `b${round}`)];
    made.push(...(await Promise.all(pair)));
    await server.end("SIGKILL");
    connected = Promise.withResolvers<void>();
    server = await startServerProcess(variables);
  }
  made.push(await draftNow(server, ada, "last"));
  await lastHeard.promise;
  ending.abort(new Error("enough"));
  await expect(listening).rejects.toThrow("enough");
  expect(heard).toHaveLength(made.length);
  expect(new Set(heard)).toEqual(new Set(made));
  expect(breaks).toBeGreaterThanOrEqual(3);
  await server.end("SIGTERM");
});

test("a store that was copied to another engine serves the same drafts, markets and logins", async () => {
  const folder = await tempFolder();
  const from = `lowdb:${joinPath(folder, "curation.json")}`;
  const to = `sqlite:${joinPath(folder, "curation.db")}`;
  const variables = { LOG_LEVEL: "silent", ADMIN_EMAILS: ADMIN_EMAIL, DATA_DIR: folder };
  const first = await startServerProcess({ ...variables, CURATION_STORE_URL: from });
  const admin = await joinAsAdmin(first);
  const ada = await join(first, "ada");
  const id = await draftNow(first, ada, "tides");
  const waiting = await draftNow(first, ada, "rivers");
  expect((await first.post(`curator/${id}/approve`, admin.token)).status).toBe(200);
  const seen = async (server: Calls): Promise<unknown[]> =>
    await Promise.all(
      [
        ["markets"],
        [`drafts/${id}`, ada.token],
        [`drafts/${id}/history`, ada.token],
        [`drafts/${id}/actions`, ada.token],
        ["curator/queue", admin.token],
        ["auth/me", ada.token],
      ].map(async ([path = "", token]) => (await server.get(path, token)).data),
    );
  const before = await seen(first);
  expect(JSON.stringify(before)).toContain(waiting);
  await first.end("SIGTERM");
  const copied = await runCommandProcess(["store", "copy", from, to], variables);
  expect(copied.output).toContain("Copied and verified");
  expect(copied.code).toBe(0);
  const second = await startServerProcess({ ...variables, CURATION_STORE_URL: to });
  expect(await seen(second)).toEqual(before);
  expect((await second.post(`curator/${waiting}/approve`, admin.token)).status).toBe(200);
  await second.end("SIGTERM");
});
