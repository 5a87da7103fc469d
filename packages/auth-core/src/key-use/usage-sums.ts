/** Sums of the use of an API key: by hour, by day, and by route. */

import type { Page, StoreReader } from "@bourse/kernel";

import { invalid } from "../invalid.ts";
import { type KeyUsage, keyUsage, type UsageDocument } from "./key-usage.ts";

/** The sums that are asked for. */
export interface UsageSums {
  /** Time or route that the figures are summed by; days are those of UTC. */
  readonly per: "hour" | "day" | "route";
  /** Earliest hour in milliseconds since the Unix epoch (UTC), inclusive. Default: all that is kept, 90 days. */
  readonly from?: number | undefined;
}

const PERS: readonly string[] = ["hour", "day", "route"] satisfies UsageSums["per"][];
const DAY_MILLISECONDS = 86_400_000;
/** Route of the sums of all routes. */
const ALL_ROUTES = "all";
/** Rows that are read at a time. */
const BATCH = 1000;

type Row = Pick<KeyUsage, "hour" | "route">;

/** Sums, the newest first; of routes the one with the most requests first, each with its newest hour. */
export async function sumUsage(
  reader: Pick<StoreReader, "find">,
  keyId: string,
  { per, from }: UsageSums,
): Promise<readonly KeyUsage[]> {
  const sums = new Map<number | string, KeyUsage>();
  let cursor: string | undefined;
  do {
    const page: Page<UsageDocument> = await reader.find(keyUsage, {
      index: "by_key",
      equals: [keyId],
      ...(from === undefined ? {} : { range: { gte: from } }),
      order: "desc",
      limit: BATCH,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { value } of page.items) {
      const row = rowOf(value, per);
      const at = per === "route" ? row.route : row.hour;
      sums.set(at, sumOf(value, row, sums.get(at)));
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const all = [...sums.values()];
  return per === "route" ? all.sort((a, b) => b.requests - a.requests) : all;
}

/** Refuses sums that there are not. @throws AuthError VALIDATION_ERROR, details.path `per` */
export function checkUsageSums({ per }: UsageSums): void {
  if (!PERS.includes(per)) throw invalid("per", `Figures are summed per ${PERS.join(", ")}.`);
}

function rowOf({ hour, route }: Row, per: UsageSums["per"]): Row {
  if (per === "route") return { hour, route };
  return { hour: per === "day" ? hour - (hour % DAY_MILLISECONDS) : hour, route: ALL_ROUTES };
}

function sumOf(value: KeyUsage, row: Row, sum: KeyUsage | undefined): KeyUsage {
  return {
    ...row,
    hour: sum?.hour ?? row.hour,
    requests: value.requests + (sum?.requests ?? 0),
    bytes: value.bytes + (sum?.bytes ?? 0),
    cost: value.cost + (sum?.cost ?? 0),
    refused: value.refused + (sum?.refused ?? 0),
  };
}
