/** Webhooks over a memory store, with a receiver that answers as a test says and a clock that stands still. */
import {
  BourseError,
  createManualClock,
  createMemoryStore,
  systemIds,
  type Json,
  type ManualClock,
  type Store,
} from "@bourse/kernel";

import {
  type CoreWebhooks,
  openWebhooks,
  webhookCollections,
  type WebhookOptions,
  type WebhookRequest,
} from "../../src/index.ts";
import { acts } from "./box.ts";

export interface HooksFixture {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly hooks: CoreWebhooks;
  /** Requests that were sent, in their order. */
  readonly requests: WebhookRequest[];
  /** Emits an event in a transaction of its own. */
  readonly emit: (
    owner: string,
    type: string,
    data?: { readonly [name: string]: Json },
  ) => Promise<void>;
  /** Other webhooks over the same store. */
  readonly again: (options?: Partial<WebhookOptions>) => CoreWebhooks;
}

const EVENTS = ["note.added", "note.removed"] as const;

export function hooksFixture(
  answer: (request: WebhookRequest, signal: AbortSignal) => number | Promise<number> = () => 204,
  options: Partial<WebhookOptions> = {},
): HooksFixture {
  const clock = createManualClock({ now: Math.floor(Date.now() / 1000) * 1000 });
  const store = createMemoryStore({ collections: [acts, ...webhookCollections], clock });
  const requests: WebhookRequest[] = [];
  const again = (more: Partial<WebhookOptions> = {}): CoreWebhooks =>
    openWebhooks({
      store,
      key: new Uint8Array(32).fill(7),
      clock,
      processClock: clock,
      ids: systemIds,
      events: EVENTS,
      refuse: (code, message, given) => new BourseError(code, message, given ?? {}),
      webhooks: {
        sender: {
          refusal: (url) => (url.protocol === "https:" ? undefined : "Only https."),
          send: async (request, { signal }) => {
            requests.push(request);
            return await answer(request, signal);
          },
        },
        ...options,
        ...more,
      },
    });
  const hooks = again();
  const emit: HooksFixture["emit"] = (owner, type, data = {}) =>
    store.transaction((tx) => hooks.emit(tx, owner, { type, data }));
  return { store, clock, hooks, requests, emit, again };
}

/** A webhook for all events; resolves to its id and its secret. */
export function subscribe(
  { hooks }: Pick<HooksFixture, "hooks">,
  owner = "ada",
  url = "https://hooks.example/a",
): ReturnType<CoreWebhooks["create"]> {
  return hooks.create(owner, { url, events: ["*"] });
}
