/**
 * Nodes in a process of their own: started by a line of JSON, told by one, ended by the end of its input.
 */
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { readEnvironment } from "@bourse/http";
import { complianceAddress } from "@bourse/node-core";
import { nodeEnvironment, startNodeServer, type RunningNode } from "@bourse/server-node";

export interface ServeOrder {
  readonly folder: string;
  readonly count: number;
  readonly key: string;
  /** Data of the node whose chain and network these join; none for the first. */
  readonly joins?: { readonly chainUrl: string; readonly multiaddrs: readonly string[] };
}

export interface ServedNode {
  readonly external: string;
  readonly dashboard: string;
  readonly address: string;
  readonly encryptionKey: string;
  readonly multiaddrs: readonly string[];
  readonly chainUrl: string;
}

async function start(order: ServeOrder, index: number): Promise<RunningNode> {
  const { joins } = order;
  const read = readEnvironment(nodeEnvironment, {
    DATA_DIR: join(order.folder, String(index)),
    KEYSTORE_PASSWORD: order.key,
    API_KEYS: order.key,
    KEY_SHARES_PER_DAY: "1000000000",
    KEY_GAS_PER_DAY: "1000000000000",
    LOG_LEVEL: "ERROR",
    // One sender sends a mebibyte for each round of the benchmark.
    RECEIVE_MAX_BYTES_PER_SENDER: String(2 ** 30),
    ...(joins === undefined
      ? {}
      : {
          BLOCKCHAIN_URL: joins.chainUrl,
          COMPLIANCE_CONTRACT: complianceAddress(),
          CONFIRMATIONS: "1",
          INITIAL_PEERS: joins.multiaddrs.join(","),
        }),
  });
  const ports = { INTERNAL_API_PORT: 0, EXTERNAL_API_PORT: 0, DASHBOARD_API_PORT: 0, P2P_PORT: 0 };
  const hosts = { EXTERNAL_API_HOST: "127.0.0.1", P2P_HOST: "127.0.0.1" };
  return startNodeServer({ ...read, ...ports, ...hosts });
}

function told({ urls, node, chain }: RunningNode): ServedNode {
  const { address, encryptionKey, multiaddrs } = node.self();
  const { external, dashboard } = urls;
  const chainUrl = chain.development?.url ?? "";
  return { external, dashboard, address, encryptionKey, multiaddrs, chainUrl };
}

const input = createInterface({ input: process.stdin });
const [line] = (await once(input, "line")) as [string];
const order = JSON.parse(line) as ServeOrder;
const nodes: RunningNode[] = [];
for (let index = 0; index < order.count; index++) nodes.push(await start(order, index));
process.stdout.write(`${JSON.stringify(nodes.map(told))}\n`);
await once(input, "close");
for (const node of nodes.toReversed()) await node.close();
