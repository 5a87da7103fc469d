import { authApi } from "@bourse/contract/auth";
import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { runTestServer } from "./support/running-server.ts";

vi.setConfig({ testTimeout: 30_000 });

/** The documented codes, and those of the transport. */
const CODES = new Set([
  "VALIDATION_ERROR",
  "UNAUTHORIZED",
  "INVALID_CREDENTIALS",
  "TOKEN_EXPIRED",
  "INVALID_TOKEN",
  "INVALID_API_KEY",
  "FORBIDDEN",
  "NOT_FOUND",
  "EMAIL_TAKEN",
  "CONFLICT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "RATE_LIMITED",
]);

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "\0", "x", PASSWORD));
const value = fc.oneof(text, fc.jsonValue(), fc.constantFrom(["read"], ["read", "read"], 0, 1e308));
const names = [
  "email",
  "password",
  "name",
  "refreshToken",
  "rotate",
  "currentPassword",
  "newPassword",
  "permissions",
  "permission",
  "expiresInDays",
  "key",
  "chains",
  "deploymentId",
  "chain",
  "hash",
  "status",
  "__proto__",
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 }),
  fc.jsonValue(),
  text,
);
const routes = Object.values(authApi.routes).map(({ definition }) => definition);
const request = fc.record({
  route: fc.constantFrom(...routes),
  body,
  id: fc.oneof(fc.uuid(), fc.constantFrom("%00", "%ff", "..", "__proto__"), fc.webSegment()),
  query: fc.webQueryParameters(),
  caller: fc.constantFrom("token", "key", "bad token", "bad key", "nobody"),
});

test("any input is answered with a documented status in the envelope, never with a 500", async () => {
  const { logger, lines } = collectingLogger();
  const server = await runTestServer(
    { LOGIN_FAILURES_PER_ADDRESS: "10000", PUBLIC_URL: "http://localhost:3002" },
    { logger },
  );
  const { token } = await signUp(server);
  const { key } = await makeKey(server, token, ["read"]);
  const callers = {
    token: { token },
    key: { key },
    "bad token": { token: `${token}x` },
    "bad key": { key: `${key}x` },
    nobody: {},
  };
  await fc.assert(
    fc.asyncProperty(request, async ({ route, body: sent, id, query, caller }) => {
      const path = `${route.path.slice(1).replace(/:\w+/, id || "x")}?${query}`;
      const answer = await server.call(route.method, path, {
        ...callers[caller as keyof typeof callers],
        ...(route.method === "GET" ? {} : { body: sent }),
      });
      expect(answer.status, answer.text).toBeLessThan(500);
      const { success, data, error } = JSON.parse(answer.text) as Record<string, unknown>;
      if (answer.status < 300) expect([success, data !== undefined]).toEqual([true, true]);
      else {
        expect([success, typeof error]).toEqual([false, "object"]);
        expect(CODES).toContain(answer.error?.code);
        expect(answer.headers.get("x-error-code")).toBe(answer.error?.code);
      }
      if (answer.status === 401) expect(answer.headers.has("www-authenticate")).toBe(true);
    }),
    { numRuns: 400 },
  );
  expect(lines.filter(({ level }) => level === "error" || level === "fatal")).toEqual([]);
});
