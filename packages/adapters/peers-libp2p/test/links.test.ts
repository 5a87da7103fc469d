import { expect, test, vi } from "vitest";

import { addressOf, startQuicNode } from "./support/quic-node.ts";

test("a connected peer has the version that it names, the side that has dialled and the other end's address", async () => {
  const first = await startQuicNode();
  const second = await startQuicNode({ initialPeers: [addressOf(first)] });
  const linkOf = ({ peers }: typeof first) => peers.peers()[0]?.link ?? null;
  await vi.waitUntil(
    () => [first, second].every((node) => typeof linkOf(node)?.version === "string"),
    { timeout: 20_000 },
  );
  expect(linkOf(second)).toMatchObject({
    version: expect.stringContaining("libp2p") as string,
    direction: "outbound",
    remoteAddress: expect.stringMatching(/^\/ip4\/127\.0\.0\.1\/udp\/\d+\/quic-v1/u) as string,
  });
  expect(linkOf(first)?.direction).toBe("inbound");
  await second.peers.stop();
  await vi.waitUntil(() => linkOf(first) === null, { timeout: 20_000 });
}, 60_000);
