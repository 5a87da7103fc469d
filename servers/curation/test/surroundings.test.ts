import { readFile } from "node:fs/promises";
import { join as joinPath } from "node:path";

import { readEnvironment, silentLogger } from "@bourse/http";
import { expect, test } from "vitest";

import { curationEnvironment } from "../src/environment.ts";
import { storeUrl } from "../src/open-core.ts";
import { join, joinAsAdmin } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

test("health, docs and the document stand where they should", async () => {
  const server = await runTestServer();
  expect((await server.get("/health")).data).toMatchObject({
    service: "bourse-curation",
    status: "ok",
  });
  const { data } = await server.get<{ paths: object }>("/openapi.json");
  expect(Object.keys(data.paths)).toEqual(
    expect.arrayContaining(["/api/v1/auth/register", "/api/v1/curator/{id}/approve", "/health"]),
  );
  expect((await server.get("/docs")).headers.get("content-type")).toMatch(/^text\/html/);
});

test("sessions are listed, ended and felt at once; the last admin stays", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const ada = await join(server, "ada");
  const { data } = await server.get<{ id: string; current: boolean }[]>("auth/sessions", ada.token);
  expect(data).toMatchObject([{ current: true }]);
  const path = `auth/sessions/${data[0]?.id}`;
  expect((await server.call("DELETE", path, { token: ada.token })).status).toBe(200);
  expect((await server.get("auth/me", ada.token)).status).toBe(401);
  const demoted = await server.call("PUT", `admin/users/${admin.id}/roles`, {
    token: admin.token,
    body: { roles: [] },
  });
  expect(demoted.status).toBe(409);
  const users = await server.get<{ username: string }[]>("admin/users", admin.token);
  expect(users.data.map(({ username }) => username).toSorted()).toEqual(["ada", "chief"]);
});

test("the store is a SQLite file in DATA_DIR unless a setting names another", () => {
  const at = (variables: Record<string, string>): string =>
    storeUrl(readEnvironment(curationEnvironment, { DATA_DIR: "/srv", ...variables }));
  expect(at({})).toBe("sqlite:/srv/curation.db");
  expect(at({ STORE_URL: "memory:" })).toBe("memory:");
  expect(at({ STORE_URL: "memory:", CURATION_STORE_URL: "lowdb:a.json" })).toBe("lowdb:a.json");
});

test("a chain id up to 2^53 − 1 is named in sign-in messages", async () => {
  const server = await runTestServer({ CURATION_CHAIN_ID: "9007199254740991" });
  const body = { wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7" };
  const { data } = await server.post("auth/nonce", undefined, body);
  expect(data["message"]).toContain("\nChain ID: 9007199254740991\n");
});

test("an address of ADMIN_EMAILS that no account can have is refused at the start", () => {
  const at = (emails: string): readonly string[] =>
    readEnvironment(curationEnvironment, { ADMIN_EMAILS: emails }).ADMIN_EMAILS;
  expect(at("root@example.com, second@example.com")).toHaveLength(2);
  for (const bad of ["root@example..com", "root@localhost", "root"]) {
    expect(() => at(`root@example.com,${bad}`)).toThrow(/ADMIN_EMAILS/);
  }
});

test.each([
  ["CURATION_DOMAIN", "two words"],
  ["CURATION_DOMAIN", "https://markets.example"],
  ["CURATION_URI", "markets.example"],
  ["CURATION_URI", "https://a b"],
  ["CURATION_SOLANA_CHAIN", "main net"],
  ["ETH_RPC_URL", "node.example"],
  ["ETH_RPC_URL", "ftp://node.example"],
  ["ADMIN_WALLETS", "0x52908400098527886E0F7030069857D2E4169Ee7"],
])("%s=%s is refused at the start", (name, value) => {
  expect(() => readEnvironment(curationEnvironment, { [name]: value })).toThrow(name);
});

test("the domain, the URI and the chain of a public site are taken", () => {
  const variables = {
    CURATION_DOMAIN: "markets.example",
    CURATION_URI: "https://markets.example/login",
    CURATION_SOLANA_CHAIN: "devnet",
    ETH_RPC_URL: "https://key@node.example/v1",
  };
  expect(readEnvironment(curationEnvironment, variables)).toMatchObject(variables);
});

test("the README has at most 150 lines", async () => {
  const text = await readFile(joinPath(import.meta.dirname, "../README.md"), "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(150);
});

test.each([
  [{ NODE_ENV: "production" }, ["CURATION_DOMAIN and CURATION_URI"]],
  [{ NODE_ENV: "production", CURATION_DOMAIN: "markets.example" }, ["CURATION_URI"]],
  [{ NODE_ENV: "production", CURATION_URI: "https://markets.example" }, ["CURATION_DOMAIN"]],
  [
    {
      NODE_ENV: "production",
      CURATION_DOMAIN: "markets.example",
      CURATION_URI: "https://markets.example",
    },
    [],
  ],
  [{ NODE_ENV: "development" }, []],
])(
  "a server with %o warns once that sign-in messages name localhost by %o",
  async (variables, names) => {
    const told: string[] = [];
    const warn = (_: object, message: string): void => void told.push(message);
    await runTestServer({ ...variables }, { ...silentLogger, warn });
    expect(told.filter((line) => line.includes("sign-in messages"))).toEqual(
      names.map((name) => expect.stringContaining(`${name} `) as string),
    );
  },
);
