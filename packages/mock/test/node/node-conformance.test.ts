import { nodeConformance, type NodeConformanceTarget } from "@bourse/conformance/node";
import { serveFetch, type BoundRoute } from "@bourse/contract";
import { nodeDashboardApi, nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";
import {
  bindNodeDashboardApi,
  bindNodeExternalApi,
  bindNodeInternalApi,
} from "@bourse/handlers/node";
import { createHttpServer } from "@bourse/http";
import { afterAll, beforeAll, describe, test } from "vitest";

import { createNodeMock, type NodeMock } from "../../src/node/index.ts";

const APIS = { internal: nodeInternalApi, external: nodeExternalApi, dashboard: nodeDashboardApi };

type Name = keyof typeof APIS;
type Places = Pick<NodeConformanceTarget, Name>;

let mock: NodeMock;

beforeAll(async () => {
  mock = await createNodeMock();
});
afterAll(() => mock.close());

const target = (places: Places): NodeConformanceTarget => ({
  ...places,
  apiKey: mock.apiKey,
  address: mock.address,
  recipient: mock.partner,
  token: mock.demoToken,
  receive: () =>
    mock.partnerNode().shares.share({ data: crypto.randomUUID(), recipient: mock.address }),
});

/** The node behind the mock, bound anew; every answer is held against its contract. */
const routesOf = (): Readonly<Record<Name, readonly BoundRoute[]>> => {
  const node = mock.node();
  const options = { validateResponses: true };
  const info = () => ({
    websocket_clients: 0,
    event_history_size: mock.events().size,
    api_version: "1",
    ports: { internal_api: 8080, external_api: 8081, dashboard: 8082 },
  });
  return {
    internal: bindNodeInternalApi(node, options),
    external: bindNodeExternalApi(node, options),
    dashboard: bindNodeDashboardApi(node, { ...options, info }),
  };
};

describe("the mock", () => {
  nodeConformance({
    test,
    target: () =>
      target({
        internal: { baseUrl: mock.urls.internal, fetch: mock.fetch },
        external: { baseUrl: mock.urls.external, fetch: mock.fetch },
        dashboard: { baseUrl: mock.urls.dashboard, fetch: mock.fetch },
      }),
  });
});

describe("the fetch handler", () => {
  nodeConformance({
    test,
    target: () => {
      const routes = routesOf();
      const placeOf = (name: Name): Places[Name] => {
        const serve = serveFetch(APIS[name].wire, routes[name]);
        return {
          baseUrl: "http://localhost",
          fetch: (input, init) => serve(new Request(input, init)),
        };
      };
      return target({
        internal: placeOf("internal"),
        external: placeOf("external"),
        dashboard: placeOf("dashboard"),
      });
    },
  });
});

describe("the server", () => {
  const urls: Partial<Record<Name, string>> = {};
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const routes = routesOf();
    for (const name of Object.keys(APIS) as Name[]) {
      const http = createHttpServer({ api: APIS[name], routes: routes[name] });
      closers.push(() => http.close());
      urls[name] = (await http.listen()).url;
    }
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  nodeConformance({
    test,
    target: () =>
      target({
        internal: { baseUrl: urls.internal ?? "" },
        external: { baseUrl: urls.external ?? "" },
        dashboard: { baseUrl: urls.dashboard ?? "" },
      }),
  });
});
