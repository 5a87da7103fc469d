/**
 * The data-sharing node as a mock: its real core over a chain, a peer network and a store in memory, behind its three
 * APIs and its event socket.
 *
 * Time is real here: a payment is settled by a chain that makes its blocks meanwhile, within milliseconds.
 */

import {
  nodeDashboardApi,
  nodeExternalApi,
  nodeInternalApi,
  type NewToken,
  type NodeDashboardApi,
  type NodeExternalApi,
  type NodeInternalApi,
} from "@bourse/contract/node";
import {
  bindNodeDashboardApi,
  bindNodeExternalApi,
  bindNodeInternalApi,
} from "@bourse/handlers/node";
import type { Address, DataNode, EventBus, MemoryChain } from "@bourse/node-core";
import type { HttpHandler, WebSocketHandler } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";
import { mockEvents } from "./mock-events.ts";
import { createNodeWorld, type NodeWorld } from "./node-world.ts";

export interface NodeMockOptions {
  /** Where callers believe the APIs to be. Default `http://internal.node.mock`, `http://external.node.mock`, `http://dashboard.node.mock`. */
  readonly urls?: NodeUrls;
  /** Of the node's and the partner's keys: the same seed gives the same addresses. Default 1. */
  readonly seed?: number;
  /** The key that the node takes, with every scope. Default `nk_mock`. */
  readonly apiKey?: string;
  /** Events kept. Default 100. */
  readonly historySize?: number;
}

export interface NodeUrls {
  readonly internal: string;
  readonly external: string;
  readonly dashboard: string;
}

/** `empty`: two nodes that have done nothing. `examples`: a listed token, a transfer, and a share with a payment. */
export type NodeScenario = "empty" | "examples";

type Mocked<Api extends { readonly routes: object }> = Api["routes"] extends infer R
  ? R extends Parameters<typeof mockApi>[0]["routes"]
    ? Omit<MockApi<R>, "reset" | "handlers" | "fetch">
    : never
  : never;

export interface NodeMock {
  readonly urls: NodeUrls;
  /** For msw's `setupServer`, `setupWorker` or `defineNetwork`: three APIs and `/ws` of the dashboard. */
  readonly handlers: readonly (HttpHandler | WebSocketHandler)[];
  /** The three APIs without msw: give it to whatever takes a `fetch`. Other addresses are refused with a TypeError. */
  readonly fetch: typeof globalThis.fetch;
  readonly internal: Mocked<NodeInternalApi>;
  readonly external: Mocked<NodeExternalApi>;
  readonly dashboard: Mocked<NodeDashboardApi>;
  readonly apiKey: string;
  /** The node's wallet: 100 ETH and 1,000,000 DEMO. */
  readonly address: Address;
  /** Another node's wallet, with as much: data that is shared with it arrives. */
  readonly partner: Address;
  /** An ERC-20 that is not listed yet: the body of `addToken`. */
  readonly demoToken: NewToken;
  /** The node behind the routes; another one after every `reset`. */
  readonly node: () => DataNode;
  /** What the partner does of its own: share with the node, say. */
  readonly partnerNode: () => DataNode;
  readonly events: () => EventBus;
  /** Can be sent away, and be asked to give. */
  readonly chain: () => MemoryChain;
  /** Puts the node into a known state, from a fresh start. */
  readonly scenario: (name: NodeScenario) => Promise<void>;
  /** Fresh nodes with the same addresses: nothing shared or paid, no fault, no override, no recorded call. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const URLS: NodeUrls = {
  internal: "http://internal.node.mock",
  external: "http://external.node.mock",
  dashboard: "http://dashboard.node.mock",
};

/** A mock whose node runs already. */
export async function createNodeMock(options: NodeMockOptions = {}): Promise<NodeMock> {
  const { urls = URLS, apiKey = "nk_mock", seed = 1, historySize } = options;
  const fresh = (): Promise<NodeWorld> =>
    createNodeWorld({ seed, apiKey, ...(historySize === undefined ? {} : { historySize }) });
  let world = await fresh();
  const socket = mockEvents(`${urls.dashboard.replace(/^http/, "ws")}/ws`, () => world.main.events);
  const bind = () => ({
    internal: bindNodeInternalApi(world.main.node),
    external: bindNodeExternalApi(world.main.node),
    dashboard: bindNodeDashboardApi(world.main.node, {
      info: () => ({
        websocket_clients: socket.clients(),
        event_history_size: world.main.events.size,
        api_version: nodeDashboardApi.version,
        ports: { internal_api: 8080, external_api: 8081, dashboard: 8082 },
      }),
    }),
  });
  const bound = bind();
  const internal = mockApi(nodeInternalApi, bound.internal, { baseUrl: urls.internal });
  const external = mockApi(nodeExternalApi, bound.external, { baseUrl: urls.external });
  const dashboard = mockApi(nodeDashboardApi, bound.dashboard, { baseUrl: urls.dashboard });
  const renew = async (): Promise<void> => {
    socket.cut();
    await world.stop();
    world = await fresh();
    const { internal: inner, external: outer, dashboard: all } = bind();
    internal.reset(inner);
    external.reset(outer);
    dashboard.reset(all);
  };
  const { address } = world.main.identity;
  return {
    urls,
    handlers: [socket.handler, ...internal.handlers, ...external.handlers, ...dashboard.handlers],
    fetch: (input, init) => {
      const { url } = new Request(input, init);
      const api = [
        [urls.internal, internal] as const,
        [urls.external, external] as const,
        [urls.dashboard, dashboard] as const,
      ].find(([base]) => url.startsWith(`${base}/`))?.[1];
      return (api ?? internal).fetch(input, init);
    },
    internal,
    external,
    dashboard,
    apiKey,
    address,
    partner: world.partner.identity.address,
    demoToken: { address: world.chain.demoToken, abi: [...ERC20_ABI] },
    node: () => world.main.node,
    partnerNode: () => world.partner.node,
    events: () => world.main.events,
    chain: () => world.chain,
    scenario: async (name) => {
      await renew();
      if (name === "examples") await playExamples(world);
    },
    reset: renew,
    close: async () => {
      socket.cut();
      await world.stop();
    },
  };
}

/** What a token must have to be one. */
const ERC20_ABI: NewToken["abi"] = [
  {
    type: "function",
    name: "transfer",
    inputs: [{ type: "address" }, { type: "uint256" }],
    outputs: [{ type: "bool" }],
    stateMutability: "nonpayable",
  },
  {
    type: "function",
    name: "balanceOf",
    inputs: [{ type: "address" }],
    outputs: [{ type: "uint256" }],
    stateMutability: "view",
  },
];

async function playExamples({ chain, main, partner }: NodeWorld): Promise<void> {
  const token = chain.demoToken;
  const to = partner.identity.address;
  await main.node.tokens.add(token, ERC20_ABI);
  await main.node.payments.pay({ from: main.identity.address, to, amount: 25n, token });
  await main.node.shares.share({
    data: "Hello, World!",
    recipient: to,
    paymentToken: token,
    paymentAmount: 5n,
  });
}
