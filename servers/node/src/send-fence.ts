/**
 * A stopped writer that wakes up may hold signed transactions and sealed shares: nothing is sent before it is asked
 * for.
 */

import type { ChainRpc, PeerNetwork } from "@bourse/node-core";

/** Resolves when this process is the writer. @throws StoreError STORE_FENCED */
export type Confirm = () => Promise<void>;

/** The same access to the chain; transactions are sent by the writer only. Without `confirm` there is one process. */
export function fenceSends(rpc: ChainRpc, confirm: Confirm | undefined): ChainRpc {
  if (confirm === undefined) return rpc;
  return {
    request: async (method, params, options) => {
      if (method === SEND) await confirm();
      return rpc.request(method, params, options);
    },
    batch: async (calls, options) => {
      if (calls.some(({ method }) => method === SEND)) await confirm();
      return rpc.batch(calls, options);
    },
  };
}

const SEND = "eth_sendRawTransaction";

/** The same peer network; shares are sent by the writer only. Without `confirm` there is one process. */
export function fenceShares(peers: PeerNetwork, confirm: Confirm | undefined): PeerNetwork {
  if (confirm === undefined) return peers;
  return {
    nodeId: peers.nodeId,
    get state() {
      return peers.state;
    },
    start: () => peers.start(),
    stop: () => peers.stop(),
    multiaddrs: () => peers.multiaddrs(),
    peers: () => peers.peers(),
    traffic: () => peers.traffic(),
    resolve: (...call) => peers.resolve(...call),
    sendShare: async (...call) => {
      await confirm();
      return peers.sendShare(...call);
    },
    onShare: (handler) => peers.onShare(handler),
    onEvent: (listener) => peers.onEvent(listener),
    publish: (announcement) => peers.publish(announcement),
    connect: (multiaddr) => peers.connect(multiaddr),
  };
}
