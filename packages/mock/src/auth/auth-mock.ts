/** The access control service as a mock: its real core on a memory store, cheap hashes, time that stands still. */

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

export interface AuthMockOptions {
  /** Where callers believe the service to be. Default `http://auth.mock`. */
  readonly baseUrl?: string;
  /** What the API's paths begin with. Default `/api/v1`. */
  readonly prefix?: string;
  /** Of ids: the same seed and the same calls give the same ones. Secrets are never seeded. Default 1. */
  readonly seed?: number;
  /** Where the clock stands, in milliseconds since the epoch. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** `cheap`: hashes of 8 KiB in one pass. `real`: as the server's, tens of milliseconds each. Default `cheap`. */
  readonly hashing?: "cheap" | "real";
  /** Lifetimes and throttles, where the service's own are not those wanted. */
  readonly core?: Omit<AuthCoreOptions, "store" | "masterKey" | "clock" | "ids" | "hasher">;
}

export interface AuthMock extends Omit<MockApi<AuthApi["routes"]>, "reset"> {
  readonly baseUrl: string;
  /** Moves only when it is told to. */
  readonly clock: ManualClock;
  /** The service behind the routes; another one after every `reset`. */
  readonly core: () => AuthCore;
  /** Puts the service into a known state, from a fresh start. */
  readonly scenario: (name: AuthScenario) => Promise<ScenarioAccount>;
  /** A fresh service: no account, no fault, no override, no recorded call; ids begin again, all tokens end. */
  readonly reset: () => Promise<void>;
  /** Nothing runs on; here as on every mock, so that a test may end them all alike. */
  readonly close: () => Promise<void>;
}

/** A mock that answers already. It serves the key set and health too, outside of the prefix. */
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
      // Outside of the prefix, where msw does not look for the API.
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
