import { refuseArgument } from "@bourse/kernel";

import { createAnnouncementCheck } from "../books/announcement-check.ts";
import { resolvePeerOptions, type PeerNetworkOptions } from "../options.ts";
import { createPeerNetwork } from "../peer-network.ts";
import type { PeerNetwork } from "../port.ts";
import { SharedMemory, type MemoryHub } from "./memory-hub.ts";
import { MemoryTransport } from "./memory-transport.ts";

/**
 * Creates a peer network in one process without sockets, for tests, mocks and embedding. Health, announcements and
 * limits are the same as over UDP. Its multiaddrs are `/memory/p2p/<node id>`.
 *
 * @throws KernelError OPTION_INVALID, ARGUMENT_INVALID for a hub that `createMemoryHub` has not made
 */
export function createMemoryPeers(hub: MemoryHub, options: PeerNetworkOptions): PeerNetwork {
  if (!(hub instanceof SharedMemory)) {
    refuseArgument("createMemoryPeers: hub", "a hub of createMemoryHub", hub);
  }
  const settings = resolvePeerOptions("createMemoryPeers", options);
  const transport = new MemoryTransport(hub, settings.identity.nodeId);
  return createPeerNetwork(settings, transport, createAnnouncementCheck(settings.clock));
}
