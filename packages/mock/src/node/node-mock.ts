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
import { integerOption, resolveOptions, textOption, type OptionRules } from "@bourse/kernel";
import type { Address, DataHash, DataNode, EventBus, Hex, MemoryChain } from "@bourse/node-core";
import type { HttpHandler, WebSocketHandler } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";
import { checkScenario } from "../mock-error.ts";
import { baseUrlOption, objectOption, seedOption } from "../option-rules.ts";
import { setDoor } from "../socket-door.ts";
import { mockEvents } from "./mock-events.ts";
import { createNodeWorld, type NodeWorld } from "./node-world.ts";

/** Options of {@link createNodeMock}. */
export interface NodeMockOptions {
  /**
   * Base URLs that callers use. Default `http://internal.node.mock`, `http://external.node.mock` and
   * `http://dashboard.node.mock`.
   */
  readonly urls?: NodeUrls;
  /** Seed of the keys of both nodes: the same seed gives the same addresses. Default 1. */
  readonly seed?: number;
  /** API key with the scopes `share`, `read` and `transfer`. Default `nk_mock`. */
  readonly apiKey?: string;
  /** Number of events in the history, 1–100,000. Default 100. */
  readonly historySize?: number;
}

/** Base URLs of the three APIs. */
export interface NodeUrls {
  /** Base URL of the internal API. */
  readonly internal: string;
  /** Base URL of the external API. */
  readonly external: string;
  /** Base URL of the dashboard API. */
  readonly dashboard: string;
}

/** State of a mock. `empty`: two new nodes. `examples`: a listed token, a transfer, and a share with a payment. */
export type NodeScenario = "empty" | "examples";

/** Value that the scenario `examples` hands out. */
export interface NodeExamples {
  /** Address of the token that it listed. */
  readonly token: Address;
  /** Hash of the transaction that transferred 25 of it to the partner. */
  readonly payment: Hex;
  /** Data hash of the share to the partner. */
  readonly share: DataHash;
}

type Mocked<Api extends { readonly routes: object }> = Api["routes"] extends infer R
  ? R extends Parameters<typeof mockApi>[0]["routes"]
    ? Omit<MockApi<R>, "reset" | "handlers" | "fetch">
    : never
  : never;

/** Mock of a node: its real core in memory behind its three APIs and its event socket. */
export interface NodeMock {
  /** Base URLs that callers use. */
  readonly urls: NodeUrls;
  /** Handlers for msw's `setupServer`, `setupWorker` or `defineNetwork`: the three APIs, and `/ws` of the dashboard. */
  readonly handlers: readonly (HttpHandler | WebSocketHandler)[];
  /** `fetch` function that serves the three APIs without msw; any other URL rejects with a TypeError. */
  readonly fetch: typeof globalThis.fetch;
  /** Calls, overrides and faults of the internal API. */
  readonly internal: Mocked<NodeInternalApi>;
  /** Calls, overrides and faults of the external API. */
  readonly external: Mocked<NodeExternalApi>;
  /** Calls, overrides and faults of the dashboard API. */
  readonly dashboard: Mocked<NodeDashboardApi>;
  /** API key with the scopes `share`, `read` and `transfer`. */
  readonly apiKey: string;
  /** Address of the node's wallet, which has 100 ETH and 1,000,000 DEMO. */
  readonly address: Address;
  /** Address of the partner node's wallet with the same funds; shares for it are delivered. */
  readonly partner: Address;
  /** ERC-20 that is not listed yet, as a body of `addToken`. */
  readonly demoToken: NewToken;
  /** Returns the node behind the routes; each `reset` creates a new one. */
  readonly node: () => DataNode;
  /** Returns the partner node, to share data with the mocked one for example. */
  readonly partnerNode: () => DataNode;
  /** Event bus of the mocked node. */
  readonly events: () => EventBus;
  /** Returns the chain, which can be made unavailable and can fund accounts. */
  readonly chain: () => MemoryChain;
  /**
   * Resets the mock and brings it into a known state; `examples` returns what it made.
   *
   * @throws MockError SCENARIO_UNKNOWN
   */
  readonly scenario: <Name extends NodeScenario>(
    name: Name,
  ) => Promise<Name extends "examples" ? NodeExamples : undefined>;
  /**
   * Replaces both nodes by new ones with the same addresses and clears shares, payments, faults, overrides and recorded
   * calls.
   */
  readonly reset: () => Promise<void>;
  /** Stops both nodes and closes the event sockets. */
  readonly close: () => Promise<void>;
}

const URLS: NodeUrls = {
  internal: "http://internal.node.mock",
  external: "http://external.node.mock",
  dashboard: "http://dashboard.node.mock",
};

/** Names of the scenarios of {@link createNodeMock}. */
export const NODE_SCENARIOS: readonly NodeScenario[] = Object.freeze(["empty", "examples"]);

const RULES: OptionRules<Required<NodeMockOptions>> = {
  urls: objectOption(URLS),
  seed: seedOption,
  apiKey: textOption({ default: "nk_mock" }),
  historySize: integerOption({ min: 1, max: 100_000, default: 100 }),
};

/**
 * Creates a mock; its node is running.
 *
 * @throws KernelError OPTION_INVALID
 */
export async function createNodeMock(given: NodeMockOptions = {}): Promise<NodeMock> {
  const options = resolveOptions("createNodeMock", given, RULES);
  const { apiKey, seed, historySize } = options;
  const urls = resolveOptions<NodeUrls>("createNodeMock urls", options.urls, {
    internal: baseUrlOption(),
    external: baseUrlOption(),
    dashboard: baseUrlOption(),
  });
  const fresh = (): Promise<NodeWorld> => createNodeWorld({ seed, apiKey, historySize });
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
    // Who came while the old world stopped listens to a bus that tells nothing any more.
    socket.cut();
    const { internal: inner, external: outer, dashboard: all } = bind();
    internal.reset(inner);
    external.reset(outer);
    dashboard.reset(all);
  };
  const { address } = world.main.identity;
  const mock: NodeMock = {
    urls,
    handlers: [socket.handler, ...internal.handlers, ...external.handlers, ...dashboard.handlers],
    fetch: (input, init) => {
      // Made once: a body can be taken over once.
      const request = new Request(input, init);
      const api = [
        [urls.internal, internal] as const,
        [urls.external, external] as const,
        [urls.dashboard, dashboard] as const,
      ].find(([base]) => request.url.startsWith(`${base}/`))?.[1];
      return (api ?? internal).fetch(request);
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
      checkScenario(name, NODE_SCENARIOS);
      await renew();
      const made = name === "examples" ? await playExamples(world) : undefined;
      // The type says by the name which of the two it is, which the compiler cannot follow.
      return made as never;
    },
    reset: renew,
    close: async () => {
      socket.cut();
      await world.stop();
    },
  };
  setDoor(mock, socket.door);
  return mock;
}

/** Minimal ABI of an ERC-20. */
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

async function playExamples({ chain, main, partner }: NodeWorld): Promise<NodeExamples> {
  const token = chain.demoToken;
  const to = partner.identity.address;
  await main.node.tokens.add(token, ERC20_ABI);
  const payment = await main.node.payments.pay({
    from: main.identity.address,
    to,
    amount: 25n,
    token,
  });
  const share = await main.node.shares.share({
    data: "Hello, World!",
    recipient: to,
    paymentToken: token,
    paymentAmount: 5n,
  });
  // The chain in memory confirms both at once.
  if (payment.txHash === null || share.kind !== "proved") throw new Error("An example failed.");
  return { token, payment: payment.txHash, share: share.share.dataHash };
}
