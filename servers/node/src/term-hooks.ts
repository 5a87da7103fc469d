/** Reactions of a server when its node becomes the writer of its store, and when it is the writer no longer. */

import { describeEnvironment, type HttpLogger } from "@bourse/http";
import type { DataNode } from "@bourse/node-core";

import { nodeEnvironment, type NodeEnvironment } from "./environment.ts";
import type { FirstKey } from "./first-key.ts";
import type { measureNode } from "./measure-node.ts";
import type { TermHooks } from "./node-host.ts";
import type { TermFeed } from "./writer/term-feed.ts";

export interface TermHooksParts {
  readonly config: NodeEnvironment;
  readonly node: DataNode;
  readonly logger: HttpLogger;
  readonly version: string;
  readonly measureLane: ReturnType<typeof measureNode>;
  readonly feed: TermFeed;
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
