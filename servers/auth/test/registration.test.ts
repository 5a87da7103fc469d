/** REGISTRATION over HTTP. */
import { expect, test } from "vitest";

import { PASSWORD } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

test.each(["invite", "closed"])(
  "REGISTRATION=%s refuses strangers, and health tells it",
  async (registration) => {
    const server = await runTestServer({ REGISTRATION: registration });
    const health = (await (await fetch(`${server.url}/health`)).json()) as object;
    expect(health).toMatchObject({ status: "ok", registration });
    const body = { email: "ada@example.com", password: PASSWORD };
    const { status, error } = await server.post("auth/register", body);
    expect([status, error?.code]).toEqual([403, "REGISTRATION_CLOSED"]);
  },
);

test("anybody registers where REGISTRATION is not set, and health tells nothing of it", async () => {
  const server = await runTestServer();
  const health = (await (await fetch(`${server.url}/health`)).json()) as object;
  expect(health).not.toHaveProperty("registration");
  const body = { email: "ada@example.com", password: PASSWORD };
  expect((await server.post("auth/register", body)).status).toBe(201);
});
