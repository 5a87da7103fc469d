/** Every reading route of a node that its own store or memory answers. */

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
      "/compliance_history/export",
      "/network/stats",
      "/network/peers",
    ].map((path) => asking("external", path)),
  ];
}
