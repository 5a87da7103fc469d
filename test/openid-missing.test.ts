/** Servers whose operator has set OIDC_PROVIDERS and has not installed openid-client. */

import { mkdtempSync, rmSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, onTestFinished, test } from "vitest";

import { readEnvironment } from "../packages/http/src/environment.ts";
import type { RunningServer } from "../packages/http/src/index.ts";
import { authEnvironment, startAuthServer } from "../servers/auth/src/index.ts";
import { curationEnvironment, startCurationServer } from "../servers/curation/src/index.ts";
import { CHALLENGE, VERIFIER } from "./support/openid-browser.ts";

// Every import of it fails, as that of a package that is not there.
const hooks = registerHooks({
  resolve: (specifier, context, next) => {
    if (!/^openid-client$|\/node_modules\/openid-client\//u.test(specifier)) {
      return next(specifier, context);
    }
    const message = `Cannot find package 'openid-client' imported from ${context.parentURL ?? "a test"}`;
    throw Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
  },
});

afterAll(() => hooks.deregister());

const OIDC_PROVIDERS = JSON.stringify([
  { name: "acme", issuer: "http://127.0.0.1:9", clientId: "id", clientSecret: "a-secret-of-acme" },
]);

type Variables = Readonly<Record<string, string>>;

const SERVERS: readonly {
  readonly name: string;
  readonly start: (variables: Variables) => Promise<RunningServer>;
}[] = [
  {
    name: "auth",
    start: (variables) =>
      startAuthServer(readEnvironment(authEnvironment, { ...variables, AUTH_PORT: "0" })),
  },
  {
    name: "curation",
    start: (variables) =>
      startCurationServer(
        readEnvironment(curationEnvironment, { ...variables, CURATION_PORT: "0" }),
      ),
  },
];

test.each(SERVERS)(
  "$name: without openid-client the server starts, and its sign-ins are 501 and name it",
  async ({ start }) => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-openid-"));
    const server = await start({
      DATA_DIR: folder,
      OIDC_PROVIDERS,
      PUBLIC_URL: "https://accounts.example",
    });
    onTestFinished(async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    });
    const api = `${server.url}/api/v1/auth/oidc`;
    const headers = { connection: "close", "content-type": "application/json" };
    const body = JSON.stringify({ code: "oc_x", verifier: VERIFIER });
    for (const answer of [
      await fetch(`${api}/acme/start?challenge=${CHALLENGE}`, { headers }),
      await fetch(`${api}/login`, { method: "POST", headers, body }),
    ]) {
      expect(answer.status).toBe(501);
      expect(await answer.text()).toContain("the package openid-client");
    }
    const list = await (await fetch(api, { headers })).text();
    expect(list).not.toContain("acme");
    const health = await fetch(`${server.url}/health`, { headers });
    expect(health.status).toBe(200);
    expect(await health.text()).not.toContain("acme");
  },
);
