/** Mock of the access control service: the real core on a memory store, with cheap hashes and a manual clock. */

import {
  authCollections,
  createAuthCore,
  type AuthCore,
  type AuthCoreOptions,
  type Permission,
} from "@bourse/auth-core";
import { authApiAt, type AuthApi } from "@bourse/contract/auth";
import { createPasswordHasher } from "@bourse/credentials";
import { bindAuthApi } from "@bourse/handlers/auth";
import {
  choiceOption,
  createManualClock,
  createMemoryStore,
  optional,
  resolveOptions,
  seededIds,
  textOption,
  type ManualClock,
  type OptionRules,
} from "@bourse/kernel";
import type { Mail, WebhookRequest } from "@bourse/outbox";
import { http } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";
import { checkScenario } from "../mock-error.ts";
import { baseUrlOption, nowOption, objectOption, seedOption } from "../option-rules.ts";
import { recordingSender } from "../recording-sender.ts";
import { playScenario, AUTH_SCENARIOS, type AuthHandedOut, type AuthScenario } from "./scenario.ts";

/** Options of {@link createAuthMock}. */
export interface AuthMockOptions<Name extends string = Permission> {
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
  /**
   * Key of the operator, which opens the users and the whole audit trail, 16–512 characters. Default: none, and the
   * routes of users are FORBIDDEN to everyone.
   */
  readonly operatorKey?: string;
  /**
   * Lifetimes, throttles, permissions and names of the core. Default: those of `createAuthCore`, but
   * `keyPublishSeconds` 0.
   */
  readonly core?: Omit<AuthCoreOptions<Name>, "store" | "masterKey" | "clock" | "ids" | "hasher">;
}

/** A mocked access control service. */
export interface AuthMock<Name extends string = Permission> extends Omit<
  MockApi<AuthApi["routes"]>,
  "reset"
> {
  /** URL that callers send their requests to. */
  readonly baseUrl: string;
  /** Clock of the service, which only moves when it is advanced. */
  readonly clock: ManualClock;
  /** Sends what waits; resolves to all mails since the last `reset`, oldest first, with the links in them. */
  readonly mails: () => Promise<readonly Mail[]>;
  /** Delivers what waits; resolves to all requests to webhooks since the last `reset`, oldest first, signed. */
  readonly webhooks: () => Promise<readonly WebhookRequest[]>;
  /** The service behind the routes; a new one after every `reset`. */
  readonly core: () => AuthCore<Name>;
  /**
   * Resets the service and brings it into a known state; returns Ada's account with its credentials, keys and records.
   *
   * @throws MockError SCENARIO_UNKNOWN
   */
  readonly scenario: <Name extends AuthScenario>(name: Name) => Promise<AuthHandedOut[Name]>;
  /** Replaces the service by a fresh one: no account, fault, override or recorded call; ids begin again. */
  readonly reset: () => Promise<void>;
  /** Ends the mock. The auth mock runs no timers; the method is there so that all mocks can be closed alike. */
  readonly close: () => Promise<void>;
}

/** The options with their defaults. */
type Resolved = Required<Omit<AuthMockOptions<string>, "operatorKey">> & {
  readonly operatorKey: string | undefined;
};

const RULES: OptionRules<Resolved> = {
  baseUrl: baseUrlOption("http://auth.mock"),
  prefix: textOption({ default: "/api/v1", minLength: 0 }),
  seed: seedOption,
  now: nowOption,
  hashing: choiceOption(["cheap", "real"], { default: "cheap" }),
  operatorKey: optional(textOption({ minLength: 16, maxLength: 512 })),
  core: objectOption({}),
};

/**
 * A mock that is ready to answer; it serves the key set and health too, outside the prefix.
 *
 * @throws KernelError OPTION_INVALID
 */
export async function createAuthMock<Name extends string = Permission>(
  given: AuthMockOptions<Name> = {},
): Promise<AuthMock<Name>> {
  const options = resolveOptions<Resolved>("createAuthMock", given, RULES);
  const { baseUrl, prefix, now, operatorKey } = options;
  const clock = createManualClock({ now });
  const sent: Sent = { mails: [], webhooks: [] };
  let core = await freshCore(options, clock, sent);
  const bind = (): ReturnType<typeof bindAuthApi> =>
    bindAuthApi(core, {
      prefix,
      service: { name: "bourse-auth-mock" },
      isOperatorKey: operatorKey === undefined ? undefined : (key) => key === operatorKey,
    });
  const api = mockApi(authApiAt(prefix, core.permissions.names) as AuthApi, bind(), {
    baseUrl,
    sleep: clock.sleep.bind(clock),
  });
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
      // Outside the prefix, where the handlers of the API do not match.
      ...["/.well-known/jwks.json", "/health"].map((path) =>
        http.get(baseUrl.replace(/\/+$/, "") + path, ({ request }) => api.fetch(request)),
      ),
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
    core: () => core as AuthCore<Name>,
    scenario: async (name) => {
      checkScenario(name, AUTH_SCENARIOS);
      await renew();
      // The type says by the name what it is, which the compiler cannot follow.
      return (await playScenario(name, core, clock)) as never;
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
  options: Resolved,
  clock: ManualClock,
  sent: Sent,
): Promise<AuthCore<string>> {
  const { seed, hashing, baseUrl: publicUrl } = options;
  return await createAuthCore({
    keyPublishSeconds: 0,
    mail: {
      publicUrl,
      sender: { send: async (mail) => void sent.mails.push(mail) },
      confirmsEmailChanges: false,
    },
    webhooks: {
      sender: recordingSender(sent.webhooks),
    },
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
