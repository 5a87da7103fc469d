/** ccxt is brought by whoever wants it: 60 MB are no burden for those who do not. */

import { KernelError } from "@bourse/kernel";

import type { CcxtModule } from "./ccxt-shapes.ts";

/**
 * The ccxt that is installed beside this package; the first call takes a second or two.
 *
 * @throws KernelError OPTION_INVALID when none is installed: says how to get it
 */
export async function loadCcxt(): Promise<CcxtModule> {
  let found: { readonly default: unknown };
  try {
    found = await import("ccxt");
  } catch (error) {
    throw new KernelError(
      "OPTION_INVALID",
      "loadCcxt: expected the package ccxt, found none; add it with `npm install ccxt@4`.",
      { details: { owner: "loadCcxt", option: "ccxt" }, cause: error },
    );
  }
  return found.default as CcxtModule;
}
