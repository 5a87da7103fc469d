/**
 * Claim: a route behind an API key or a repeated access token serves at least 0.80 of the requests a second that it
 * serves to anyone. A key costs one SHA-256 a request: docs/decisions/api-key-digest.md.
 *
 * One process serves one deployment out of the memory store, another asks for it over 32 connections. Rounds alternate;
 * the ratio is taken in each, the median is told.
 */

import { median, report } from "./fixture.ts";
import { openWire, requestOf } from "./load.ts";
import { startServerProcess } from "./server-process.ts";

const ROUNDS = 41;
const REQUESTS = 1600;
const WARM_UP = 8000;
const CONNECTIONS = 32;

export async function measureGuardedRoutes(): Promise<void> {
  const server = await startServerProcess();
  const wire = await openWire(server.port, CONNECTIONS);
  const guarded = `/api/v1/deployments/${server.id}`;
  const requests = {
    open: requestOf("GET", `/open/deployments/${server.id}`),
    key: requestOf("GET", guarded, { "x-api-key": server.key }),
    token: requestOf("GET", guarded, { authorization: `Bearer ${server.token}` }),
  };
  const names = ["open", "key", "token"] as const;
  const cost = async (name: keyof typeof requests): Promise<number> => {
    const start = performance.now();
    await wire.run(requests[name], REQUESTS);
    return performance.now() - start;
  };
  for (const name of names) await wire.run(requests[name], WARM_UP);
  const ratios: Record<"key" | "token", number[]> = { key: [], token: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = { open: 0, key: 0, token: 0 };
    // Another one begins each time.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] ?? "open";
      costs[name] = await cost(name);
    }
    ratios.key.push(costs.open / costs.key);
    ratios.token.push(costs.open / costs.token);
  }
  wire.close();
  await server.end();
  const [key, token] = [median(ratios.key), median(ratios.token)];
  report(
    "requests a second behind an API key, × the open route (≥ 0.80)",
    key.toFixed(2),
    key >= 0.8,
  );
  report(
    "requests a second behind a repeated token, × open (≥ 0.80)",
    token.toFixed(2),
    token >= 0.8,
  );
}
