/**
 * A stopped writer that wakes up may hold signed transactions and sealed shares: nothing is sent before it is asked
 * for.
 */

import type { ChainRpc } from "../chain/port.ts";
import type { PeerNetwork } from "../peers/port.ts";

/** Resolves when this process is the writer of its store, else rejects with StoreError STORE_FENCED. */
export type Confirm = () => Promise<void>;

/** Returns the access to the chain, where `confirm` is asked before each transaction. Default: nobody is asked. */
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

/** Returns the peer network, where `confirm` is asked before each share. Default: nobody is asked. */
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
