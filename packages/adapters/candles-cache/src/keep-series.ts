/** Keeping on disk what was fetched. */

import type { ResolvedOptions } from "./cache-options.ts";
import { MAX_CANDLES_IN_FILE } from "./series-codec.ts";
import type { SeriesFolder } from "./series-folder.ts";
import { labelOf, type SeriesKey } from "./series-key.ts";
import type { Series } from "./series.ts";

interface Change {
  readonly key: SeriesKey;
  readonly before: Series;
  readonly after: Series;
}

/** Writes the new candles. The answer is known already, so a failing disk costs only a warning. */
export async function keepSeries(
  { clock, maxBytes, maxFiles }: Pick<ResolvedOptions, "clock" | "maxBytes" | "maxFiles">,
  folder: SeriesFolder,
  { key, before, after }: Change,
  warn: (message: string) => void,
): Promise<void> {
  const { length } = after.candles;
  if (length === 0 || after.coverage === before.coverage) return;
  if (length > MAX_CANDLES_IN_FILE) {
    warn(`${labelOf(key)} has outgrown the cache (${length} candles); it is not kept.`);
    return;
  }
  try {
    if (!(await folder.write(key, after, { now: clock.now(), maxBytes }))) {
      warn(`${labelOf(key)} is larger than the cache (${maxBytes} bytes); it is not kept.`);
      return;
    }
    await folder.evict({ maxBytes, maxFiles });
  } catch (error) {
    warn(`${labelOf(key)} could not be kept in the cache: ${String(error)}.`);
  }
}
