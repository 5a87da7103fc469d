export { createLibp2pPeers, type Libp2pPeersOptions } from "./libp2p-peers.ts";
