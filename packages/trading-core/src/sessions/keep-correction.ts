/** Candles that were told anew after they were worked off or passed over. */

import type { Transaction, Versioned } from "@bourse/kernel";

import type { StreamedCandle } from "../streams/port.ts";
import { recordId, sessionCorrections, sessions, type SessionDocument } from "./collections.ts";

/** Keeps a candle as it reads now, and counts it once. */
export async function keepCorrection(
  tx: Transaction,
  { value, version }: Versioned<SessionDocument>,
  { time, open, high, low, close, volume }: StreamedCandle,
): Promise<Versioned<SessionDocument>> {
  const id = recordId(value.id, time);
  const candle = { time, open, high, low, close, volume };
  const document = { id, sessionId: value.id, time, candle };
  const before = await tx.get(sessionCorrections, id);
  if (before === undefined) await tx.insert(sessionCorrections, document);
  else await tx.replace(sessionCorrections, document, before.version);
  const corrections = value.corrections + Number(before === undefined);
  return await tx.replace(sessions, { ...value, corrections }, version);
}
