/** Nodes in this process, on free ports, with everything real: store, keys, chain, UDP. */

import { existsSync } from "node:fs";

import { readEnvironment, type HttpLogger } from "@bourse/http";
import { complianceAddress, openIdentity } from "@bourse/node-core";
import { layoutOf } from "@bourse/node-core/files";

import { nodeEnvironment, type NodeEnvironment } from "../../src/environment.ts";
import type { NodeServerParts } from "../../src/node-sources.ts";
import { startNodeServer, type RunningNode } from "../../src/start.ts";
import { call, type Answer, type CallOptions } from "./calls.ts";
import { tempFolder } from "./temp-folder.ts";

export const KEY = "test-key-Zq7Hn2vXw9Lk4Rb8Tc";

export interface TestNode {
  readonly running: RunningNode;
  readonly config: NodeEnvironment;
  readonly address: string;
  /** `internal("GET", "/health")` and so on. */
  internal(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Call with the node's key, unless `headers` name another. */
  external(method: string, path: string, options?: CallOptions): Promise<Answer>;
  dashboard(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Stops the node; idempotent. */
  close(): Promise<void>;
}

export interface TestNodeOptions {
  readonly atEnd: (work: () => Promise<void>) => void;
  readonly variables?: Readonly<Record<string, string>>;
  readonly values?: Partial<NodeEnvironment>;
  /** A node whose embedded chain, and whose peer network, this one joins. */
  readonly joins?: TestNode;
  readonly logger?: HttpLogger;
  readonly parts?: NodeServerParts;
}

/** Ports that only the values may name: any free one. */
const FREE_PORTS = {
  INTERNAL_API_PORT: 0,
  EXTERNAL_API_PORT: 0,
  DASHBOARD_API_PORT: 0,
  P2P_PORT: 0,
  DEV_RPC_PORT: 0,
  EXTERNAL_API_HOST: "127.0.0.1",
  P2P_HOST: "127.0.0.1",
} as const;

export async function startTestNode(options: TestNodeOptions): Promise<TestNode> {
  const { atEnd, variables = {}, joins } = options;
  const read = readEnvironment(nodeEnvironment, {
    DATA_DIR: variables["DATA_DIR"] ?? (await tempFolder(atEnd)),
    KEYSTORE_PASSWORD: "a password of tests",
    API_KEYS: KEY,
    ...(joins === undefined ? {} : joiningVariables(joins)),
    ...variables,
  });
  const config: NodeEnvironment = { ...read, ...FREE_PORTS, ...options.values };
  await makeCheapKeys(config);
  const running = await startNodeServer(config, options.logger, {
    isTerminal: true,
    ...options.parts,
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= running.close());
  atEnd(close);
  const { internal, external, dashboard } = running.urls;
  return {
    running,
    config,
    address: running.node.self().address,
    internal: (method, path, more) => call(method, internal + path, more),
    external: (method, path, more) =>
      call(method, external + path, { ...more, headers: { "X-API-Key": KEY, ...more?.headers } }),
    dashboard: (method, path, more) => call(method, dashboard + path, more),
    close,
  };
}

/** Makes the keys of a new node at a cost that saves each test half a second; what is there stays as it is. */
async function makeCheapKeys({
  DATA_DIR,
  KEYSTORE_PASSWORD,
  ...config
}: NodeEnvironment): Promise<void> {
  if (KEYSTORE_PASSWORD === undefined || config.PRIVATE_KEY !== undefined) return;
  const { folder, keystore: directory } = layoutOf(DATA_DIR);
  if (existsSync(folder)) return;
  await openIdentity({ directory, password: KEYSTORE_PASSWORD, scryptCost: 2 });
}

/** Settings that make a node a neighbour of `other`. */
export function joiningVariables({ running }: TestNode): Record<string, string> {
  return {
    BLOCKCHAIN_URL: running.chain.development?.url ?? "",
    BLOCKCHAIN_POLL_MILLISECONDS: "25",
    COMPLIANCE_CONTRACT: complianceAddress(),
    CONFIRMATIONS: "1",
    INITIAL_PEERS: running.node.self().multiaddrs.join(","),
  };
}

/** Pays `to` some of the chain's own money, so that it can send. */
export async function fund(
  from: TestNode,
  to: string,
  amount = "1000000000000000000",
): Promise<void> {
  const token = `0x${"0".repeat(40)}`;
  const body = { from: from.address, to, amount, token };
  const { status, text } = await from.internal("POST", "/transfer", { body });
  if (status !== 200) throw new Error(`funding failed: ${text}`);
}
