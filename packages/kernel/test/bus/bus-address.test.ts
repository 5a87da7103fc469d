import { describe, expect, test } from "vitest";

import { busAddress, maskBusUrl } from "../../src/index.ts";

describe("the address of a bus", () => {
  test.each([
    ["nats://localhost:4222", { servers: ["localhost:4222"], isEncrypted: false }],
    ["nats://10.0.0.1", { servers: ["10.0.0.1"], isEncrypted: false }],
    [
      "nats://ann:p%40ss@one:4222, nats://two:4223/",
      { servers: ["one:4222", "two:4223"], isEncrypted: false, user: "ann", password: "p@ss" },
    ],
    [
      "tls://secret-token@one:4222",
      { servers: ["one:4222"], isEncrypted: true, token: "secret-token" },
    ],
    ["nats://[::1]:4222", { servers: ["[::1]:4222"], isEncrypted: false }],
  ])("%s is read", (url, expected) => {
    expect(busAddress(url)).toEqual(expected);
  });

  test.each([
    "",
    "memory:",
    "localhost:4222",
    "http://localhost:4222",
    "nats://",
    "nats://one:4222/stream",
    "nats://one:4222?x=1",
    "nats://one:99999",
    "nats://one:4222,tls://two:4222",
    "redis://user:hunter2@one",
    "nats://:hunter2@one",
    "nats://ann:hunter2@one,nats://ann:other@two",
  ])("%o is refused, and no secret of it is told", (url) => {
    expect(() => busAddress(url)).toThrow(/must be nats:\/\/host:port/u);
    expect(() => busAddress(url)).not.toThrow(/hunter2/u);
  });

  test("is masked without its credentials, however odd it is", () => {
    expect(maskBusUrl("nats://ann:secret@one:4222,nats://token@two")).toBe(
      "nats://***@one:4222,nats://***@two",
    );
    expect(maskBusUrl("nats://one:4222")).toBe("nats://one:4222");
    expect(maskBusUrl("nats://a:s@cret@one")).toBe("nats://***@one");
    expect(maskBusUrl("ann:secret@one")).toBe("***@one");
  });
});
