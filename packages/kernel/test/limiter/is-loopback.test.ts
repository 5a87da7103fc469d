import { expect, test } from "vitest";

import { isLoopback } from "../../src/index.ts";

test("localhost, 127.0.0.0/8 and ::1 are of the loopback interface in every spelling", () => {
  const hosts = ["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "0:0:0:0:0:0:0:1"];
  expect(hosts.filter((host) => !isLoopback(host))).toEqual([]);
  expect(["::ffff:127.0.0.1", "::ffff:7f00:1", "[::ffff:7f00:1]"].every(isLoopback)).toBe(true);
});

test("no other host is, however near its name is to one", () => {
  const near = ["localhost.example", "127.0.0.1.example", "127.1", "0.0.0.0", "::", "::2", ""];
  expect([...near, "10.0.0.1", "[::1", "::ffff:10.0.0.1"].filter(isLoopback)).toEqual([]);
});
