import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createRouteIndex } from "../src/server/route-index.ts";

const index = (...paths: string[]): ReturnType<typeof createRouteIndex> =>
  createRouteIndex(paths.map((path) => ({ method: "GET", path })));

describe("the route index", () => {
  test("prefers the earlier fixed segment, in whatever order rows are given", () => {
    const paths = ["/a/:x/:y", "/a/:x/c", "/a/b/:y", "/a/b/c", "/:w/b/c"];
    fc.assert(
      fc.property(fc.shuffledSubarray(paths, { minLength: paths.length }), (shuffled) => {
        const found = (path: string): string | undefined =>
          index(...shuffled).find("GET", path)?.row.path;
        expect(found("/a/b/c")).toBe("/a/b/c");
        expect(found("/a/b/z")).toBe("/a/b/:y");
        expect(found("/a/z/c")).toBe("/a/:x/c");
        expect(found("/a/z/z")).toBe("/a/:x/:y");
        expect(found("/z/b/c")).toBe("/:w/b/c");
        expect(found("/z/z/z")).toBeUndefined();
      }),
    );
  });

  test("finds any path made from a template, with the values it was made from", () => {
    const value = fc.stringMatching(/^[^/?#]+$/);
    fc.assert(
      fc.property(value, value, (id, part) => {
        const match = index("/jobs/:id/parts/:part").find("GET", `/jobs/${id}/parts/${part}`);
        expect(match?.params).toEqual({ id, part });
        expect(index("/jobs/:id").find("GET", `/jobs/${id}`)?.params).toEqual({ id });
      }),
    );
  });

  test("takes a dot, a plus and a star in a fixed segment for themselves", () => {
    expect(index("/a.b+c*/:x").find("GET", "/a.b+c*/1")?.params).toEqual({ x: "1" });
    expect(index("/a.b/:x/y").find("GET", "/axb/1/y")).toBeUndefined();
  });

  test.each(["jobs", "/jobs/", "/jobs//x", "/:", "/jobs/:1x", "/a?b", "/a/:x:y"])(
    "refuses %s: it is no path template",
    (path) => {
      expect(() => index(path)).toThrow(expect.objectContaining({ code: "ROUTE_INVALID" }));
    },
  );

  test("refuses a method and path given twice, however the parameter is called", () => {
    expect(() => index("/jobs/:id", "/jobs/:uuid")).toThrow(
      expect.objectContaining({ code: "ROUTE_INVALID" }),
    );
  });

  test("accepts the root", () => {
    expect(index("/").find("GET", "/")?.row.path).toBe("/");
  });
});
