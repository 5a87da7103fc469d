/** The four services on free ports of this machine, for the length of a group of tests. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BoundRoute } from "@bourse/contract";
import { nodeDashboardApi, nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";
import { createPasswordHasher } from "@bourse/credentials";
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
import { createHttpServer, readEnvironment } from "@bourse/http";
import { createManualClock, type ManualClock } from "@bourse/kernel";
import { createNodeMock, type NodeMock } from "@bourse/mock/node";
import { authEnvironment, startAuthServer } from "@bourse/server-auth";
import { backtestEnvironment, startBacktestServer } from "@bourse/server-backtest";
import { curationEnvironment, startCurationServer } from "@bourse/server-curation";

/** A running service. */
export interface Service {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const START = Date.UTC(2026, 0, 15);

/** Hashes that cost little. */
const cheapHasher = () => createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });

export async function startAuth(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-foreign-"));
  const config = readEnvironment(authEnvironment, {
    AUTH_PORT: "0",
    AUTH_STORE_URL: "memory:",
    PUBLIC_URL: "https://accounts.example",
    LOG_LEVEL: "silent",
    DATA_DIR: folder,
  });
  const clock = createManualClock({ now: START });
  const server = await startAuthServer(config, undefined, { clock, hasher: cheapHasher() });
  return closing(server, folder);
}

export async function startBacktest(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-foreign-"));
  const config = readEnvironment(backtestEnvironment, {
    BACKTEST_PORT: "0",
    DATA_PROVIDER: "simulated",
    LOG_LEVEL: "silent",
    WORKERS: "2",
    DATA_DIR: folder,
  });
  return closing(await startBacktestServer(config), folder);
}

/** A curation service with the e-mail of its admin, whose code is in a file. */
export interface CurationService extends Service {
  readonly clock: ManualClock;
  readonly adminEmail: string;
  readonly adminCode: () => Promise<string>;
}

export async function startCuration(): Promise<CurationService> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-foreign-"));
  const adminEmail = "root@example.com";
  const config = readEnvironment(curationEnvironment, {
    CURATION_PORT: "0",
    CURATION_STORE_URL: "memory:",
    PUBLIC_URL: "https://markets.example",
    LOG_LEVEL: "silent",
    ADMIN_EMAILS: adminEmail,
    DATA_DIR: folder,
  });
  const clock = createManualClock({ now: START });
  const server = await startCurationServer(config, undefined, { clock, hasher: cheapHasher() });
  return {
    ...closing(server, folder),
    clock,
    adminEmail,
    adminCode: async () => {
      const text = await readFile(join(folder, "curation-admin-code"), "utf8");
      const line = text.split("\n").find((found) => found.startsWith(`${adminEmail} `)) ?? "";
      return line.slice(adminEmail.length + 1);
    },
  };
}

/** The three APIs of a node in memory, without the limits of requests that the suite exceeds. */
export interface NodeServices {
  readonly mock: NodeMock;
  readonly urls: Readonly<Record<"internal" | "external" | "dashboard", string>>;
  readonly close: () => Promise<void>;
}

export async function startNode(): Promise<NodeServices> {
  const mock = await createNodeMock();
  const node = mock.node();
  const options = { anyKeyCase: true };
  const info = () => ({
    websocket_clients: 0,
    event_history_size: mock.events().size,
    api_version: "1",
    ports: { internal_api: 8080, external_api: 8081, dashboard: 8082 },
  });
  const open = async (
    api: Parameters<typeof createHttpServer>[0]["api"],
    document: () => object,
    routes: readonly BoundRoute[],
  ) => {
    const server = createHttpServer({ api, routes, document });
    return { url: (await server.listen()).url, close: () => server.close() };
  };
  const internal = await open(
    nodeInternalApi,
    nodeInternalDocument,
    bindNodeInternalApi(node, options),
  );
  const external = await open(
    nodeExternalApi,
    nodeExternalDocument,
    bindNodeExternalApi(node, options),
  );
  const dashboard = await open(
    nodeDashboardApi,
    nodeDashboardDocument,
    bindNodeDashboardApi(node, { ...options, info }),
  );
  const all = { internal, external, dashboard };
  return {
    mock,
    urls: { internal: internal.url, external: external.url, dashboard: dashboard.url },
    close: async () => {
      for (const { close } of Object.values(all)) await close();
      await mock.close();
    },
  };
}

function closing(server: Service, folder: string): Service {
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
