/** Webhooks of the node: its events, for its owner and for the holders of API keys with the scope `read`. */

import {
  systemClock,
  systemIds,
  type Clock,
  type Ids,
  type Json,
  type Store,
  type StoreReader,
} from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";
import { openWebhooks, type WebhookOptions, type Webhooks } from "@bourse/outbox";

import { NodeError } from "../errors.ts";
import type { EventBus, NodeEvent } from "../events/index.ts";
import type { NodeIdentity } from "../identity/port.ts";
import { apiKeyDocuments } from "../keys/api-key-document.ts";
import { withLine } from "../keys/key-line.ts";
import { EventTeller } from "./event-teller.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

/** Webhooks of a node, which the node starts and stops. */
export interface NodeWebhooks extends Webhooks {
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
const TYPES: ReadonlySet<string> = new Set(WEBHOOK_EVENTS);

/** Opens the webhooks of a node; they are sent once they are started. @throws KernelError OPTION_INVALID */
export function openNodeWebhooks({
  store,
  identity,
  events,
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
  const teller = new EventTeller<NodeEvent>({
    clock,
    add: (event) =>
      store.transaction((tx) =>
        core.emitToAll(tx, { type: event.type, data: spell(event) }, (owner) =>
          isAdmitted(tx, clock, owner),
        ),
      ),
    onLost: (error) => options?.onFailure?.({ id: null, attempt: 0, dead: false, error }),
  });
  let unsubscribe: (() => void) | undefined;
  return Object.freeze<NodeWebhooks>({
    ...core,
    start: async () => {
      if (!core.isOn) return;
      unsubscribe ??= events.subscribe((event, isRecorded) => {
        if (isRecorded && TYPES.has(event.type)) teller.tell(event);
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

/** True for the node's owner, keys from the options, and stored keys that are valid and may read. */
async function isAdmitted(
  reader: Pick<StoreReader, "get">,
  clock: Clock,
  owner: string,
): Promise<boolean> {
  const found = (await reader.get(apiKeyDocuments, owner))?.value;
  // Names of the owner and of keys from the options are no ids of stored keys.
  if (found === undefined) return owner === NODE_OWNER || owner.startsWith("given-");
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
