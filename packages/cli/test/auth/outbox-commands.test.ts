import { cp } from "node:fs/promises";
import { join } from "node:path";

import { createManualClock } from "@bourse/kernel";
import { expect, test, vi } from "vitest";

import { signUp } from "../../../../servers/auth/test/support/calls.ts";
import {
  runTestServer,
  type TestServer,
} from "../../../../servers/auth/test/support/running-server.ts";
import { tempFolder } from "../../../../servers/auth/test/support/temp-folder.ts";
import { receiver } from "../../../outbox/test/support/receiver.ts";
import { runAuth } from "../support/run-words.ts";

vi.setConfig({ testTimeout: 30_000 });

test("a backup of auth.db that is restored sends no webhook again, and what is dropped can be replayed", async () => {
  const folder = await tempFolder();
  const file = join(folder, "auth.db");
  const variables = {
    DATA_DIR: folder,
    AUTH_STORE_URL: `sqlite:${file}`,
    WEBHOOK_ALLOW_PRIVATE: "yes",
  };
  const run = async (...words: readonly string[]): Promise<[number, string]> => {
    const lines: string[] = [];
    const keep = (text: string): void => void lines.push(text);
    const code = await runAuth(words, variables, { stdout: keep, stderr: keep });
    return [code, lines.join("\n")];
  };
  const start = (): Promise<TestServer> =>
    runTestServer(variables, { clock: createManualClock({ now: Date.now() + 60_000 }) });
  const { url, received } = await receiver();
  const ids = (): unknown[] => received.map(({ headers }) => headers["webhook-id"]);
  const isReceived = (count: number): Promise<boolean> =>
    vi.waitUntil(() => received.length === count, { timeout: 10_000, interval: 10 });

  const before = await start();
  const { email, token } = await signUp(before);
  await before.post("webhooks", { url, events: ["*"] }, { token });
  await before.close();
  // The command writes an event, and sends nothing.
  expect((await run("users", "disable", email))[0]).toBe(0);
  await cp(file, `${file}.backup`);
  const since = await start();
  await isReceived(1);
  await since.close();

  await cp(`${file}.backup`, file);
  const restored = await start();
  const ready = await fetch(new URL("/readyz", restored.url));
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", warnings: [expect.stringContaining("bourse auth outbox list")] },
  ]);
  await restored.close();
  expect(received).toHaveLength(1);
  expect(await run("outbox", "list")).toEqual([0, expect.stringContaining("webhooks  1 held")]);
  expect((await run("webhooks", "list", email))[1]).toContain("when its operator releases it");
  expect(await run("outbox", "release", "mail")).toEqual([0, "Released: 0."]);
  expect(await run("doctor")).toEqual([
    1,
    expect.stringContaining(
      "problem  webhooks: 0 wait; 0 given up; 1 held: see bourse auth outbox",
    ),
  ]);
  expect(await run("outbox", "drop")).toEqual([0, "Dropped: 1."]);
  const [code, failed] = await run("webhooks", "failed");
  expect([code, failed]).toEqual([0, expect.stringMatching(/account\.disabled .*not sent again/)]);
  const dropped = failed.slice(0, 36);
  expect(await run("webhooks", "replay", `${dropped}x`)).toEqual([1, expect.any(String)]);
  expect(await run("doctor")).toEqual([
    0,
    expect.stringContaining("ok       webhooks: 0 wait; 1 given up; 0 held"),
  ]);
  expect(await run("webhooks", "replay", dropped)).toEqual([0, expect.stringContaining(dropped)]);
  const released = await start();
  await isReceived(2);
  expect(ids()[1]).toBe(ids()[0]);
  expect(await (await fetch(new URL("/readyz", released.url))).json()).toEqual({ status: "ready" });
  await released.close();
  expect(await run("outbox", "list")).toEqual([0, "Nothing is held."]);
});
