import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createRouteTable, type RouteTable, type TableRow } from "../src/index.ts";

const table = createRouteTable([
  { method: "GET", path: "/jobs/:uuid" },
  { method: "GET", path: "/jobs/stats" },
  { method: "POST", path: "/jobs/:uuid/cancel" },
  { method: "DELETE", path: "/jobs/:uuid" },
]);

const ofPaths = (...paths: string[]): RouteTable<TableRow> =>
  createRouteTable(paths.map((path) => ({ method: "GET", path })));

describe("the route table", () => {
  test.each([
    ["GET", "/jobs/stats", "/jobs/stats", {}],
    ["HEAD", "/jobs/stats", "/jobs/stats", {}],
    ["GET", "/jobs/a%2Fb", "/jobs/:uuid", { uuid: "a/b" }],
    ["POST", "/jobs/x/cancel", "/jobs/:uuid/cancel", { uuid: "x" }],
    ["DELETE", "/jobs/x", "/jobs/:uuid", { uuid: "x" }],
    ["DELETE", "/jobs/stats", "/jobs/:uuid", { uuid: "stats" }],
    ["GET", "/jobs/%zz", "/jobs/:uuid", { uuid: "%zz" }],
  ])("%s %s is %s", (method, path, template, params) => {
    expect(table.find(method, path)).toMatchObject({ row: { path: template }, params });
  });

  test.each(["/", "/jobs", "/jobs/", "/jobs/x/", "//jobs/x", "/jobs//cancel", "/JOBS/x"])(
    "%s is no path: case and slashes count",
    (path) => {
      expect(table.find("GET", path)).toBeUndefined();
      expect(table.allowed(path)).toEqual([]);
    },
  );

  test("tells the methods of a path in the order of the table, HEAD beside GET, OPTIONS last", () => {
    expect(table.allowed("/jobs/x")).toEqual(["GET", "DELETE", "HEAD", "OPTIONS"]);
    expect(table.allowed("/jobs/x/cancel")).toEqual(["POST", "OPTIONS"]);
  });

  test("prefers the earlier literal segment, in whatever order rows are given", () => {
    const paths = ["/a/:x/:y", "/a/:x/c", "/a/b/:y", "/a/b/c", "/:w/b/c"];
    fc.assert(
      fc.property(fc.shuffledSubarray(paths, { minLength: paths.length }), (shuffled) => {
        const found = (path: string): string | undefined =>
          ofPaths(...shuffled).find("GET", path)?.row.path;
        expect(found("/a/b/c")).toBe("/a/b/c");
        expect(found("/a/b/z")).toBe("/a/b/:y");
        expect(found("/a/z/c")).toBe("/a/:x/c");
        expect(found("/a/z/z")).toBe("/a/:x/:y");
        expect(found("/z/b/c")).toBe("/:w/b/c");
        expect(found("/z/z/z")).toBeUndefined();
      }),
    );
  });

  test("two templates that match one path keep their own parameters", () => {
    const both = ofPaths("/:id/b", "/a/:id");
    expect(both.find("GET", "/a/b")).toEqual({
      row: { method: "GET", path: "/a/:id" },
      params: { id: "b" },
    });
    expect(both.entries.map(({ overlaps }) => overlaps)).toEqual([true, true]);
    expect(table.entries.some(({ overlaps }) => overlaps)).toBe(false);
  });

  test("finds any path made from a template, with the values it was made from", () => {
    const value = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(value, value, (id, part) => {
        const path = `/jobs/${encodeURIComponent(id)}/parts/${encodeURIComponent(part)}`;
        expect(ofPaths("/jobs/:id/parts/:part").find("GET", path)?.params).toEqual({ id, part });
      }),
    );
  });

  test("takes a dot, a plus and a star in a literal segment for themselves", () => {
    expect(ofPaths("/a.b+c*/:x").find("GET", "/a.b+c*/1")?.params).toEqual({ x: "1" });
    expect(ofPaths("/a.b/:x/y").find("GET", "/axb/1/y")).toBeUndefined();
  });

  test("accepts the root", () => {
    expect(ofPaths("/").find("GET", "/")?.row.path).toBe("/");
  });
});
