/**
 * An exchange on this machine, as a process of its own: the REST interfaces of Binance (spot and perpetual contracts)
 * and Bybit and their sockets of candles under one address, with the limits, faults and lost answers that its flags
 * ask for. Try it by hand:
 *
 * `node -C @bourse/source test/world/exchange/main.ts --port 8900 --failures 0.05`
 */

import { behaviourOf } from "./behaviour.ts";
import { openExchange } from "./server.ts";

const exchange = await openExchange(behaviourOf(process.argv.slice(2)));
const updates = setInterval(() => exchange.sockets.update(), 250);
process.stdout.write(`${exchange.url}\n`);
// Where a test has started it.
process.send?.({ url: exchange.url });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    clearInterval(updates);
    void exchange.close();
  });
}
