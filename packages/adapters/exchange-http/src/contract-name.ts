/** Names of perpetual contracts. */

/** Returns the name by which exchanges list a perpetual contract that others write `BTC/USDT:USDT`: `BTCUSDT`. */
export function contractName(symbol: string): string {
  return symbol.replace(/^([^/:]+)\/([^/:]+):\2$/u, "$1$2");
}
