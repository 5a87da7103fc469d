import { expect, test } from "vitest";

import { makeKey, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const CALLERS = 8;
const CALLS = 20;

test("rolling a key under load refuses no request, and shows when the old one is out of use", async () => {
  const server = await runTestServer();
  const { token } = await signUp(server);
  const made = await makeKey(server, token, ["read"]);
  const path = `auth/api-keys/${made.id}`;
  let key = made.key;
  const statuses: number[] = [];
  const caller = async (): Promise<void> => {
    for (let turn = 0; turn < CALLS; turn += 1) {
      statuses.push((await server.get("auth/me", { key })).status);
    }
  };
  const load = Promise.all(Array.from({ length: CALLERS }, caller));
  const rotated = await server.post<{ key: string }>(
    `${path}/rotate`,
    { graceSeconds: 60 },
    { token },
  );
  expect(rotated.status).toBe(201);
  // One program after another reads the new key; those that run on with the old one are not refused.
  const old = Array.from({ length: CALLERS }, () => server.get("auth/me", { key: made.key }));
  statuses.push(...(await Promise.all(old)).map(({ status }) => status));
  ({ key } = rotated.data);
  await load;
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(statuses).toHaveLength(CALLERS * (CALLS + 1));

  const former = async (): Promise<unknown> =>
    (await server.get<{ former: unknown }>(path, { token })).data.former;
  expect(await former()).toEqual([
    {
      prefix: made.key.slice(0, 12),
      validUntil: "2026-01-15T00:01:00.000Z",
      lastUsed: "2026-01-15T00:00:00.000Z",
    },
  ]);
  await server.clock.advance(60_000);
  expect((await server.get("auth/me", { key: made.key })).status).toBe(401);
  expect((await server.get("auth/me", { key })).status).toBe(200);
  expect(await former()).toEqual([]);
});

test("fifty rotations at the same time leave keys that are all accepted or refused as told", async () => {
  const server = await runTestServer();
  const { token } = await signUp(server);
  const made = await makeKey(server, token, ["read"]);
  const rotate = (): ReturnType<typeof server.post<{ key: string }>> =>
    server.post<{ key: string }>(`auth/api-keys/${made.id}/rotate`, {}, { token });
  const answers = await Promise.all(Array.from({ length: 50 }, rotate));
  const won = answers.filter(({ status }) => status === 201).map(({ data }) => data.key);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  for (const key of [made.key, ...won]) {
    expect((await server.get("auth/me", { key })).status).toBe(200);
  }
});
