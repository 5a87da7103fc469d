/** The four services as the suites meet them: three servers on real sockets, and a node with its chain in memory. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { authConformance } from "../../packages/conformance/src/auth/index.ts";
import { backtestConformance } from "../../packages/conformance/src/backtest/index.ts";
import { curationConformance } from "../../packages/conformance/src/curation/index.ts";
import { nodeConformance } from "../../packages/conformance/src/node/index.ts";
import { createPasswordHasher } from "../../packages/credentials/src/index.ts";
import { readEnvironment } from "../../packages/http/src/index.ts";
import { createManualClock } from "../../packages/kernel/src/index.ts";
import { createNodeMock } from "../../packages/mock/src/node/index.ts";
import { authEnvironment } from "../../servers/auth/src/environment.ts";
import { startAuthServer } from "../../servers/auth/src/start.ts";
import { backtestEnvironment } from "../../servers/backtest/src/environment.ts";
import { startBacktestServer } from "../../servers/backtest/src/start.ts";
import { curationEnvironment } from "../../servers/curation/src/environment.ts";
import { startCurationServer } from "../../servers/curation/src/start.ts";
import { adminCodeIn, ADMIN_EMAIL } from "../../servers/curation/test/support/people.ts";

export type RunCase = () => Promise<void>;

interface RunningService {
  readonly declare: (test: (name: string, run: RunCase) => void) => void;
  readonly close: () => Promise<void>;
}

export interface Service {
  /** Function that sends the requests. */
  readonly fetch: typeof fetch;
  /** Starts the service; its suite sends by the given function. */
  readonly start: (fetch: typeof globalThis.fetch) => Promise<RunningService>;
}

const OPERATOR_KEY = "an-operator-key-of-the-recording";
const BEGINNING = Date.UTC(2026, 0, 15);
const cheapHashes = () => createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });

export const SERVICES: Readonly<Record<string, Service>> = {
  auth: {
    fetch: globalThis.fetch,
    start: (fetch) =>
      inFolder(async (folder) => {
        const config = readEnvironment(authEnvironment, {
          AUTH_PORT: "0",
          AUTH_STORE_URL: "memory:",
          AUTH_OPERATOR_KEY: OPERATOR_KEY,
          LOG_LEVEL: "silent",
          DATA_DIR: folder,
        });
        const clock = createManualClock({ now: BEGINNING });
        const server = await startAuthServer(config, undefined, { clock, hasher: cheapHashes() });
        const target = () => ({ baseUrl: server.url, fetch, operatorKey: OPERATOR_KEY });
        return {
          declare: (test) => authConformance({ test, target, operated: true }),
          close: () => server.close(),
        };
      }),
  },
  curation: {
    fetch: globalThis.fetch,
    start: (fetch) =>
      inFolder(async (folder) => {
        const config = readEnvironment(curationEnvironment, {
          CURATION_PORT: "0",
          CURATION_STORE_URL: "memory:",
          LOG_LEVEL: "silent",
          ADMIN_EMAILS: ADMIN_EMAIL,
          DATA_DIR: folder,
        });
        const clock = createManualClock({ now: BEGINNING });
        const hasher = cheapHashes();
        const server = await startCurationServer(config, undefined, { clock, hasher });
        const password = "correct horse battery";
        const admin = { email: ADMIN_EMAIL, password, code: () => adminCodeIn(folder) };
        const advance = (time: number) => clock.advance(time);
        const target = () => ({ baseUrl: server.url, fetch, admin, advance });
        return {
          declare: (test) => curationConformance({ test, target, timed: true }),
          close: () => server.close(),
        };
      }),
  },
  backtest: {
    fetch: globalThis.fetch,
    start: (fetch) =>
      inFolder(async (folder) => {
        const config = readEnvironment(backtestEnvironment, {
          BACKTEST_PORT: "0",
          DATA_PROVIDER: "simulated",
          LOG_LEVEL: "silent",
          WORKERS: "1",
          DATA_DIR: folder,
        });
        const server = await startBacktestServer(config);
        const target = () => ({ baseUrl: server.url, fetch });
        return {
          declare: (test) => backtestConformance({ test, target }),
          close: () => server.close(),
        };
      }),
  },
  node: nodeInMemory(),
};

function nodeInMemory(): Service {
  let send: typeof fetch = globalThis.fetch;
  return {
    fetch: (input, init) => send(input, init),
    start: async (fetch) => {
      const mock = await createNodeMock();
      send = mock.fetch;
      const at = (baseUrl: string) => ({ baseUrl, fetch });
      let shared = 0;
      const target = () => ({
        internal: at(mock.urls.internal),
        external: at(mock.urls.external),
        dashboard: at(mock.urls.dashboard),
        apiKey: mock.apiKey,
        address: mock.address,
        recipient: mock.partner,
        token: mock.demoToken,
        receive: () => {
          const data = `data ${(shared += 1)}`;
          return mock.partnerNode().shares.share({ data, recipient: mock.address });
        },
      });
      return { declare: (test) => nodeConformance({ test, target }), close: () => mock.close() };
    },
  };
}

/** Opens in a fresh folder, which is removed behind it. */
async function inFolder(
  open: (folder: string) => Promise<RunningService>,
): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-recording-"));
  const running = await open(folder);
  const close = async (): Promise<void> => {
    await running.close();
    await rm(folder, { recursive: true });
  };
  return { ...running, close };
}
