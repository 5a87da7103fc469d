import { expect, test } from "vitest";

import { checkRows } from "../src/server/check-rows.ts";

const check = (...paths: string[]) => checkRows(paths.map((path) => ({ method: "GET", path })));

test.each(["jobs", "/jobs/", "/jobs//x", "/:", "/jobs/:1x", "/a?b", "/a/:x:y"])(
  "refuses %s: it is no path template",
  (path) => {
    expect(() => check(path)).toThrow(expect.objectContaining({ code: "ROUTE_INVALID" }));
  },
);

test("refuses a method and path given twice, however the parameter is called", () => {
  expect(() => check("/jobs/:id", "/jobs/:uuid")).toThrow(
    expect.objectContaining({ code: "ROUTE_INVALID" }),
  );
});

test("accepts the root, a literal and a template", () => {
  expect(() => check("/", "/jobs", "/jobs/:id")).not.toThrow();
});
