import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { describe, expect, test, vi } from "vitest";

import { backtestEnvironment } from "../src/environment.ts";
import { riskRules } from "../src/risk-limits.ts";
import { checkSettings } from "../src/start.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const ORDER = { symbol: "BTCUSDT", side: "buy", quantity: "0.001" };
const [ADA, BOB] = ["a-key-of-ada-Vb7Tq2Lr", "a-key-of-bob-Kc9Wm5Yd"];

const as = (url: string, key: string) => async (method: string, path: string, body?: object) => {
  const headers = { "x-api-key": key, "content-type": "application/json", connection: "close" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(new URL(path, url), init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe("limits of orders", () => {
  test("refuse an order beyond them with the rule, and let others pass", async () => {
    const server = await runTestServer({ RISK_LIMITS: '{"max_order_value":"10"}' });
    const refused = await server.post("/api/execution/orders", { ...ORDER, quantity: "1" });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ detail: [{ loc: ["body", "max_order_value"] }] });
    expect(
      (await server.post("/api/execution/orders", { ...ORDER, quantity: "0.00001" })).status,
    ).toBe(200);
  });

  test("are read from a file", async () => {
    const path = join(await tempFolder(), "limits.json");
    await writeFile(path, '{"max_drawdown":0.2}');
    const config = readEnvironment(backtestEnvironment, { RISK_LIMITS: path });
    expect(riskRules(config).maxDrawdown?.toString()).toBe("0.2");
  });

  test.each([
    ["{", "JSON"],
    ["/no/such/file", "cannot be read"],
    ['{"max_ordr_value":1}', "max_order_value"],
    ['{"max_order_value":-1}', "max_order_value"],
  ])("that are %s are refused before the start", async (RISK_LIMITS, message) => {
    const config = readEnvironment(backtestEnvironment, { RISK_LIMITS });
    await expect(checkSettings(config)).rejects.toThrow(message);
  });

  test("are asked for where orders may move real money, and what they leave out is tight", async () => {
    const live = { EXECUTION_ALLOW_LIVE: "yes", EXECUTION_PROVIDER: "bybit", API_KEYS: ADA };
    const settings = (more: Record<string, string>) =>
      readEnvironment(backtestEnvironment, { ...live, ...more });
    await expect(checkSettings(settings({}))).rejects.toThrow(
      "add max_order_value, max_position_value, max_daily_loss",
    );
    const RISK_LIMITS =
      '{"max_order_value":1000,"max_position_value":5000,"max_daily_loss":200,"max_leverage":2}';
    const config = settings({ RISK_LIMITS });
    await expect(checkSettings(config)).resolves.toBeUndefined();
    const { maxLeverage, priceCollar, maxOrdersPerMinute } = riskRules(config);
    expect([maxLeverage?.toString(), priceCollar?.toString(), maxOrdersPerMinute]).toEqual([
      "2",
      "0.05",
      30,
    ]);
  });
});

describe("the kill switch", () => {
  test("outlives a restart, is told by health, and is released by another key only", async () => {
    const settings = { API_KEYS: `${ADA},${BOB}`, KILL_SWITCH_RELEASE: "other_key" };
    const first = await runTestServer(settings);
    const set = await as(first.url, ADA)("PUT", "/api/kill-switch", {
      mode: "freeze",
      reason: "a test",
    });
    expect(set).toMatchObject({
      status: 200,
      body: { kill_switch: { state: "frozen", source: "api" } },
    });
    await first.close();
    const server = await runTestServer({ ...settings, DATA_DIR: first.folder });
    const [ada, bob] = [as(server.url, ADA), as(server.url, BOB)];
    expect((await bob("POST", "/api/execution/orders", ORDER)).status).toBe(422);
    expect((await bob("GET", "/api/health")).body).toMatchObject({ kill_switch: "frozen" });
    expect((await bob("GET", "/readyz")).body).toMatchObject({
      warnings: ["The kill switch is on (frozen): a test"],
    });
    expect((await ada("DELETE", "/api/kill-switch")).status).toBe(403);
    expect((await bob("DELETE", "/api/kill-switch")).status).toBe(200);
    expect((await ada("POST", "/api/execution/orders", ORDER)).status).toBe(200);
    expect((await bob("GET", "/api/health")).body).not.toHaveProperty("kill_switch");
  });

  test("needs keys for its release by another key", async () => {
    const config = readEnvironment(backtestEnvironment, { KILL_SWITCH_RELEASE: "other_key" });
    await expect(checkSettings(config)).rejects.toThrow("KILL_SWITCH_RELEASE=other_key");
  });

  test("is set by its file before the first order, and released once the file is gone", async () => {
    const path = join(await tempFolder(), "kill");
    await writeFile(path, "");
    const server = await runTestServer({ KILL_SWITCH_FILE: path });
    expect((await server.post("/api/execution/orders", ORDER)).status).toBe(422);
    const call = as(server.url, "");
    expect((await call("DELETE", "/api/kill-switch")).status).toBe(409);
    await rm(path);
    expect((await call("DELETE", "/api/kill-switch")).status).toBe(200);
    expect((await server.post("/api/execution/orders", ORDER)).status).toBe(200);
    await writeFile(path, "flatten\n");
    await vi.waitFor(
      async () =>
        expect((await server.get("/api/kill-switch")).body).toMatchObject({
          kill_switch: { state: "frozen", mode: "flatten", source: "file" },
        }),
      { timeout: 20_000 },
    );
    expect((await server.get("/api/execution/positions")).body).toMatchObject({ positions: [] });
  });

  test("is set by SIGUSR2", async () => {
    const server = await runTestServer();
    process.emit("SIGUSR2");
    await vi.waitFor(
      async () =>
        expect((await server.get("/api/kill-switch")).body).toMatchObject({
          kill_switch: { state: "frozen", mode: "freeze", source: "signal" },
        }),
      { timeout: 20_000 },
    );
  });
});
