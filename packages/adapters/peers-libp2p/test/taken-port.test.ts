import { createSocket } from "node:dgram";
import { once } from "node:events";

import { createMemoryStore } from "@bourse/kernel";
import { createIdentity, peerCollections } from "@bourse/node-core";
import { expect, onTestFinished, test } from "vitest";

import { createLibp2pPeers } from "../src/index.ts";

test("a taken port is told in one sentence with the address and the reason", async () => {
  const other = createSocket("udp4");
  onTestFinished(() => void other.close());
  await once(other.bind(0, "127.0.0.1"), "listening");
  const address = `/ip4/127.0.0.1/udp/${other.address().port}/quic-v1`;
  const peers = createLibp2pPeers({
    identity: createIdentity(),
    store: createMemoryStore({ collections: peerCollections }),
    listen: [address],
  });
  onTestFinished(() => peers.stop());
  const reason: unknown = await peers.start().catch((error: unknown) => error);
  const { message } = reason as Error;
  expect(message).toContain(`cannot listen on ${address}: `);
  expect(message).toMatch(/in use/i);
  expect(message).not.toMatch(/\n|faultTolerance/);
});
