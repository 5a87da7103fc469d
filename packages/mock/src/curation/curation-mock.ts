/** A mock of the curation service: the real core on a memory store, with cheap password hashes and a manual clock. */

import { curationApi, type CurationApi } from "@bourse/contract/curation";
import { createPasswordHasher } from "@bourse/credentials";
import {
  createCurationCore,
  curationCollections,
  type CurationCore,
  type CurationCoreOptions,
} from "@bourse/curation-core";
import { bindCurationApi } from "@bourse/handlers/curation";
import {
  createManualClock,
  createMemoryStore,
  integerOption,
  refuseArgument,
  resolveOptions,
  seededIds,
  type ManualClock,
  type OptionRules,
} from "@bourse/kernel";
import type { Mail, WebhookRequest } from "@bourse/outbox";
import { http } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";
import { checkScenario } from "../mock-error.ts";
import { baseUrlOption, nowOption, objectOption, seedOption } from "../option-rules.ts";
import { recordingSender } from "../recording-sender.ts";
import {
  playExamples,
  CURATION_SCENARIOS,
  type CurationScenario,
  type ScenarioExamples,
} from "./scenario.ts";

/** Options of {@link createCurationMock}. */
export interface CurationMockOptions {
  /** URL at which the mock answers. Default `http://curation.mock`. */
  readonly baseUrl?: string;
  /**
   * Seed for generated ids; the same seed and call sequence produce the same ids. Secrets are always random. Default 1.
   */
  readonly seed?: number;
  /** Start time of the clock in milliseconds since the epoch. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** Maximum number of changes by one account in a minute of the mock's clock, 1–1,000,000. Default 600. */
  readonly writesPerMinute?: number;
  /** Options of the core, such as admins and lifetimes. */
  readonly core?: Omit<CurationCoreOptions, "store" | "masterKey" | "clock" | "ids" | "hasher">;
}

/** A running mock of the curation service. */
export interface CurationMock extends Omit<MockApi<CurationApi["routes"]>, "reset"> {
  /** URL at which the mock answers. */
  readonly baseUrl: string;
  /** Clock of the service; it only advances on request. */
  readonly clock: ManualClock;
  /** Sends what waits; resolves to all mails since the last `reset`, oldest first, with the links in them. */
  readonly mails: () => Promise<readonly Mail[]>;
  /** Delivers what waits; resolves to all requests to webhooks since the last `reset`, oldest first, signed. */
  readonly webhooks: () => Promise<readonly WebhookRequest[]>;
  /** Returns the core behind the routes; `reset` creates a new one. */
  readonly core: () => CurationCore;
  /**
   * Issues the one-time code with which a registration of this address makes an admin; `email` is one of the core's
   * option `adminEmails` and has no account yet. Earlier codes become invalid.
   *
   * @throws KernelError ARGUMENT_INVALID for another address
   */
  readonly adminCode: (email: string) => Promise<string>;
  /**
   * Resets the service and adds the data of a scenario; `examples` returns logins, and the ids of
   * drafts and markets by their state.
   *
   * @throws MockError SCENARIO_UNKNOWN
   * @throws CurationError WALLET_PROOF_REQUIRED for `examples` when the core requires wallet proofs
   */
  readonly scenario: <Name extends CurationScenario>(
    name: Name,
  ) => Promise<Name extends "examples" ? ScenarioExamples : undefined>;
  /** Creates a fresh service without data, faults, overrides and recorded calls; the sequence of ids starts again. */
  readonly reset: () => Promise<void>;
  /** Ends the service's event feeds. */
  readonly close: () => Promise<void>;
}

const RULES: OptionRules<Required<CurationMockOptions>> = {
  baseUrl: baseUrlOption("http://curation.mock"),
  seed: seedOption,
  now: nowOption,
  writesPerMinute: integerOption({ min: 1, max: 1_000_000, default: 600 }),
  core: objectOption({}),
};

/**
 * Creates a mock of the curation API and its health route.
 *
 * @throws KernelError OPTION_INVALID
 */
export async function createCurationMock(given: CurationMockOptions = {}): Promise<CurationMock> {
  const options = resolveOptions("createCurationMock", given, RULES);
  const { baseUrl, now, writesPerMinute } = options;
  const clock = createManualClock({ now });
  const sent: Sent = { mails: [], webhooks: [] };
  let core = await freshCore(options, clock, sent);
  const bind = (): ReturnType<typeof bindCurationApi> =>
    bindCurationApi(core, {
      clock,
      writesPerMinute,
      service: { name: "bourse-curation-mock" },
    });
  const api = mockApi(curationApi, bind(), { baseUrl, sleep: clock.sleep.bind(clock) });
  const renew = async (): Promise<void> => {
    await core.close();
    sent.mails.length = 0;
    sent.webhooks.length = 0;
    core = await freshCore(options, clock, sent);
    api.reset(bind());
  };
  return {
    ...api,
    handlers: [
      ...api.handlers,
      // The health route is outside the API's prefix.
      http.get(`${baseUrl.replace(/\/+$/, "")}/health`, ({ request }) => api.fetch(request)),
    ],
    baseUrl,
    clock,
    mails: async () => {
      await core.mails.deliverDue();
      return [...sent.mails];
    },
    webhooks: async () => {
      await core.webhooks.deliverDue();
      return [...sent.webhooks];
    },
    core: () => core,
    adminCode: async (email) => {
      const code = (await core.admins.renewCodes(new Map())).codes.get(email);
      if (code !== undefined) return code;
      return refuseArgument(
        "adminCode: email",
        "an address of core.adminEmails without an account",
        email,
      );
    },
    scenario: async (name) => {
      checkScenario(name, CURATION_SCENARIOS);
      await renew();
      const people = name === "examples" ? await playExamples(core, clock.now()) : undefined;
      // The type says by the name which of the two it is, which the compiler cannot follow.
      return people as never;
    },
    reset: renew,
    close: () => core.close(),
  };
}

/** Whatever the service has sent. */
interface Sent {
  readonly mails: Mail[];
  readonly webhooks: WebhookRequest[];
}

async function freshCore(
  options: Required<CurationMockOptions>,
  clock: ManualClock,
  sent: Sent,
): Promise<CurationCore> {
  return await createCurationCore({
    keyPublishSeconds: 0,
    mail: {
      publicUrl: options.baseUrl,
      sender: { send: async (mail) => void sent.mails.push(mail) },
      confirmsEmailChanges: false,
    },
    webhooks: {
      sender: recordingSender(sent.webhooks),
    },
    ...options.core,
    store: createMemoryStore({ collections: curationCollections }),
    masterKey: crypto.getRandomValues(new Uint8Array(32)),
    clock,
    ids: seededIds(options.seed),
    hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 10_000 }),
  });
}
