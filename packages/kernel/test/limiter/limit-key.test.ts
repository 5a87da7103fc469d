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
    ["unknown", "unknown"],
    ["", ""],
  ])("of %s is %s", (address, key) => {
    expect(limitKey(address)).toBe(key);
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
