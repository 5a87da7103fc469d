/** The keys of the bus by the settings. */

import { readFile } from "node:fs/promises";

import { KernelError } from "@bourse/kernel";
import { STORED_KEY } from "@bourse/trading-core/process";

import { BUS_KEY_RULE, isBusKey } from "./bus-environment.ts";
import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<BacktestEnvironment, "BUS_KEY" | "BUS_KEY_FILE">;

/**
 * The keys of BUS_KEY, or of the file BUS_KEY_FILE, whose keys are separated by commas or lines; none without both.
 *
 * @throws KernelError OPTION_INVALID, which repeats no key
 */
export async function busKeysOf({ BUS_KEY, BUS_KEY_FILE }: Settings): Promise<readonly string[]> {
  if (BUS_KEY_FILE === undefined) return BUS_KEY;
  if (BUS_KEY.length > 0) {
    throw refused("BUS_KEY", "BUS_KEY and BUS_KEY_FILE are both set: set one of them.");
  }
  const text = await readFile(BUS_KEY_FILE, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
    throw refused(
      "BUS_KEY_FILE",
      `BUS_KEY_FILE=${BUS_KEY_FILE} cannot be read (${code ?? "unknown error"}): set it to a file that this user may read.`,
    );
  });
  const keys = text.split(/[,\s]+/u).filter((key) => key !== "");
  if (keys.length > 0 && keys.length <= 10 && keys.every(isBusKey)) return keys;
  throw refused("BUS_KEY_FILE", `The file of BUS_KEY_FILE must hold ${BUS_KEY_RULE}.`);
}

/** True when the store has a key that signs what goes over the bus. */
export async function needsStoredKey(config: Settings): Promise<boolean> {
  const keys = await busKeysOf(config);
  return keys.length === 0 || keys.includes(STORED_KEY);
}

function refused(option: string, message: string): KernelError {
  return new KernelError("OPTION_INVALID", message, { details: { option } });
}
