/** Every reading route of a node that its own store or memory answers, and how long they take. */

import type { Answer } from "./calls.ts";
import type { TestNode } from "./running-node.ts";

export type Ask = () => Promise<Answer>;

/** `dataHash` is of a share that is proved; `before` runs before each request. */
export function routesWithoutChain(
  node: TestNode,
  dataHash: string,
  before: () => Promise<void>,
): readonly Ask[] {
  const asking =
    (api: "internal" | "external", path: string): Ask =>
    async () => {
      await before();
      return node[api]("GET", path);
    };
  return [
    ...["/health", "/shares", "/tokens", "/network/self", "/api-keys"].map((path) =>
      asking("internal", path),
    ),
    ...[
      "/health",
      `/data/${dataHash}`,
      `/verify_data/${dataHash}`,
      "/compliance_history",
      "/network/stats",
      "/network/peers",
    ].map((path) => asking("external", path)),
  ];
}

/** Milliseconds, over so many requests in turn. @throws Error when one is not answered 200 */
export async function p99Of(ask: readonly Ask[], requests: number): Promise<number> {
  const times: number[] = [];
  while (times.length < requests) {
    for (const one of ask) {
      const begin = performance.now();
      const { status, text } = await one();
      if (status !== 200) throw new Error(`expected 200, found ${status}: ${text}`);
      times.push(performance.now() - begin);
    }
  }
  times.sort((one, other) => one - other);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
}
