import type { Candles } from "./candles.ts";
import { validateCandles } from "./validate-candles.ts";

/** Candles found sound before; held weakly, and nothing but a repeated check is saved by it. */
const sound = new WeakSet<Candles>();

/**
 * Checks candles the first time they are seen, so that the runs of a sweep check them once.
 *
 * @throws EngineError CANDLES_INVALID as {@link validateCandles}, rows counted from 1
 */
export function ensureValid(candles: Candles): void {
  if (sound.has(candles)) return;
  validateCandles(candles, { firstRow: 1 });
  sound.add(candles);
}
