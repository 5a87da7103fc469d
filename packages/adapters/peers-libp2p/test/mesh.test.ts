import { createIdentity, signAnnouncement } from "@bourse/node-core";
import { expect, test, vi } from "vitest";

import { addressOf, connections, startQuicNode, type QuicNode } from "./support/quic-node.ts";

const NODES = 10;

test("ten nodes that know one address become a full mesh, and news reaches all of them", async () => {
  const first = await startQuicNode();
  const nodes: QuicNode[] = [first];
  while (nodes.length < NODES) {
    nodes.push(await startQuicNode({ initialPeers: [addressOf(first)] }));
  }
  await vi.waitUntil(() => nodes.every((node) => connections(node) === NODES - 1), {
    timeout: 60_000,
  });
  for (const node of nodes) {
    for (const other of nodes) {
      if (node === other) continue;
      const { address, nodeId } = other.identity;
      const found = await vi.waitUntil(() => node.peers.resolve(address), { timeout: 30_000 });
      expect(found.peerId).toBe(nodeId);
    }
  }
  const stranger = createIdentity();
  const now = Math.floor(Date.now() / 1000);
  const terms = { sequence: now, notAfter: (now + 600) * 1000 };
  const announcement = await signAnnouncement(stranger, terms);
  await nodes[7]?.peers.publish(announcement);
  await vi.waitUntil(
    () =>
      nodes.every(({ events }) =>
        events.some(
          (event) => event.type === "announced" && event.announcement.address === stranger.address,
        ),
      ),
    { timeout: 20_000 },
  );
}, 120_000);
