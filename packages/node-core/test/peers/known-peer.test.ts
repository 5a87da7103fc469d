import { describe, expect, test } from "vitest";

import { createIdentity } from "../../src/index.ts";
import { KnownPeer } from "../../src/peers/books/known-peer.ts";

const SEEN = 1_800_000_000_000;
const { nodeId, address } = createIdentity();

function seenPeer(tries: readonly boolean[] = []): KnownPeer {
  const peer = new KnownPeer(nodeId, address, [], null);
  peer.connected = true;
  peer.seen(SEEN);
  for (const success of tries) peer.tried(success);
  return peer;
}

describe("a known peer", () => {
  test("that was never seen is not healthy, and has no success rate", () => {
    const peer = new KnownPeer(nodeId, address, [], null);
    expect(peer.toPeer(SEEN)).toMatchObject({ healthy: false, lastSeen: null, successRate: null });
  });

  test("is healthy for 300 s after it was seen, and not a millisecond longer", () => {
    expect(seenPeer().isHealthy(SEEN + 300_000)).toBe(true);
    expect(seenPeer().isHealthy(SEEN + 300_001)).toBe(false);
  });

  test.each([
    [[false, false], true],
    [[false, false, true], false],
    [[true, false, true], true],
    [[true, false, true, false], false],
    [[true, false, true, false, true], true],
  ])("with tries %j is healthy: %s", (tries, healthy) => {
    expect(seenPeer(tries).isHealthy(SEEN)).toBe(healthy);
  });

  test("is judged by its last twenty tries", () => {
    const tries = [
      ...Array.from({ length: 50 }, () => false),
      ...Array.from({ length: 20 }, () => true),
    ];
    expect(seenPeer(tries).successRate()).toBe(1);
  });

  test("that is lost and cannot be dialled is unhealthy at once, until it is seen again", () => {
    const peer = seenPeer(Array.from({ length: 20 }, () => true));
    peer.connected = false;
    expect(peer.isHealthy(SEEN + 1)).toBe(true);
    peer.tried(false);
    expect(peer.isHealthy(SEEN + 1)).toBe(false);
    peer.seen(SEEN + 2);
    expect(peer.isHealthy(SEEN + 2)).toBe(true);
  });
});
