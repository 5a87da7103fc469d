import { describe, expect, test } from "vitest";

import { createRouter, type BoundRoute } from "../src/index.ts";

const routes = [
  ["GET", "/jobs/:uuid"],
  ["GET", "/jobs/stats"],
  ["POST", "/jobs/:uuid/cancel"],
  ["DELETE", "/jobs/:uuid"],
].map(([method, path]) => ({ key: `${method} ${path}`, method, path }) as unknown as BoundRoute);

const find = createRouter(routes);

describe("the router", () => {
  test.each([
    ["GET", "/jobs/stats", "GET /jobs/stats", {}],
    ["HEAD", "/jobs/stats", "GET /jobs/stats", {}],
    ["GET", "/jobs/a%2Fb", "GET /jobs/:uuid", { uuid: "a/b" }],
    ["POST", "/jobs/x/cancel", "POST /jobs/:uuid/cancel", { uuid: "x" }],
    ["DELETE", "/jobs/x", "DELETE /jobs/:uuid", { uuid: "x" }],
  ])("%s %s is %s", (method, path, key, params) => {
    expect(find(method, path)).toMatchObject({ route: { key }, params });
  });

  test.each(["/", "/jobs", "/jobs/", "/jobs/x/", "//jobs/x", "/jobs//cancel", "/JOBS/x"])(
    "%s is not found",
    (path) => {
      expect(find("GET", path)).toBe("not-found");
    },
  );

  test("tells which methods a path has", () => {
    expect(find("PUT", "/jobs/x")).toMatchObject({
      route: undefined,
      allow: ["GET", "DELETE", "HEAD", "OPTIONS"],
    });
  });

  test.each([
    ["GET", "/jobs/%zz"],
    ["PUT", "/jobs/%c0%80"],
    ["GET", "/none/%"],
  ])("tells a bad percent sign before anything else: %s %s", (method, path) => {
    expect(find(method, path)).toBe("bad-encoding");
  });
});
