import { describe, expect, test } from "vitest";

import { authApi } from "../src/auth/api.ts";
import { backtestApi } from "../src/backtest/api.ts";
import { curationApi } from "../src/curation/api.ts";
import { nodeDashboardApi, nodeExternalApi, nodeInternalApi } from "../src/node/api.ts";
import type { Routes } from "../src/route/api.ts";

/** The part of zod's schemas that this test reads. */
interface Schema {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly _zod?: {
    readonly optin?: string | undefined;
    readonly def?: { readonly catchall?: Schema; readonly type?: string };
  };
}

/**
 * Requests of people who sign in, register and recover an account: they have always ignored unknown members, and pages
 * and authenticators send more than a service reads.
 */
const SIGNING_IN: ReadonlySet<string> = new Set([
  "register",
  "login",
  "refresh",
  "loginWithFactor",
  "stepUp",
  "openIdLogin",
  "addPasskey",
  "beginPasskeyLogin",
  "loginWithPasskey",
  "setWallet",
  "setEmail",
  "setPassword",
  "deleteAccount",
  "proveRecovery",
  "addWallet",
]);

const apis: Readonly<Record<string, { readonly routes: Routes }>> = {
  auth: authApi,
  curation: curationApi,
  backtest: backtestApi,
  "node, internal": nodeInternalApi,
  "node, external": nodeExternalApi,
  "node, dashboard": nodeDashboardApi,
};

const bodies = Object.entries(apis).flatMap(([api, { routes }]) =>
  Object.entries(routes).flatMap(([name, { definition }]) => {
    const body = definition.body as Schema | undefined;
    return body?.shape === undefined ? [] : [{ api, name, body, shape: body.shape }];
  }),
);

const isExact = (schema: Schema): boolean =>
  schema._zod?.def?.catchall?._zod?.def?.type === "never";

describe("the body of a request", () => {
  test.each(bodies.filter(({ name }) => !SIGNING_IN.has(name)))(
    "$api: $name refuses unknown members when one of its own may be left out",
    ({ body, shape }) => {
      const optional = Object.values(shape).some((field) => field._zod?.optin === "optional");
      // A misspelt member that may be left out would be lost without a word.
      expect(!optional || isExact(body)).toBe(true);
    },
  );

  test("of webhooks refuses unknown members, whether one may be left out or not", () => {
    const loose = bodies.filter(({ name, body }) => name.endsWith("Webhook") && !isExact(body));
    expect(loose.map(({ api, name }) => `${api}: ${name}`)).toEqual([]);
    expect(bodies.filter(({ name }) => name === "rotateWebhook")).toHaveLength(5);
  });
});
