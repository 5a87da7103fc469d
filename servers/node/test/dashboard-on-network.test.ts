/** A dashboard that is bound to the network: its link, its key, its session. */

import { networkInterfaces } from "node:os";

import { describe, expect, onTestFinished, test } from "vitest";

import { call } from "./support/calls.ts";
import { listenTo } from "./support/event-listener.ts";
import { rawUpgrade } from "./support/raw-request.ts";
import { startTestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

describe("a dashboard that is bound to the network", () => {
  test.runIf(outerAddress() !== undefined)(
    "prints a link that other machines can open, and answers at the address that it is bound to",
    async () => {
      const open = await start({ DASHBOARD_KEY: "dashboard-key-0123456789" });
      const { port } = new URL(open.running.urls.dashboard);
      const [, link = ""] = /open (\S+)/.exec(open.running.adminHint ?? "") ?? [];
      expect(new URL(link).host).toBe(`${outerAddress()}:${port}`);
      const entered = await call("GET", link);
      expect(entered.status).toBe(303);
    },
    60_000,
  );

  test("names ALLOWED_HOSTS to one who asks for a host that it does not know", async () => {
    const open = await start({ DASHBOARD_KEY: "dashboard-key-0123456789" });
    const url = `http://127.0.0.1:${new URL(open.running.urls.dashboard).port}`;
    const headers = { host: "node.example" };
    const { status, data } = await call("GET", `${url}/api/health`, { headers });
    expect(status).toBe(421);
    expect(data["error"]).toContain("ALLOWED_HOSTS");
    const listed = await start({
      DASHBOARD_KEY: "dashboard-key-0123456789",
      ALLOWED_HOSTS: "node.example",
    });
    const known = `http://127.0.0.1:${new URL(listed.running.urls.dashboard).port}`;
    expect((await call("GET", `${known}/api/health`, { headers })).status).toBe(200);
  }, 60_000);

  const start = async (variables: Readonly<Record<string, string>>) =>
    startTestNode({
      atEnd: onTestFinished,
      variables: { DATA_DIR: await tempFolder(onTestFinished), ...variables },
      values: { DASHBOARD_API_HOST: "0.0.0.0" },
    });

  test("is refused without a key", async () => {
    await expect(start({})).rejects.toMatchObject({ code: "SETTINGS_CONFLICT" });
  });

  test("asks everything but health for a key or the session of a link that works once", async () => {
    const DASHBOARD_KEY = "dashboard-key-0123456789";
    const open = await start({ DASHBOARD_KEY });
    const url = `http://127.0.0.1:${new URL(open.running.urls.dashboard).port}`;
    expect((await call("GET", `${url}/api/health`)).status).toBe(200);
    expect((await call("GET", `${url}/api/tokens`)).status).toBe(401);
    expect((await call("GET", `${url}/api/compliance_history/export`)).status).toBe(401);
    const keyed = { headers: { "X-API-Key": DASHBOARD_KEY } };
    expect((await call("GET", `${url}/api/tokens`, keyed)).status).toBe(200);
    const link = /token=(\w+)/.exec(open.running.adminHint ?? "")?.[1] ?? "";
    const entered = await call("GET", `${url}/session?token=${link}`);
    expect(entered.status).toBe(303);
    const [cookie = ""] = (entered.headers["set-cookie"] as readonly string[] | undefined) ?? [];
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const session = { headers: { cookie: cookie.split(";")[0] ?? "" } };
    expect((await call("GET", `${url}/api/tokens`, session)).status).toBe(200);
    expect((await call("GET", `${url}/api/data/${"0".repeat(64)}`, session)).status).toBe(404);
    expect((await call("GET", `${url}/session?token=${link}`)).status).toBe(401);
    await expect(listenTo(url)).rejects.toThrow("refused");
    expect(await rawUpgrade(url)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await rawUpgrade(url, "X-API-Key: nk_wrong")).toMatch(/^HTTP\/1\.1 401 /);
    expect(await rawUpgrade(url, `X-API-Key: ${DASHBOARD_KEY}`)).toMatch(/^HTTP\/1\.1 101 /);
  }, 60_000);

  test.each([
    { trust: "1", proto: "https", isSecure: true },
    { trust: "1", proto: "http", isSecure: false },
    { trust: "0", proto: "https", isSecure: false },
  ])(
    "told $proto by a caller, and trusting $trust proxies, gives a cookie that is Secure: $isSecure",
    async ({ trust, proto, isSecure }) => {
      const open = await start({
        DASHBOARD_KEY: "dashboard-key-0123456789",
        TRUST_PROXY: trust,
      });
      const url = `http://127.0.0.1:${new URL(open.running.urls.dashboard).port}`;
      const link = /token=(\w+)/.exec(open.running.adminHint ?? "")?.[1] ?? "";
      const headers = { "X-Forwarded-Proto": proto };
      const entered = await call("GET", `${url}/session?token=${link}`, { headers });
      const [cookie = ""] = (entered.headers["set-cookie"] as readonly string[] | undefined) ?? [];
      const [, ...attributes] = cookie.split("; ");
      expect(attributes).toEqual([
        "Path=/",
        "Max-Age=43200",
        "HttpOnly",
        "SameSite=Strict",
        ...(isSecure ? ["Secure"] : []),
      ]);
    },
    60_000,
  );
});

/** An IPv4 address at which other machines reach this one, if it has any. */
function outerAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address;
}
