/** The curation service as a mock: its real core on a memory store, cheap hashes, time that stands still. */

import { curationApi, type CurationApi } from "@bourse/contract/curation";
import { createPasswordHasher } from "@bourse/credentials";
import {
  createCurationCore,
  curationCollections,
  seedCuration,
  type CurationCore,
  type CurationCoreOptions,
} from "@bourse/curation-core";
import { bindCurationApi } from "@bourse/handlers/curation";
import { createManualClock, createMemoryStore, seededIds, type ManualClock } from "@bourse/kernel";
import { http } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";

export interface CurationMockOptions {
  /** Where callers believe the service to be. Default `http://curation.mock`. */
  readonly baseUrl?: string;
  /** Of ids: the same seed and the same calls give the same ones. Secrets are never seeded. Default 1. */
  readonly seed?: number;
  /** Where the clock stands, in milliseconds since the epoch. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** Admins, lifetimes and rules, where the service's own are not those wanted. */
  readonly core?: Omit<CurationCoreOptions, "store" | "masterKey" | "clock" | "ids" | "hasher">;
}

/** `empty`: nobody and nothing. `examples`: a dozen drafts in all states, and their markets. */
export type CurationScenario = "empty" | "examples";

export interface CurationMock extends Omit<MockApi<CurationApi["routes"]>, "reset"> {
  readonly baseUrl: string;
  /** Moves only when it is told to. */
  readonly clock: ManualClock;
  /** The service behind the routes; another one after every `reset`. */
  readonly core: () => CurationCore;
  /** Puts the service into a known state, from a fresh start. */
  readonly scenario: (name: CurationScenario) => Promise<void>;
  /** A fresh service: no account, no draft, no fault, no override, no recorded call; ids begin again. */
  readonly reset: () => Promise<void>;
  /** Ends the service's event feeds. */
  readonly close: () => Promise<void>;
}

/** A mock that answers already. It serves health too, outside of the API's prefix. */
export async function createCurationMock(options: CurationMockOptions = {}): Promise<CurationMock> {
  const { baseUrl = "http://curation.mock", now = Date.UTC(2026, 0, 1) } = options;
  const clock = createManualClock({ now });
  let core = await freshCore(options, clock);
  const bind = (): ReturnType<typeof bindCurationApi> =>
    bindCurationApi(core, { clock, service: { name: "bourse-curation-mock" } });
  const api = mockApi(curationApi, bind(), { baseUrl, sleep: clock.sleep.bind(clock) });
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
      http.get(`${baseUrl.replace(/\/+$/, "")}/health`, ({ request }) => api.fetch(request)),
    ],
    baseUrl,
    clock,
    core: () => core,
    scenario: async (name) => {
      await renew();
      if (name === "examples") await seedCuration(core, { now: clock.now() });
    },
    reset: renew,
    close: () => core.close(),
  };
}

async function freshCore(options: CurationMockOptions, clock: ManualClock): Promise<CurationCore> {
  return await createCurationCore({
    keyPublishSeconds: 0,
    ...options.core,
    store: createMemoryStore({ collections: curationCollections }),
    masterKey: crypto.getRandomValues(new Uint8Array(32)),
    clock,
    ids: seededIds(options.seed ?? 1),
    hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 10_000 }),
  });
}
