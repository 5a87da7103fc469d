import { expect, test, vi } from "vitest";

import { isMulticastAbsent } from "./support/multicast.ts";
import { connections, startQuicNode } from "./support/quic-node.ts";

const PATIENCE = { timeout: 40_000 };

test.skipIf(isMulticastAbsent)(
  "two nodes that were told of nobody find each other by multicast DNS and share",
  async () => {
    const alice = await startQuicNode({ mdns: true });
    const bob = await startQuicNode({ mdns: true });
    const { address } = bob.identity;
    await vi.waitUntil(() => alice.peers.resolve(address), PATIENCE);
    expect(await alice.peers.sendShare(address, new Uint8Array(1000))).toEqual({ accepted: true });
    expect(bob.shares).toHaveLength(1);
  },
  60_000,
);

test.skipIf(isMulticastAbsent)(
  "a node without the option neither asks nor answers, though it is there to be found",
  async () => {
    const silent = await startQuicNode();
    const alice = await startQuicNode({ mdns: true });
    const bob = await startQuicNode({ mdns: true });
    await vi.waitUntil(() => connections(alice) > 0 && connections(bob) > 0, PATIENCE);
    const known = (node: typeof alice) => node.peers.peers().map(({ nodeId }) => nodeId);
    expect(known(alice)).toContain(bob.identity.nodeId);
    expect(known(alice)).not.toContain(silent.identity.nodeId);
    expect(known(silent)).toEqual([]);
  },
  60_000,
);
