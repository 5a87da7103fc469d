import { expect, test } from "vitest";

import { splitLogin } from "../src/index.ts";

test("a login goes into the header, and the address keeps the rest", () => {
  expect(splitLogin("https://ann:p%40ss@rpc.example/v3/key?x=1")).toEqual({
    url: "https://rpc.example/v3/key?x=1",
    headers: { authorization: `Basic ${Buffer.from("ann:p@ss").toString("base64")}` },
  });
  expect(splitLogin("https://:only@rpc.example/").headers.authorization).toBe(
    `Basic ${Buffer.from(":only").toString("base64")}`,
  );
});

test("a login outside of Latin-1, or with a percent sign of its own, is sent as UTF-8", () => {
  const { headers } = splitLogin("https://ada:p%E2%82%ACss@rpc.example/");
  expect(headers.authorization).toBe(`Basic ${Buffer.from("ada:p€ss").toString("base64")}`);
  expect(splitLogin("https://ada:100%@rpc.example/").headers.authorization).toBe(
    `Basic ${Buffer.from("ada:100%").toString("base64")}`,
  );
});

test("an address without a login has no header", () => {
  expect(splitLogin("https://rpc.example/v3")).toEqual({
    url: "https://rpc.example/v3",
    headers: {},
  });
});

test("what is no URL is refused without being repeated", () => {
  expect(() => splitLogin("no address: hunter2")).toThrow(
    expect.objectContaining({
      code: "ARGUMENT_INVALID",
      message: expect.not.stringContaining("hunter2") as unknown,
    }),
  );
});
