import { auditCollections, type Collection, type Entity } from "@bourse/kernel";
import { webhookCollections } from "@bourse/outbox";

import { chainCollections } from "./chain/collections.ts";
import { eventCollections } from "./events/event-log.ts";
import { historyHours } from "./history/index.ts";
import { requestDocuments } from "./idempotency/index.ts";
import { walletPins } from "./identity/wallet-pin.ts";
import { inboxCollections } from "./inbox/index.ts";
import { apiKeyDocuments, keyPaymentDocuments } from "./keys/index.ts";
import { keyUseDocuments, keyWorkDocuments } from "./keys/key-use.ts";
import { peerCollections } from "./peers/index.ts";
import { shareCollections } from "./shares/index.ts";
import { openPayments } from "./transfers/open-payments.ts";

/** Store collections of the node itself; open the store with these, `chainCollections` and `peerCollections`. */
export const nodeCollections: readonly Collection<Entity>[] = [
  ...shareCollections,
  ...inboxCollections,
  requestDocuments,
  apiKeyDocuments,
  keyPaymentDocuments,
  keyUseDocuments,
  keyWorkDocuments,
  walletPins,
  openPayments,
  historyHours,
  ...eventCollections,
  ...auditCollections,
  ...webhookCollections,
];

/** Collections of a node's whole store: its own, those of its chain and those of its peers. */
export const storeCollections: readonly Collection<Entity>[] = [
  ...nodeCollections,
  ...chainCollections,
  ...peerCollections,
];
