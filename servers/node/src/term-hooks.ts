/** Reactions of a server when its node becomes the writer of its store, and when it is the writer no longer. */

import { describeEnvironment, type HttpLogger } from "@bourse/http";
import type { DataNode, measureNode } from "@bourse/node-core";
import type { FirstKey } from "@bourse/node-core/files";
import type { TermHooks } from "@bourse/node-core/writer";

import type { DashboardFeed } from "./apis/servers-options.ts";
import { nodeEnvironment, type NodeEnvironment } from "./environment.ts";

export interface TermHooksParts {
  readonly config: NodeEnvironment;
  readonly node: DataNode;
  readonly logger: HttpLogger;
  readonly version: string;
  readonly measureLane: ReturnType<typeof measureNode>;
  readonly feed: DashboardFeed;
  readonly firstKey: FirstKey;
  readonly isTerminal: boolean;
}

/** Records each term, makes the first key, and measures and sends what the node of the term tells. */
export function createTermHooks(parts: TermHooksParts): TermHooks {
  const { config, node, logger, version, measureLane, feed, firstKey, isTerminal } = parts;
  return {
    prepare: async ({ trail, keys }, isFirst) => {
      trail.append({
        action: isFirst ? "server.started" : "server.took_over",
        actor: "system",
        details: { version, ...describeEnvironment(nodeEnvironment, config) },
      });
      await firstKey.create(keys, isTerminal && isFirst);
    },
    began: ({ events, chain }) => {
      measureLane(chain.chain.lane);
      feed.begin(events);
      const { fault } = node.health().chain;
      if (fault !== null) logger.warn({}, fault);
    },
    ended: () => feed.end(),
  };
}
