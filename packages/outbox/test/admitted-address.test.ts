/** Addresses that webhooks may be sent to. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { isLoopbackAddress, isPublicAddress } from "../src/webhooks/admitted-address.ts";

const PUBLIC = ["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "100.63.0.1", "192.167.0.1"];
const PUBLIC_V6 = ["2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450:4001::200e"];
const CLOSED =
  "0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 " +
  "192.168.1.1 198.18.0.1 198.19.255.255 203.0.113.7 224.0.0.1 239.1.2.3 240.0.0.1 255.255.255.255 192.0.2.1";
const CLOSED_V6 =
  ":: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 64:ff9b::a00:1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 " +
  "::ffff:8.8.8.8 ::ffff:a9fe:a9fe ::10.0.0.1 2001::1 2001:db8::1 2002:a00:1:: 3fff::1 100::1 fec0::1 fd00:ec2::254";

test("addresses of the public internet are admitted", () => {
  for (const address of [...PUBLIC, ...PUBLIC_V6])
    expect(isPublicAddress(address), address).toBe(true);
});

test("private, loopback, link-local, metadata and embedding addresses are not public", () => {
  for (const address of `${CLOSED} ${CLOSED_V6}`.split(" "))
    expect(isPublicAddress(address), address).toBe(false);
});

test("no IPv4-mapped address is public, and no text that is no address", () => {
  fc.assert(fc.property(fc.ipV4(), (address) => !isPublicAddress(`::ffff:${address}`)));
  fc.assert(fc.property(fc.domain(), (name) => !isPublicAddress(name)));
});

test("loopback addresses are 127.0.0.0/8 and ::1", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1"].every(isLoopbackAddress)).toBe(true);
  expect(["10.0.0.1", "::2", "localhost", ""].some(isLoopbackAddress)).toBe(false);
});
