/** Mock of the access control service: the real core on a memory store, with cheap hashes and a manual clock. */

import {
  authCollections,
  createAuthCore,
  type AuthCore,
  type AuthCoreOptions,
} from "@bourse/auth-core";
import { authApiAt, type AuthApi } from "@bourse/contract/auth";
import { createPasswordHasher } from "@bourse/credentials";
import { bindAuthApi } from "@bourse/handlers/auth";
import { createManualClock, createMemoryStore, seededIds, type ManualClock } from "@bourse/kernel";
import { http } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";
import { playScenario, type AuthScenario, type ScenarioAccount } from "./scenario.ts";

/** Options of {@link createAuthMock}. */
export interface AuthMockOptions {
  /** URL that callers send their requests to. Default `http://auth.mock`. */
  readonly baseUrl?: string;
  /** Prefix of all paths of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** Seed for generated ids; the same seed and call sequence produce the same ids. Secrets stay random. Default 1. */
  readonly seed?: number;
  /** Start time of the clock in milliseconds since the Unix epoch. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** Cost of a password hash: `cheap` is 8 KiB in one pass, `real` takes tens of milliseconds. Default `cheap`. */
  readonly hashing?: "cheap" | "real";
  /** Lifetimes, throttles and names of the core. Default: those of `createAuthCore`, but `keyPublishSeconds` 0. */
  readonly core?: Omit<AuthCoreOptions, "store" | "masterKey" | "clock" | "ids" | "hasher">;
}

/** A mocked access control service. */
export interface AuthMock extends Omit<MockApi<AuthApi["routes"]>, "reset"> {
  /** URL that callers send their requests to. */
  readonly baseUrl: string;
  /** Clock of the service, which only moves when it is advanced. */
  readonly clock: ManualClock;
  /** The service behind the routes; a new one after every `reset`. */
  readonly core: () => AuthCore;
  /** Resets the service and brings it into a known state. */
  readonly scenario: (name: AuthScenario) => Promise<ScenarioAccount>;
  /** Replaces the service by a fresh one: no account, fault, override or recorded call; ids begin again. */
  readonly reset: () => Promise<void>;
  /** Ends the mock. The auth mock runs no timers; the method is there so that all mocks can be closed alike. */
  readonly close: () => Promise<void>;
}

/** A mock that is ready to answer; it serves the key set and health too, outside the prefix. */
export async function createAuthMock(options: AuthMockOptions = {}): Promise<AuthMock> {
  const { baseUrl = "http://auth.mock", prefix = "/api/v1", now = Date.UTC(2026, 0, 1) } = options;
  const clock = createManualClock({ now });
  let core = await freshCore(options, clock);
  const bind = (): ReturnType<typeof bindAuthApi> =>
    bindAuthApi(core, { prefix, service: { name: "bourse-auth-mock" } });
  const api = mockApi(authApiAt(prefix), bind(), { baseUrl, sleep: clock.sleep.bind(clock) });
  const renew = async (): Promise<void> => {
    await core.close();
    core = await freshCore(options, clock);
    api.reset(bind());
  };
  return {
    ...api,
    handlers: [
      ...api.handlers,
      // Outside the prefix, where the handlers of the API do not match.
      ...["/.well-known/jwks.json", "/health"].map((path) =>
        http.get(baseUrl.replace(/\/+$/, "") + path, ({ request }) => api.fetch(request)),
      ),
    ],
    baseUrl,
    clock,
    core: () => core,
    scenario: async (name) => {
      await renew();
      return await playScenario(name, core, clock);
    },
    reset: renew,
    close: () => core.close(),
  };
}

async function freshCore(options: AuthMockOptions, clock: ManualClock): Promise<AuthCore> {
  const { seed = 1, hashing = "cheap" } = options;
  return await createAuthCore({
    keyPublishSeconds: 0,
    ...options.core,
    store: createMemoryStore({ collections: authCollections }),
    masterKey: crypto.getRandomValues(new Uint8Array(32)),
    clock,
    ids: seededIds(seed),
    hasher: createPasswordHasher(
      hashing === "real" ? {} : { memoryKibibytes: 8, passes: 1, maxQueued: 10_000 },
    ),
  });
}
