import { callsOf } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { createClient, type Credentials } from "../src/index.ts";
import { json, refusal } from "./script.ts";

const stats = { total: 0, pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

/** A service that accepts one key only, and credentials that start with another. */
function service(accepted: string, renewable: boolean) {
  const counts = { calls: 0, refreshes: 0 };
  let key = "old";
  const credentials: Credentials = {
    headers: () => ({ "X-API-Key": key }),
    refresh: async () => {
      counts.refreshes += 1;
      await Promise.resolve();
      if (renewable) key = "new";
      return renewable;
    },
  };
  const client = createClient(
    { ...backtestApi, calls: callsOf(backtestApi.routes) },
    {
      baseUrl: "http://service.example",
      credentials,
      fetch: async (_, init) => {
        counts.calls += 1;
        await Promise.resolve();
        const sent = new Headers(init?.headers).get("x-api-key");
        return sent === accepted ? json(200, stats) : refusal(401, "unknown key");
      },
    },
  );
  return { client, counts };
}

describe("a refused credential", () => {
  test("is renewed once for all waiting calls, and each is sent once more", async () => {
    const { client, counts } = service("new", true);
    const all = await Promise.all(Array.from({ length: 20 }, () => client.jobStats()));
    expect(all).toEqual(Array.from({ length: 20 }, () => stats));
    expect(counts).toEqual({ calls: 40, refreshes: 1 });
  });

  test("that stays refused comes out after one renewal", async () => {
    const { client, counts } = service("another", true);
    await expect(client.jobStats()).rejects.toMatchObject({ code: "UNAUTHORIZED", status: 401 });
    expect(counts).toEqual({ calls: 2, refreshes: 1 });
  });

  test("that cannot be renewed comes out at once", async () => {
    const { client, counts } = service("new", false);
    await expect(client.jobStats()).rejects.toMatchObject({ status: 401 });
    expect(counts).toEqual({ calls: 1, refreshes: 1 });
  });
});
