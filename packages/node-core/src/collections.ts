import type { Collection, Entity } from "@bourse/kernel";

import { healthProbes } from "./health/node-health.ts";
import { requestDocuments } from "./idempotency/index.ts";
import { apiKeyDocuments } from "./keys/index.ts";
import { shareCollections } from "./shares/index.ts";
import { openPayments } from "./transfers/payment-watch.ts";

/**
 * What the node itself keeps, for `createMemoryStore({ collections })` and `openStore(url, { collections })`; its chain
 * and its peer network bring collections of their own.
 */
export const nodeCollections: readonly Collection<Entity>[] = [
  ...shareCollections,
  requestDocuments,
  apiKeyDocuments,
  healthProbes,
  openPayments,
];
