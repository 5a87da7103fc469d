/** `bourse node peers`: whom the running node knows, and where it is reached itself. */

import type { NodeEnvironment } from "@bourse/server-node/parts";

import type { ExitCode } from "../command/command.ts";
import { askNode } from "./internal-api.ts";
import type { NodeContext } from "./node-context.ts";

interface PeerRow {
  readonly node_id: string;
  readonly address: string;
  readonly healthy: boolean;
  readonly latency_ms: number | null;
}

/** Prints where this node is reached and whom it knows. Returns 1 when it does not run. */
export async function showPeers({ config, stdout, stderr }: NodeContext): Promise<ExitCode> {
  const self = await askNode(config, "GET", "/network/self");
  const external: NodeEnvironment = {
    ...config,
    INTERNAL_API_HOST: config.EXTERNAL_API_HOST,
    INTERNAL_API_PORT: config.EXTERNAL_API_PORT,
  };
  const answer = await askNode(external, "GET", "/network/peers");
  if (self === undefined || answer === undefined) {
    stderr("The node is not running: start it with bourse start node.");
    return 1;
  }
  for (const multiaddr of self["multiaddrs"] as readonly string[]) stdout(`here  ${multiaddr}`);
  for (const peer of answer["peers"] as readonly PeerRow[]) {
    const latency = peer.latency_ms === null ? "" : `  ${Math.round(peer.latency_ms)} ms`;
    stdout(`${peer.healthy ? "good" : "lost"}  ${peer.address}  ${peer.node_id}${latency}`);
  }
  if (answer["count"] === 0) stderr("It knows no peers: set INITIAL_PEERS to one of theirs.");
  return 0;
}
