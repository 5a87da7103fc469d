import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { limitKey } from "../../src/index.ts";

describe("a limit's key", () => {
  test.each([
    ["1.2.3.4", "1.2.3.4"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:0db8:0001::", "2001:db8:1:0::/64"],
    ["2001:DB8::1", "2001:db8:0:0::/64"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:cb00:7111", "203.0.113.17"],
    ["::FFFF:CB00:7111", "203.0.113.17"],
    ["0:0:0:0:0:ffff:cb00:7111", "203.0.113.17"],
    ["0000:0000:0000:0000:0000:ffff:203.0.113.17", "203.0.113.17"],
    ["::ffff:0:1", "0.0.0.1"],
    ["::ffff:1:2:3", "0:0:0:0::/64"],
    ["2001:db8::192.0.2.1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["1:2:3:4:5:6:7:8:9", "1:2:3:4::/64"],
    ["unknown", "unknown"],
    ["", ""],
  ])("of %s is %s", (address, key) => {
    expect(limitKey(address)).toBe(key);
  });

  test("of an IPv4 address is the same in every IPv6 spelling of it", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        for (const prefix of ["::ffff:", "0:0:0:0:0:ffff:", "::FFFF:"]) {
          for (const tail of [address, groups]) expect(limitKey(prefix + tail)).toBe(address);
        }
      }),
    );
  });

  test("is the same however the address is spelled", () => {
    const addresses = fc.ipV6().filter((text) => !text.includes("."));
    fc.assert(
      fc.property(addresses, (address) => {
        const shortest = new URL(`http://[${address}]/`).hostname.slice(1, -1);
        expect(limitKey(address)).toBe(limitKey(shortest));
      }),
    );
  });
});
