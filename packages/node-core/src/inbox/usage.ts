/** Quotas of received shares, counted in the transaction that adds or removes a row. */

import type { StoreReader, Transaction } from "@bourse/kernel";

import type { Address } from "../address.ts";
import type { InboxLimits } from "./options.ts";
import { receivedUsage, type ReceivedUsageDocument } from "./received-document.ts";

const ALL = "all";

/** Names the quota that `bytes` more of this sender would exceed; undefined when there is room. */
export async function quotaExceeded(
  reader: StoreReader,
  limits: InboxLimits,
  sender: Address,
  bytes: number,
): Promise<"sender" | "all" | undefined> {
  const [own, all] = await Promise.all([usageOf(reader, sender), usageOf(reader, ALL)]);
  const { maxBytesPerSender, maxCountPerSender, maxBytes, maxCount } = limits;
  if (own.bytes + bytes > maxBytesPerSender || own.count + 1 > maxCountPerSender) return "sender";
  return all.bytes + bytes > maxBytes || all.count + 1 > maxCount ? "all" : undefined;
}

/** Adds (`count` 1) or removes (`count` −1) a row of this sender. */
export async function countRow(
  tx: Transaction,
  sender: Address,
  bytes: number,
  count: 1 | -1,
): Promise<void> {
  for (const id of [sender, ALL]) {
    const before = await tx.get(receivedUsage, id);
    const known = before?.value ?? { bytes: 0, count: 0 };
    const after = { id, bytes: known.bytes + count * bytes, count: known.count + count };
    if (before === undefined) await tx.insert(receivedUsage, after);
    else if (after.count === 0) await tx.delete(receivedUsage, id);
    else await tx.replace(receivedUsage, after, before.version);
  }
}

async function usageOf(
  reader: StoreReader,
  id: string,
): Promise<Omit<ReceivedUsageDocument, "id">> {
  return (await reader.get(receivedUsage, id))?.value ?? { bytes: 0, count: 0 };
}
