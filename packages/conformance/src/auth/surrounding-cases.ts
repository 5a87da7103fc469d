import assert from "node:assert/strict";

import { AuthHealth } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { AuthCase } from "./auth-service.ts";
import { expectError } from "./expect.ts";

const NOWHERE = ["", "/", "/auth", "/auth/nope", "/auth/login/", "/Auth/login", "/deployments/a/b"];

const WRONG_METHOD = [
  ["GET", "/auth/login", "POST"],
  ["DELETE", "/auth/register", "POST"],
  ["PUT", "/auth/api-keys", "GET"],
  ["POST", "/auth/me", "GET"],
  ["DELETE", "/deployments", "GET"],
] as const;

/** Cases of everything around the routes. */
export const surroundingCases: readonly AuthCase[] = [
  {
    name: "health stands bare at the root and says ok",
    run: async ({ root }) => {
      const answer = await root("GET", "/health");
      assert.equal(answer.status, 200, shown(answer));
      assert.equal(AuthHealth.parse(answer.json).status, "ok");
    },
  },
  ...NOWHERE.map((path): AuthCase => {
    return {
      name: `"${path}" below the prefix is 404 NOT_FOUND in the envelope`,
      run: async ({ call }) => expectError(await call("GET", path), 404, "NOT_FOUND"),
    };
  }),
  ...WRONG_METHOD.map(([method, path, allowed]): AuthCase => {
    return {
      name: `${method} ${path} is 405 METHOD_NOT_ALLOWED and tells what is allowed`,
      run: async ({ call }) => {
        const answer = await call(method, path);
        expectError(answer, 405, "METHOD_NOT_ALLOWED");
        assert.match(answer.headers.get("allow") ?? "", new RegExp(`\\b${allowed}\\b`));
      },
    };
  }),
  {
    name: "a path with a bad percent sign is a VALIDATION_ERROR",
    run: async ({ call }) => {
      expectError(await call("GET", "/transactions/%zz"), 400, "VALIDATION_ERROR");
    },
  },
  {
    name: "HEAD is answered like GET, without a body",
    run: async ({ call, signUp }) => {
      const answer = await call("HEAD", "/auth/me", { token: (await signUp()).token });
      assert.deepEqual([answer.status, answer.text], [200, ""]);
    },
  },
  {
    name: "OPTIONS tells what is allowed",
    run: async ({ call }) => {
      const answer = await call("OPTIONS", "/auth/api-keys");
      assert.equal(answer.status, 204, shown(answer));
      assert.match(answer.headers.get("allow") ?? "", /GET.*POST|POST.*GET/);
    },
  },
];
