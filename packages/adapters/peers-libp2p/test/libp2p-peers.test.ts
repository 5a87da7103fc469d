import { peerNetworkConformance } from "@bourse/conformance/peers";
import { test, vi } from "vitest";

import { createLibp2pPeers } from "../src/index.ts";

// Sockets, handshakes and idle time-outs are real here.
vi.setConfig({ testTimeout: 60_000 });

peerNetworkConformance({
  test,
  create: (options) =>
    createLibp2pPeers({
      ...options,
      listen: ["/ip4/127.0.0.1/udp/0/quic-v1"],
      // All nodes of a test are one host.
      inboundConnectionsPerSecond: 1000,
    }),
});
