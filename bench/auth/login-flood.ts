/**
 * Claim: while logins flood in, the p99 of other routes is at most twice what it is when nothing else happens, and the
 * hashes under way and waiting are bounded.
 */

import { EMAIL, note, report } from "./fixture.ts";
import { openWire, requestOf } from "./load.ts";
import { MAX_IN_FLIGHT, MAX_QUEUED } from "./serve.ts";
import { startServerProcess } from "./server-process.ts";

const CONNECTIONS = 4;
const ATTACKERS = 150;
const REQUESTS = 10_000;

export async function measureLoginFlood(): Promise<void> {
  const server = await startServerProcess();
  const others = await openWire(server.port, CONNECTIONS);
  const request = requestOf("GET", `/api/v1/deployments/${server.id}`, { "x-api-key": server.key });
  await others.run(request, REQUESTS);
  const idle = p99(await others.run(request, REQUESTS));
  const flood = await openWire(server.port, ATTACKERS, [401, 503]);
  const body = JSON.stringify({ email: EMAIL, password: "not the password" });
  let isOver = false;
  const attack = async (): Promise<number> => {
    let logins = 0;
    while (!isOver) {
      const times = await flood.run(requestOf("POST", "/api/v1/auth/login", {}, body), ATTACKERS);
      logins += times.length;
    }
    return logins;
  };
  const attacked = attack();
  const flooded = p99(await others.run(request, REQUESTS));
  isOver = true;
  const logins = await attacked;
  const { mostHashes } = await server.usage();
  others.close();
  flood.close();
  await server.end();
  const ratio = flooded / idle;
  report("p99 of another route under a login flood, × idle (≤ 2)", ratio.toFixed(2), ratio <= 2);
  // The one that is being turned away has been counted already.
  const bound = MAX_IN_FLIGHT + MAX_QUEUED + 1;
  report(
    `hashes under way and waiting at once, of ${logins} logins (≤ ${bound})`,
    String(mostHashes),
    mostHashes <= bound,
  );
  note("p99 idle and flooded, milliseconds", `${idle.toFixed(2)} ${flooded.toFixed(2)}`);
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
