import { hasCode } from "@bourse/kernel";

import type { CandleFault } from "../../src/data/index.ts";

/** The faults that `read` names when it refuses candles; none when it takes them. */
export function faultsOf(read: () => unknown): readonly CandleFault[] {
  try {
    read();
  } catch (error) {
    if (hasCode(error, "CANDLES_INVALID")) return error.details["rows"] as readonly CandleFault[];
    throw error;
  }
  return [];
}
