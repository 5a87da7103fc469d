export type { PeerNetworkConformanceSetup } from "./harness.ts";
export { peerNetworkConformance } from "./peer-network-conformance.ts";
