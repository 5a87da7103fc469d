import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { APIS, routesOf, sourcesOf } from "../scripts/apis.ts";
import { withRouteComments } from "../scripts/route-comments.ts";

describe.each(Object.keys(APIS))("%s", (api) => {
  test("tells path, credentials and codes in the comment of every route", () => {
    for (const file of sourcesOf(api)) {
      const source = readFileSync(file, "utf8");
      expect(source, "run `pnpm --filter @bourse/contract write:calls`").toBe(
        withRouteComments(source, routesOf(api)),
      );
    }
  });
});
