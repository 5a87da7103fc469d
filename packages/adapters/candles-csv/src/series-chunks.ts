/** The text of a series file, whose first line may allow prices of 0 and below. */

import { open, type FileHandle } from "node:fs/promises";

import { candleCsvChunks, type Candles } from "@bourse/backtest-engine/data";
import { anyText } from "@bourse/kernel";

/** First line of a file whose prices may be 0 and below: a remark, so that any other reader passes over it. */
const BELOW_0 = "# allow_negative_prices";

/** The file of candles that were checked, in pieces. */
export function* seriesChunks(candles: Candles): Generator<string> {
  if (candles.low.some((price) => price <= 0)) yield `${BELOW_0}\n`;
  yield* candleCsvChunks(candles);
}

/** Tells whether a file begins with the remark. Leaves its position alone. */
export async function isBelow0(file: FileHandle): Promise<boolean> {
  const head = new Uint8Array(BELOW_0.length);
  await file.read(head, 0, head.length, 0);
  return new TextDecoder().decode(head) === BELOW_0;
}

/**
 * Tells whether the prices of a series file may be 0 and below, as its first line `# allow_negative_prices` says; an
 * import writes it where they are. False for a folder.
 *
 * @throws KernelError ARGUMENT_INVALID; the system's error for a file that cannot be read
 */
export async function allowsNegativePrices(path: string): Promise<boolean> {
  anyText("path", path);
  const file = await open(path, "r");
  try {
    return (await file.stat()).isFile() && (await isBelow0(file));
  } finally {
    await file.close();
  }
}
