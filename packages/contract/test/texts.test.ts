import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { withRouteComments } from "../scripts/route-comments.ts";
import { APIS, routesOf, sourcesOf, textsOf } from "../scripts/texts.ts";
import { texts as auth } from "../src/auth/texts.ts";
import { texts as backtest } from "../src/backtest/texts.ts";
import { texts as curation } from "../src/curation/texts.ts";
import { openapi } from "../src/index.ts";
import { texts as node } from "../src/node/texts.ts";

const HINT = "run `pnpm --filter @bourse/contract write:texts`";

describe.each(Object.entries({ auth, backtest, curation, node }))("%s", (folder, texts) => {
  test("documents the doc comments of routes and fields that an editor shows", () => {
    expect(texts, HINT).toEqual(textsOf(folder));
  });

  test("has a comment on every route and every field", () => {
    const empty = Object.values(texts).flatMap((own) =>
      Object.keys(own).filter((place) => own[place] === ""),
    );
    expect(empty).toEqual([]);
  });

  test("tells path, credentials and codes in the comment of every route", () => {
    for (const file of sourcesOf(folder)) {
      const source = readFileSync(file, "utf8");
      expect(source, HINT).toBe(withRouteComments(source, routesOf(folder)));
    }
  });
});

test.each(
  Object.values(APIS)
    .flatMap((apis) => Object.values(apis))
    .map((api) => [api.id, api] as const),
)("every parameter and every property in the document of %s is described", (_, api) => {
  expect(undescribedIn(openapi(api), "")).toEqual([]);
});

/** The places of parameters and properties without a description. */
function undescribedIn(node: unknown, place: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties, name, schema, description } = node as Readonly<Record<string, unknown>>;
  const own = Object.entries(properties ?? {}).flatMap(([property, written]) =>
    "description" in (written as object) ? [] : [`${place}.${property}`],
  );
  const isParameter = typeof name === "string" && schema !== undefined;
  if (isParameter && description === undefined) own.push(`${place} ${name}`);
  const inner = Object.entries(node).filter(([key]) => key !== "example");
  return [...own, ...inner.flatMap(([key, value]) => undescribedIn(value, `${place}/${key}`))];
}
