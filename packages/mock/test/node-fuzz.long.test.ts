/** Random requests to the three APIs of a node over HTTP: no answer may be other than its document says. */
import { fuzzService, type FuzzDocument } from "@bourse/conformance/fuzz";
import { nodeDashboardApi, nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";
import {
  nodeDashboardDocument,
  nodeExternalDocument,
  nodeInternalDocument,
} from "@bourse/documents/node";
import {
  bindNodeDashboardApi,
  bindNodeExternalApi,
  bindNodeInternalApi,
} from "@bourse/handlers/node";
import { createHttpServer } from "@bourse/http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import { createNodeMock, type NodeMock } from "../src/node/index.ts";

const info = () => ({
  websocket_clients: 0,
  event_history_size: 0,
  api_version: "1",
  ports: { internal_api: 8080, external_api: 8081, dashboard: 8082 },
});

const APIS = {
  internal: [nodeInternalApi, nodeInternalDocument(), bindNodeInternalApi],
  external: [nodeExternalApi, nodeExternalDocument(), bindNodeExternalApi],
  dashboard: [
    nodeDashboardApi,
    nodeDashboardDocument(),
    (node: ReturnType<NodeMock["node"]>) => bindNodeDashboardApi(node, { info }),
  ],
} as const;

/** Operations that random values reach: a transfer and a share need a funded wallet and a known recipient. */
const REACHED = {
  internal: ["transfer", "listTokens", "createApiKey", "listShares"],
  external: ["shareData", "getData", "verifyData", "exportCompliance"],
  dashboard: ["transfer", "listTokens", "verifyData"],
};

let mock: NodeMock;

beforeAll(async () => {
  mock = await createNodeMock();
  await mock.scenario("examples");
}, 60_000);

afterAll(() => mock.close());

describe.each(["internal", "external", "dashboard"] as const)("the %s API of a node", (name) => {
  test("answers random requests as its document says, and none by a fault", async () => {
    const [api, document, bind] = APIS[name];
    const server = createHttpServer({ api, routes: bind(mock.node()) });
    const { url } = await server.listen();
    try {
      const { accepted, faults } = await fuzzService({
        target: { baseUrl: url, headers: { "X-API-Key": mock.apiKey } },
        document: document as unknown as FuzzDocument,
        requests: rounds(300, 2000),
        values: {
          from: [mock.address],
          to: [mock.partner],
          recipient: [mock.partner],
          token: [mock.demoToken.address],
          amount: ["1"],
        },
      });
      expect(faults).toEqual([]);
      const missed = REACHED[name].filter((operation) => accepted[operation] === 0);
      expect(missed).toEqual([]);
      for (const operation of REACHED[name]) expect(accepted).toHaveProperty(operation);
    } finally {
      await server.close();
    }
  }, 180_000);
});
