/** The records of shares on the chain that the nodes of one hub have in common. */

import type { ComplianceIndex, ComplianceRecord } from "../../../src/chain/compliance/port.ts";
import type { MemoryHub } from "../../../src/peers/index.ts";

export interface ShareRecords extends Pick<
  ComplianceIndex,
  "shareRecord" | "refreshSoon" | "onRecord" | "onRewind"
> {
  /** Records a share in a block of its own. */
  add(share: Pick<ComplianceRecord, "sender" | "recipient" | "dataHash" | "txHash">): void;
  /** Number of reads that were asked for by `refreshSoon`. */
  asked(): number;
  /** Takes the newest block away. */
  reorganise(): ComplianceRecord | undefined;
}

const worlds = new WeakMap<MemoryHub, ShareRecords>();

export function recordsOn(hub: MemoryHub): ShareRecords {
  const known = worlds.get(hub) ?? createShareRecords();
  worlds.set(hub, known);
  return known;
}

function createShareRecords(): ShareRecords {
  const records: ComplianceRecord[] = [];
  let asked = 0;
  const onRecord = new Set<(record: ComplianceRecord) => void>();
  const onRewind = new Set<(lastBlock: number) => void>();
  return {
    shareRecord: async ({ sender, recipient, dataHash, eventType }) =>
      records.find(
        (record) =>
          record.sender === sender &&
          record.recipient === recipient &&
          record.dataHash === dataHash &&
          record.eventType === eventType,
      ),
    refreshSoon: () => void asked++,
    asked: () => asked,
    onRecord: (listener) => {
      onRecord.add(listener);
      return () => void onRecord.delete(listener);
    },
    onRewind: (listener) => {
      onRewind.add(listener);
      return () => void onRewind.delete(listener);
    },
    add: (share) => {
      const blockNumber = records.length + 1;
      const place = { blockNumber, logIndex: 0, timestamp: 0, payment: null };
      const { sender, recipient, dataHash, txHash } = share;
      const fact = { sender, recipient, dataHash, txHash, eventType: "data_share" };
      const record: ComplianceRecord = { ...fact, ...place };
      records.push(record);
      for (const listener of onRecord) listener(record);
    },
    reorganise: () => {
      const removed = records.pop();
      for (const listener of onRewind) listener(records.length);
      return removed;
    },
  };
}
