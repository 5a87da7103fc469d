import { hasCode } from "@bourse/kernel";

import type { ComplianceIndex } from "../chain/compliance/port.ts";
import type { SharedData } from "../shares/index.ts";

/** Refreshes the index unless it has the proof. An unavailable chain is reported by its health monitor. */
export async function indexProof(
  index: ComplianceIndex,
  { dataHash, txHash }: SharedData,
): Promise<void> {
  try {
    const records = await index.recordsOf(dataHash);
    if (!records.some((record) => record.txHash === txHash)) await index.refresh();
  } catch (error) {
    if (!hasCode(error, "CHAIN_UNAVAILABLE", "CHAIN_REJECTED", "CHAIN_MISMATCH", "STORE_CLOSED")) {
      throw error;
    }
  }
}
