/** Webhooks of the node: its events, for its owner and for the holders of API keys with the scope `read`. */

import {
  systemClock,
  systemIds,
  type Clock,
  type Ids,
  type Json,
  type Store,
  type StoreReader,
  type Transaction,
} from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import {
  openWebhooks,
  type CoreWebhooks,
  type WebhookOptions,
  type Webhooks,
} from "@bourse/outbox";

import { NodeError } from "../errors.ts";
import { ACT_EVENTS } from "../events/act-events.ts";
import type { ActEvents, EventBus, NodeEvent } from "../events/index.ts";
import type { NodeIdentity } from "../identity/port.ts";
import { apiKeyDocuments } from "../keys/api-key-document.ts";
import { withLine } from "../keys/key-line.ts";
import { EventTeller } from "./event-teller.ts";
import { GivenOwners } from "./given-owners.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

/** Webhooks of a node, which the node starts and stops. */
export interface NodeWebhooks extends Webhooks, ActEvents {
  /** Stores the events that wait, and stops delivering. */
  close(): Promise<void>;
}

/** Parts of {@link openNodeWebhooks}. */
export interface NodeWebhooksParts {
  /** Store of the node, opened with `nodeCollections`. */
  readonly store: Store;
  /** Identity of the node, from which the key is derived that encrypts addresses and secrets. */
  readonly identity: Pick<NodeIdentity, "encryptionPrivateKey">;
  /** Events of the node. */
  readonly events: Pick<EventBus, "subscribe">;
  /** Keys from outside the store, as the option `apiKeys` of the node has them. Default: none. */
  readonly apiKeys?: readonly string[];
  /** Sender and limits; undefined where none are sent. */
  readonly options: WebhookOptions | undefined;
  /** Spelling of an event's data on the wire. */
  readonly spell: (event: NodeEvent) => { readonly [name: string]: Json };
  /** Clock of the deliveries. Default: the system clock. */
  readonly clock?: Clock;
  /** Source of ids. Default: random ones. */
  readonly ids?: Ids;
}

const KEY_BYTES = 32;
/** Events that tell of nothing in the store: each is stored right after it was told to listeners. */
const TOLD_AFTERWARDS = new Set<string>(WEBHOOK_EVENTS);
for (const type of ACT_EVENTS) TOLD_AFTERWARDS.delete(type);

/** Opens the webhooks of a node; they are sent once they are started. @throws KernelError OPTION_INVALID */
export function openNodeWebhooks({
  store,
  identity,
  events,
  apiKeys = [],
  options,
  spell,
  clock = systemClock,
  ids = systemIds,
}: NodeWebhooksParts): NodeWebhooks {
  const core = openWebhooks({
    store,
    key: hkdfSha256(identity.encryptionPrivateKey, "bourse webhooks", KEY_BYTES),
    clock,
    ids,
    events: WEBHOOK_EVENTS,
    webhooks: options,
    refuse: (code, message, given) => refusal(code, message, given?.details),
  });
  const owners = new GivenOwners(identity.encryptionPrivateKey, apiKeys);
  const emit = (
    tx: Pick<Transaction, "find" | "get" | "insert">,
    event: NodeEvent,
  ): Promise<void> =>
    core.emitToAll(tx, { type: event.type, data: spell(event) }, (owner) =>
      isAdmitted(tx, clock, owners, owner),
    );
  const teller = new EventTeller<NodeEvent>({
    clock,
    add: (event) => store.transaction((tx) => emit(tx, event)),
    onLost: (error) => options?.onFailure?.({ id: null, attempt: 0, dead: false, error }),
  });
  let unsubscribe: (() => void) | undefined;
  return Object.freeze<NodeWebhooks>({
    ...core,
    ...byHolder(core, owners),
    tell: (tx, type, data) =>
      // The compiler does not see that type and data belong together; a webhook has a time and an id of its own.
      emit(tx, { type, data, timestamp: clock.now(), epoch: "", sequence: 0 } as NodeEvent),
    start: async () => {
      if (!core.isOn) return;
      await owners.adopt(store);
      unsubscribe ??= events.subscribe((event, isRecorded) => {
        if (isRecorded && TOLD_AFTERWARDS.has(event.type)) teller.tell(event);
      });
      await core.start();
    },
    close: async () => {
      unsubscribe?.();
      await teller.close();
      await core.close();
    },
  });
}

/** The calls of an owner, who is known by the name of a key's holder. */
function byHolder(core: CoreWebhooks, owners: GivenOwners): Omit<Webhooks, Lifecycle> {
  return {
    create: (name, webhook) => core.create(owners.of(name), webhook),
    list: (name) => core.list(owners.of(name)),
    get: (name, id) => core.get(owners.of(name), id),
    change: (name, id, change) => core.change(owners.of(name), id, change),
    rotate: (name, id, graceSeconds) => core.rotate(owners.of(name), id, graceSeconds),
    remove: (name, id) => core.remove(owners.of(name), id),
    deliveries: (name, id, page) => core.deliveries(owners.of(name), id, page),
    replay: (name, id, deliveryId) => core.replay(owners.of(name), id, deliveryId),
  };
}

type Lifecycle = "start" | "deliverDue" | "measure";

/** True for the node's owner, keys from the options, and stored keys that are valid and may read. */
async function isAdmitted(
  reader: Pick<StoreReader, "get">,
  clock: Clock,
  owners: GivenOwners,
  owner: string,
): Promise<boolean> {
  const found = (await reader.get(apiKeyDocuments, owner))?.value;
  // The name of the node's owner and digests of keys from the options are no ids of stored keys.
  if (found === undefined) return owner === NODE_OWNER || owners.has(owner);
  const { scopes, revokedAt, expiresAt } = await withLine(reader, found);
  const isOver = revokedAt !== null || (expiresAt !== null && expiresAt <= clock.now());
  return !isOver && scopes.some((scope) => scope === "read");
}

/** Owner of the webhooks of the operator and of callers without a key. */
export const NODE_OWNER = "operator";

type Refused =
  | "NOT_FOUND"
  | "VALIDATION_ERROR"
  | "QUOTA_EXCEEDED"
  | "CONFLICT"
  | "WEBHOOKS_UNAVAILABLE";

function refusal(code: Refused, message: string, details: unknown): NodeError {
  if (code !== "VALIDATION_ERROR") return new NodeError(code, message);
  const { path = "url" } = (details ?? {}) as { readonly path?: string };
  if (path === "cursor") return new NodeError("CURSOR_INVALID", message);
  return new NodeError("VALIDATION_ERROR", message, { details: { field: path } });
}
