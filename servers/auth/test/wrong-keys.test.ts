/** Keys of the settings: guessable ones, and what a flood of wrong ones meets. */

import { expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

const KEY = "Jx0sB8vTq2LrYd5Wm9Kc";

interface Row {
  readonly action: string;
  readonly details: { readonly attempts?: number };
}

test.each(["AUTH_OPERATOR_KEY", "AUTH_AUDIT_KEY", "METRICS_TOKEN"])(
  "a guessable %s is refused in production",
  async (name) => {
    const started = runTestServer({ [name]: "aaaaaaaaaaaaaaaa", NODE_ENV: "production" });
    await expect(started).rejects.toMatchObject({
      code: "ENVIRONMENT_INVALID",
      message: expect.stringContaining(`${name}: expected a secret`) as string,
    });
  },
);

test("a flood of wrong operator's keys is slowed and is one row; the right key is not slowed meanwhile", async () => {
  const server = await runTestServer({ AUTH_OPERATOR_KEY: KEY });
  const statuses: number[] = [];
  for (let count = 0; count < 320; count++) {
    const { status } = await server.get("users", { key: `${KEY}-${count}` });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(300);
  const refused = await server.get("users", { key: `${KEY}-x` });
  expect([refused.status, refused.error?.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await server.get("users", { key: KEY })).status).toBe(200);
  await server.clock.advance(60_000);
  const { data } = await server.get<Row[]>("audit?action=key.refused", { key: KEY });
  expect(data.map(({ details }) => details)).toEqual([{ attempts: 321 }]);
});

test("wrong tokens of the metrics are slowed too", async () => {
  const server = await runTestServer({ METRICS_TOKEN: KEY });
  const metrics = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(new URL("/metrics", server.url), { headers });
    await response.text();
    return response.status;
  };
  for (let count = 0; count < 300; count++) await metrics(`${KEY}-${count}`);
  expect([await metrics("wrong"), await metrics(KEY)]).toEqual([429, 200]);
});
