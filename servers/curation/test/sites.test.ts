/** Pages that may call a server on a developer's machine, and the addresses that its sign-in messages name. */

import { readEnvironment } from "@bourse/http";
import { Wallet } from "ethers";
import { describe, expect, test } from "vitest";

import { curationEnvironment } from "../src/environment.ts";
import { sitesOf } from "../src/sites.ts";
import { runTestServer } from "./support/running-server.ts";

const siteBy = (variables: Readonly<Record<string, string>>) =>
  sitesOf(readEnvironment(curationEnvironment, variables));

describe("a sign-in message names by default", () => {
  test.each([
    [{}, "localhost:3001", "http://localhost:3001"],
    [{ CURATION_PORT: "8123" }, "localhost:8123", "http://localhost:8123"],
    [{ CURATION_PORT: "80" }, "localhost", "http://localhost"],
    [{ HOST: "0.0.0.0", CURATION_PORT: "8123" }, "localhost:8123", "http://localhost:8123"],
    [{ HOST: "192.0.2.7", CURATION_PORT: "8123" }, "192.0.2.7:8123", "http://192.0.2.7:8123"],
    [{ HOST: "2001:db8::7" }, "[2001:db8::7]:3001", "http://[2001:db8::7]:3001"],
    [{ CURATION_DOMAIN: "m.example" }, "m.example", "http://localhost:3001"],
  ])("with %o: %s and %s", (variables, domain, uri) => {
    expect(siteBy(variables)).toMatchObject({ domain, uri });
  });

  test("the host that the page is open at, on loopback, and its wallet logs in by it", async () => {
    const server = await runTestServer();
    const wallet = Wallet.createRandom();
    const issued = async (host: string): Promise<string> => {
      const response = await fetch(new URL("/api/v1/auth/nonce", server.url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ wallet_address: wallet.address }),
      });
      expect(response.status, host).toBe(200);
      return ((await response.json()) as { message: string }).message;
    };
    expect(await issued("the server itself")).toContain("localhost:3001 wants you");
    const { otherOrigins } = siteBy({ CURATION_PORT: "8123" });
    expect(otherOrigins).toEqual(["http://127.0.0.1:8123", "http://[::1]:8123"]);
  });
});

describe("without CORS_ORIGINS", () => {
  async function admitted(variables: Readonly<Record<string, string>>, origin: string) {
    const server = await runTestServer(variables);
    const asked = await fetch(new URL("/api/v1/auth/register", server.url), {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    const posted = await fetch(new URL("/api/v1/auth/register", server.url), {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: "{}",
    });
    return [asked.headers.get("access-control-allow-origin"), posted.status];
  }

  test.each(["http://localhost:5173", "http://127.0.0.1:8080", "https://[::1]:3000"])(
    "a server on loopback admits a page of this machine, %s",
    async (origin) => {
      expect(await admitted({}, origin)).toEqual([origin, 422]);
    },
  );

  test.each([
    "https://evil.example",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://localhost@evil.example",
    "null",
  ])("a server on loopback admits no other page, as %s", async (origin) => {
    expect(await admitted({}, origin)).toEqual([null, 403]);
  });

  test("a server that other machines reach admits every page, as one with CORS_ORIGINS=* does", async () => {
    const origin = "https://app.example";
    expect(await admitted({ HOST: "0.0.0.0" }, origin)).toEqual(["*", 422]);
    expect(await admitted({ CORS_ORIGINS: "*" }, origin)).toEqual(["*", 422]);
    expect(await admitted({ CORS_ORIGINS: origin }, origin)).toEqual([origin, 422]);
  });
});
