/** A mock of any service as the server sees it. */

import type { Fault } from "../fault.ts";
import type { RecordedCall } from "../recorded-call.ts";
import { doorOf, type SocketDoor } from "../socket-door.ts";
import type { ServiceName } from "./read-arguments.ts";

/** One API of a mock; the node has three. */
interface OpenedApi {
  readonly operations: readonly string[];
  readonly fault: (operation: string, fault: Fault) => void;
  readonly calls: (operation?: string) => readonly RecordedCall[];
}

/** A mock of any service. */
export interface OpenedMock {
  readonly apis: Readonly<Record<string, OpenedApi>>;
  readonly fetch: typeof globalThis.fetch;
  readonly scenarios: readonly string[];
  /** Facts that callers need, such as the node's key. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly scenario: (name: string) => Promise<unknown>;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly door: SocketDoor | undefined;
  /** Moves the clock; undefined where time is real. Resolves with the new time in milliseconds. */
  readonly advance: ((milliseconds: number) => Promise<number>) | undefined;
  readonly settled: (() => Promise<void>) | undefined;
  readonly adminCode: ((email: string) => Promise<string>) | undefined;
}

/** Options of {@link openMock}; undefined stands for the mock's default. */
export interface OpenOptions {
  readonly seed: number | undefined;
  readonly now: number | undefined;
  readonly apiKeys: readonly string[];
  readonly operatorKey: string | undefined;
}

/** Names of the APIs of each service, in the order of their ports. */
export const API_NAMES: Readonly<Record<ServiceName, readonly [string, ...string[]]>> = {
  auth: ["auth"],
  curation: ["curation"],
  backtest: ["backtest"],
  node: ["internal", "external", "dashboard"],
};

/** Opens the mock of a service behind its URLs, which are in the order of {@link API_NAMES}. */
export function openMock(
  service: ServiceName,
  urls: readonly string[],
  options: OpenOptions,
): Promise<OpenedMock> {
  return OPENERS[service](urls, options);
}

type Opener = (urls: readonly string[], options: OpenOptions) => Promise<OpenedMock>;

/** Parts that all mocks have alike. */
interface Common {
  readonly fetch: typeof globalThis.fetch;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const NONE = { facts: {}, advance: undefined, settled: undefined, adminCode: undefined } as const;

const OPENERS: Readonly<Record<ServiceName, Opener>> = {
  auth: async ([baseUrl = ""], options) => {
    const [{ createAuthMock, AUTH_SCENARIOS }, { authApi }] = await Promise.all([
      import("../auth/index.ts"),
      import("@bourse/contract/auth"),
    ]);
    const { operatorKey } = options;
    const operator = operatorKey === undefined ? {} : { operatorKey };
    const mock = await createAuthMock({ baseUrl, ...operator, ...commonOptions(options) });
    return {
      ...NONE,
      ...common(mock, AUTH_SCENARIOS),
      apis: { auth: apiOf(authApi, mock) },
      advance: advanceOf(mock.clock),
    };
  },
  curation: async ([baseUrl = ""], options) => {
    const [{ createCurationMock, CURATION_SCENARIOS }, { curationApi }] = await Promise.all([
      import("../curation/index.ts"),
      import("@bourse/contract/curation"),
    ]);
    const core = { adminEmails: [ADMIN_EMAIL] };
    const mock = await createCurationMock({ baseUrl, core, ...commonOptions(options) });
    return {
      ...NONE,
      ...common(mock, CURATION_SCENARIOS),
      apis: { curation: apiOf(curationApi, mock) },
      facts: { admin_email: ADMIN_EMAIL },
      advance: advanceOf(mock.clock),
      adminCode: mock.adminCode,
    };
  },
  backtest: async ([baseUrl = ""], options) => {
    const [{ createBacktestMock, BACKTEST_SCENARIOS }, { backtestApi }] = await Promise.all([
      import("../backtest/index.ts"),
      import("@bourse/contract/backtest"),
    ]);
    const { apiKeys } = options;
    const mock = await createBacktestMock({ baseUrl, apiKeys, ...commonOptions(options) });
    return {
      ...NONE,
      ...common(mock, BACKTEST_SCENARIOS),
      apis: { backtest: apiOf(backtestApi, mock) },
      advance: advanceOf(mock.clock),
      settled: mock.settled,
    };
  },
  node: async ([internal = "", external = "", dashboard = ""], { seed, apiKeys: [apiKey] }) => {
    const [{ createNodeMock, NODE_SCENARIOS }, contract] = await Promise.all([
      import("../node/index.ts"),
      import("@bourse/contract/node"),
    ]);
    const mock = await createNodeMock({
      urls: { internal, external, dashboard },
      ...(seed === undefined ? {} : { seed }),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    return {
      ...NONE,
      ...common(mock, NODE_SCENARIOS),
      apis: {
        internal: apiOf(contract.nodeInternalApi, mock.internal),
        external: apiOf(contract.nodeExternalApi, mock.external),
        dashboard: apiOf(contract.nodeDashboardApi, mock.dashboard),
      },
      facts: {
        api_key: mock.apiKey,
        address: mock.address,
        partner: mock.partner,
        demo_token: mock.demoToken,
      },
    };
  },
};

/** Address of the admin that the mock of curation lets register with a code. */
const ADMIN_EMAIL = "root@example.com";

function commonOptions({ seed, now }: OpenOptions): { seed?: number; now?: number } {
  return { ...(seed === undefined ? {} : { seed }), ...(now === undefined ? {} : { now }) };
}

function common<Name extends string>(
  mock: Common & { readonly scenario: (name: Name) => Promise<unknown> },
  scenarios: readonly Name[],
): Omit<OpenedMock, keyof typeof NONE | "apis"> {
  const { fetch, reset, close } = mock;
  return {
    fetch,
    reset,
    close,
    scenarios,
    // The mock itself refuses a name that it does not have.
    scenario: (name) => mock.scenario(name as Name),
    door: doorOf(mock),
  };
}

function apiOf<Key extends string>(
  { routes }: { readonly routes: Readonly<Record<Key, unknown>> },
  mock: {
    readonly fault: (key: Key, fault: Fault) => void;
    readonly calls: (key?: Key) => readonly RecordedCall[];
  },
): OpenedApi {
  return {
    operations: Object.keys(routes),
    // The mock itself refuses an operation that it does not have.
    fault: (operation, fault) => mock.fault(operation as Key, fault),
    calls: (operation) => mock.calls(operation as Key | undefined),
  };
}

function advanceOf(clock: {
  readonly now: () => number;
  readonly advance: (milliseconds: number) => Promise<void>;
}): (milliseconds: number) => Promise<number> {
  return async (milliseconds) => {
    await clock.advance(milliseconds);
    return clock.now();
  };
}
