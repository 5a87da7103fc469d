/** The same random requests to a mock and to another service: what differs is found, what each makes up is not. */
import { serviceDifferential, type FuzzDocument } from "@bourse/conformance/fuzz";
import { authDocument } from "@bourse/documents/auth";
import { describe, expect, onTestFinished, test } from "vitest";

import { createAuthMock, type AuthMock } from "../src/auth/index.ts";

const PASSWORD = "correct horse battery";

async function freshMock(seed: number): Promise<AuthMock> {
  const mock = await createAuthMock({
    seed,
    core: {
      registrationsPerHour: 10_000,
      loginsPerAccount: 10_000,
      loginFailuresPerAddress: 10_000,
    },
  });
  onTestFinished(() => mock.close());
  return mock;
}

const compare = (server: AuthMock, mock: AuthMock, requests: number, seed = 1) =>
  serviceDifferential({
    server,
    mock,
    seed,
    document: authDocument() as FuzzDocument,
    requests,
    // What is made at the same instant is listed in the order of its ids, which the two services make up.
    beforeEach: async () => {
      await Promise.all([server.clock.advance(10), mock.clock.advance(10)]);
    },
    login: async (wire, _, count) => {
      const body = { email: `caller-${count}@example.com`, password: PASSWORD };
      const { json } = await wire.post("/api/v1/auth/register", body);
      const { data } = json as { data: { token: string } };
      return { authorization: `Bearer ${data.token}` };
    },
  });

describe("on random requests", () => {
  test("two services with ids and secrets of their own answer alike", async () => {
    const report = await compare(await freshMock(1), await freshMock(2), 900);
    expect(report.difference).toBeNull();
    expect(report.requests).toBe(900);
    for (const status of [200, 201, 400, 401, 404, 409]) {
      expect(report.statuses[status], JSON.stringify(report.statuses)).toBeGreaterThan(2);
    }
  });

  test("another status is found, with the request and the changes that lead to it", async () => {
    const [left, right] = [await freshMock(1), await freshMock(2)];
    right.override("listApiKeys", () => {
      throw new Error("out of order");
    });
    const { difference, story } = await compare(left, right, 600);
    expect(difference).toMatchObject({ place: "status", mock: 500 });
    expect(difference?.request).toMatchObject({ operation: "listApiKeys", method: "GET" });
    expect(story.at(-1)).toEqual(difference?.request);
    expect(story.slice(0, -1).every(({ method, status }) => method !== "GET" && status < 400)).toBe(
      true,
    );
  });

  test("another value is found, by its place in the answer", async () => {
    const [left, right] = [await freshMock(1), await freshMock(2)];
    right.override("getUsage", () => ({ apiCalls: -1 }) as never);
    // With this seed the first request to the route has a good token; an override asks for none.
    const { difference } = await compare(left, right, 2000, 3);
    expect(difference?.place).toMatch(/^data/);
    expect(difference?.bodies.server).not.toBe(difference?.bodies.mock);
  });

  test("an id that stands for another one than before is found", async () => {
    const [left, right] = [await freshMock(1), await freshMock(2)];
    let calls = 0;
    right.override(
      "me",
      () =>
        ({
          id: `00000000-0000-4000-8000-00000000000${(calls += 1) % 10}`,
        }) as never,
    );
    left.override("me", () => ({ id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" }) as never);
    const { difference } = await compare(left, right, 2000);
    expect(difference?.request.operation).toBe("me");
    expect(calls).toBeGreaterThan(1);
  });
});
