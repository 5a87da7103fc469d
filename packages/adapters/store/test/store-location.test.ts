import { describe, expect, test } from "vitest";

import { storeLocation } from "../src/index.ts";

describe("an address of a store", () => {
  test("names an engine and, but in memory, a path that is taken as it stands", () => {
    expect(storeLocation("memory:")).toEqual({ engine: "memory" });
    expect(storeLocation("lowdb:./data/a b.json")).toEqual({
      engine: "lowdb",
      path: "./data/a b.json",
    });
    expect(storeLocation("sqlite:/var/lib/node.db")).toEqual({
      engine: "sqlite",
      path: "/var/lib/node.db",
    });
    expect(storeLocation("sqlite:///var/lib/node.db")).toEqual({
      engine: "sqlite",
      path: "/var/lib/node.db",
    });
    expect(storeLocation("sqlite:C:\\data\\node.db")).toEqual({
      engine: "sqlite",
      path: "C:\\data\\node.db",
    });
  });

  test.each([
    "",
    "sqlite",
    "./data/store.db",
    "sqlite:",
    "sqlite:data/",
    "sqlite://host/path",
    "memory:x",
    "redis:x",
    "lowdb:a\0b",
  ])("%j is refused", (url) => {
    expect(() => storeLocation(url)).toThrow(
      expect.objectContaining({ code: "STORE_URL_INVALID" }),
    );
  });

  test("that is refused does not show its password", () => {
    expect(() => storeLocation("redis://user:hunter2@host/0")).toThrow(/\*\*\*@host/);
    expect(() => storeLocation("redis://user:hunter2@host/0")).not.toThrow(/hunter2/);
  });
});
