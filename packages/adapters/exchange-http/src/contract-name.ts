/** Names of perpetual contracts. */

import { anyText } from "@bourse/kernel";

/** Returns the name by which exchanges list a perpetual contract that others write `BTC/USDT:USDT`: `BTCUSDT`. */
export function contractName(symbol: string): string {
  anyText("symbol", symbol);
  return symbol.replace(/^([^/:]+)\/([^/:]+):\2$/u, "$1$2");
}
