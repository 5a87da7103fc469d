import { readFileSync } from "node:fs";
import { join } from "node:path";

import { documentedAuthApi } from "@bourse/contract/auth";
import { documentedBacktestApi } from "@bourse/contract/backtest";
import { documentedCurationApi } from "@bourse/contract/curation";
import {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "@bourse/contract/node";
import { describe, expect, test } from "vitest";

import { operationsOf, operationsSource, SOURCES } from "../scripts/operations.ts";
import { adviceOf } from "../src/advice.ts";

const APIS = [
  documentedAuthApi,
  documentedBacktestApi,
  documentedCurationApi,
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
];

describe.each(Object.entries(SOURCES))("%s", (file, source) => {
  const written = readFileSync(join(import.meta.dirname, "../src", file), "utf8");

  test("has what the routes say", () => {
    const plain = (text: string): string => text.replaceAll(/[\s,;|]+/g, "");
    const hint = "run `pnpm --filter @bourse/client write:operations`";
    expect(plain(written) === plain(operationsSource(source)), hint).toBe(true);
  });

  test("names types, input, output, safe result and codes of every operation, each with a docstring", () => {
    const operations = operationsOf(source);
    expect(operations.length).toBeGreaterThan(0);
    for (const [name] of operations) {
      for (const part of ["Types", "Input", "Output", "SafeResult", "Code"]) {
        expect(written).toMatch(
          new RegExp(`\\*/\\nexport (?:interface|type) ${name}${part}\\b`, "u"),
        );
      }
    }
  });
});

test("every operation of every API has named types, but for streams and health beside the APIs", () => {
  const named = new Set(
    Object.values(SOURCES).flatMap((source) => operationsOf(source).map(([, key]) => key)),
  );
  const all = APIS.flatMap(({ routes }) => Object.keys(routes));
  expect(all.length).toBeGreaterThan(90);
  expect(new Set(all.filter((key) => !named.has(key)))).toEqual(new Set(["curatorEvents"]));
});

describe("advice", () => {
  test("exists for every code of every route, by its own sentence", () => {
    const codes = new Set(
      APIS.flatMap(({ routes }) =>
        Object.values(routes).flatMap(({ definition }) => Object.keys(definition.errors ?? {})),
      ),
    );
    expect(codes.size).toBeGreaterThan(40);
    const general = adviceOf({ code: "SOME_NEW_CODE", status: 400 });
    const silent = [...codes].filter((code) => adviceOf({ code, status: 400 }) === general);
    expect(silent).toEqual([]);
  });

  test("is given for whatever was thrown", () => {
    const anything = adviceOf as (error: unknown) => string;
    for (const error of [undefined, null, "x", 5n, Symbol("x"), { code: {}, status: 5n }, []]) {
      expect(anything(error)).toBe("Correct what the message names.");
    }
    expect(anything({ retryAfterSeconds: "5", status: 500 })).toBe("Call again later.");
  });

  test("for an unknown code follows from its status, and from Retry-After", () => {
    expect(adviceOf({ code: "constructor", status: 404 })).toBe("Check the path and the id.");
    expect(adviceOf({ code: "HTTP_502", status: 502 })).toBe("Call again later.");
    expect(adviceOf({ code: "RATE_LIMITED", status: 429, retryAfterSeconds: 1.2 })).toBe(
      "Wait 2 s, then call again.",
    );
  });
});
