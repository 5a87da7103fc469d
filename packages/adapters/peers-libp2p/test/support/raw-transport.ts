/** A transport over libp2p with no peer network on it: for tests of what lies below, and for peers that misbehave. */
import { systemClock } from "@bourse/kernel";
import { createIdentity, type NodeIdentity } from "@bourse/node-core";
import {
  ANNOUNCE_PROTOCOL,
  createAnnouncementCheck,
  type RequestHandler,
  SHARE_PROTOCOL,
  type TransportEvents,
} from "@bourse/node-core/transport";
import { onTestFinished } from "vitest";

import { Libp2pTransport } from "../../src/libp2p-transport.ts";

export interface RawTransport {
  readonly identity: NodeIdentity;
  readonly transport: Libp2pTransport;
  readonly misbehaved: readonly string[];
}

/** Started; answers every request with the answer given, or with nothing at all. */
export async function startRawTransport(
  answer: (request: Uint8Array) => Uint8Array = () => new Uint8Array(0),
  { idleTimeoutMilliseconds = 4000 }: { readonly idleTimeoutMilliseconds?: number } = {},
): Promise<RawTransport> {
  const identity = createIdentity();
  const transport = new Libp2pTransport({
    nodeId: identity.nodeId,
    privateKey: identity.peerPrivateKey,
    listen: ["/ip4/127.0.0.1/udp/0/quic-v1"],
    announce: [],
    mdns: false,
    idleTimeoutMilliseconds,
    dialTimeoutMilliseconds: 3000,
    inboundConnectionsPerSecond: 1000,
    exchangeTimeoutMilliseconds: 600_000,
    check: createAnnouncementCheck(systemClock),
  });
  const misbehaved: string[] = [];
  const events: TransportEvents = {
    connected: () => undefined,
    disconnected: () => undefined,
    discovered: () => undefined,
    admits: () => true,
    misbehaved: (nodeId) => misbehaved.push(nodeId),
  };
  const handler: RequestHandler = {
    maxRequestBytes: 1000,
    answer: (_nodeId, request) => Promise.resolve(answer(request)),
  };
  onTestFinished(() => transport.stop());
  await transport.start(events, { [SHARE_PROTOCOL]: handler, [ANNOUNCE_PROTOCOL]: handler });
  return { identity, transport, misbehaved };
}
