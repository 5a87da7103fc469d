/**
 * A JSON-RPC endpoint on this machine, as a process of its own, in front of a chain of its own: with the limits, the
 * wordings, the lies and the lost answers that its flags ask for. Try it by hand:
 *
 * `node -C @bourse/source test/world/endpoint/main.ts --port 8545 --batch-limit 1 --least-tip-gwei 25`
 */

import { behaviourOf } from "./behaviour.ts";
import { openEndpoint } from "./server.ts";

const endpoint = await openEndpoint(behaviourOf(process.argv.slice(2)));
process.stdout.write(`${endpoint.url}\n`);
// Where a test has started it.
process.send?.({ url: endpoint.url });
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) {
  process.once(signal, () => void endpoint.close());
}
