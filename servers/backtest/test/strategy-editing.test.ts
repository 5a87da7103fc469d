import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { describe, expect, test } from "vitest";

import { backtestEnvironment } from "../src/environment.ts";
import { checkSettings } from "../src/start.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const KEY = "a-key-of-the-operator-1";
const PATH = "/api/strategies/mine/source";
const source = (version: string): string =>
  `export default class {\n  static version = "${version}";\n  onCandle() {}\n}\n`;

async function serve(more: Readonly<Record<string, string>> = {}) {
  const folder = await tempFolder();
  const server = await runTestServer({
    STRATEGIES_DIR: folder,
    STRATEGY_EDITING: "yes",
    API_KEYS: KEY,
    ...more,
  });
  const call = async (method: string, path: string, body?: object, headers: object = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { "x-api-key": KEY, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get("etag"),
      code: response.headers.get("x-error-code"),
      body: JSON.parse(text) as Record<string, unknown>,
    };
  };
  return { ...server, folder, call };
}

const says = (words: string) => expect.stringContaining(words) as string;

describe("PUT /api/strategies/{name}/source", () => {
  test("saves a strategy that is on disk and listed when it is answered, and refuses an overtaken one", async () => {
    const { call, folder } = await serve();
    const made = await call("PUT", PATH, { source: source("1.0.0") });
    expect(made).toMatchObject({
      status: 200,
      body: { success: true, file: "mine.ts", strategy: { name: "mine", version: "1.0.0" } },
    });
    expect(readFileSync(join(folder, "mine.ts"), "utf8")).toBe(source("1.0.0"));
    const list = (await call("GET", "/api/strategies")).body as {
      readonly editing: boolean;
      readonly strategies: readonly { readonly name: string }[];
    };
    expect(list.editing).toBe(true);
    expect(list.strategies.map(({ name }) => name)).toContain("mine");
    const read = await call("GET", PATH);
    expect(read).toMatchObject({ status: 200, body: { source: source("1.0.0") } });
    expect(read.etag).toBe(`"${String(read.body["sha256"])}"`);
    const change = { source: source("2.0.0") };
    const tag = { "if-match": read.etag };
    expect(await call("PUT", PATH, change, tag)).toMatchObject({ status: 200 });
    expect(await call("PUT", PATH, { source: source("3.0.0") }, tag)).toMatchObject({
      status: 412,
      code: "VERSION_MISMATCH",
    });
    const rows = (await call("GET", "/api/audit?action=strategy.saved")).body as unknown;
    expect(rows).toMatchObject([
      { outcome: "refused", subject: "mine" },
      { subject: "mine", details: { file: "mine.ts" } },
      { subject: "mine" },
    ]);
  });

  test("tells faults by line, and refuses other names and callers without a key", async () => {
    const { call, folder } = await serve();
    const broken = { source: "export default class {\n  onCandle( {}\n}" };
    expect(await call("PUT", PATH, broken)).toMatchObject({
      status: 422,
      code: "STRATEGY_INVALID",
      body: {
        status_code: 422,
        detail: [{ loc: ["body", "source"], line: 3, column: 1, message: says("TypeScript") }],
      },
    });
    for (const name of ["..%2Fmine", "..", "Mine", "a".repeat(65), "mine.ts", "a%00b"]) {
      const path = `/api/strategies/${name}/source`;
      const { status } = await call("PUT", path, { source: source("1.0.0") });
      expect([400, 404], name).toContain(status);
    }
    const stranger = { "x-api-key": "another-key-of-nobody" };
    expect((await call("GET", PATH, undefined, stranger)).status).toBe(401);
    expect((await call("PUT", PATH, { source: source("1.0.0") }, stranger)).status).toBe(401);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is off unless the operator switches it on", async () => {
    const { call } = await serve({ STRATEGY_EDITING: "no" });
    const off = { status: 501, code: "STRATEGY_EDITING_UNAVAILABLE" };
    expect(await call("GET", PATH)).toMatchObject(off);
    expect(await call("PUT", PATH, { source: source("1.0.0") })).toMatchObject(off);
    expect((await call("GET", "/api/strategies")).body).not.toHaveProperty("editing");
  });

  test.each([
    [{}, /STRATEGIES_DIR/u],
    [{ STRATEGIES_DIR: "." }, /API_KEYS/u],
    [
      { STRATEGIES_DIR: ".", AUTH_URL: "https://auth.example", AUTH_KEY: "x".repeat(32) },
      /AUTH_ACCOUNTS/u,
    ],
  ])("is refused at the start without what it needs (%j)", async (given, message) => {
    const config = readEnvironment(backtestEnvironment, { STRATEGY_EDITING: "yes", ...given });
    await expect(checkSettings(config)).rejects.toThrow(message);
  });
});
