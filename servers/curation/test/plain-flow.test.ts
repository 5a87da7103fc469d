import { expect, test } from "vitest";

import { draft, join, joinAsAdmin, specification, walletOf } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

test("the published document's own flow works with nothing else", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const registered = await server.post<{
    access_token: string;
    token_type: string;
    expires_in: number;
    user: { id: string; wallet_address: string; username: string };
  }>("auth/register", undefined, { wallet_address: walletOf("ada"), username: "ada" });
  expect(registered.status).toBe(201);
  expect(registered.data).toMatchObject({ token_type: "bearer", expires_in: 900 });
  expect(registered.data.user.username).toBe("ada");
  expect(registered.data.user.wallet_address.toLowerCase()).toBe(walletOf("ada"));

  const made = await server.post<{ id: string; status: string; version: number }>(
    "drafts",
    registered.data.access_token,
    { draft_data: specification("tides") },
  );
  expect(made.status, made.text).toBe(201);
  expect(made.data).toMatchObject({ status: "pending", version: 1 });

  const queue = await server.get<{ id: string }[]>("curator/queue", admin.token);
  expect(queue.data.map(({ id }) => id)).toEqual([made.data.id]);

  const path = `curator/${made.data.id}/approve`;
  const approved = await server.post<{ status: string; market_id: string }>(path, admin.token);
  expect(approved.status, approved.text).toBe(200);
  expect(approved.data.status).toBe("approved");

  const markets = await server.get<{ id: string; state: string }[]>("markets");
  expect(markets.data).toMatchObject([
    { id: approved.data.market_id, state: "active", total_volume: "0" },
  ]);
  expect(markets.headers.get("x-total-count")).toBe("1");

  const again = await server.post<{ detail: string }>(path, admin.token);
  expect(again.status).toBe(409);
  expect(again.data.detail).toContain(approved.data.market_id);
});

test("curator routes ask for the role, and a role is felt on the next request", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const grace = await join(server, "grace");
  const id = await draft(server, admin, "rivers");
  expect((await server.get("curator/queue", grace.token)).status).toBe(403);
  const roles = (names: string[]) =>
    server.call("PUT", `admin/users/${grace.id}/roles`, {
      token: admin.token,
      body: { roles: names },
    });
  expect((await roles(["curator"])).status).toBe(200);
  expect((await server.post(`curator/${id}/claim`, grace.token)).status).toBe(200);
  await roles([]);
  expect((await server.post(`curator/${id}/approve`, grace.token)).status).toBe(403);
});
