/** Everything that the chain part keeps in the store. */
import type { Collection, Entity } from "@bourse/kernel";

import { complianceCursors, complianceRows } from "./compliance/compliance-rows.ts";
import { laneDocuments, unknownTransactions } from "./lane/lane-documents.ts";
import { laneTransactions } from "./lane/lane-transaction.ts";
import { listedTokens } from "./tokens/token-list.ts";

/** Store collections of `createChain`: transactions, tokens and the compliance index. */
export const chainCollections: readonly Collection<Entity>[] = [
  laneTransactions,
  laneDocuments,
  unknownTransactions,
  listedTokens,
  complianceRows,
  complianceCursors,
];
