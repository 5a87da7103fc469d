/** Settings and files of a node, for its commands. */

import { readEnvironment } from "@bourse/http/environment";
import {
  layoutOf,
  nodeEnvironment,
  type Layout,
  type NodeEnvironment,
} from "@bourse/server-node/parts";

import type { Surroundings } from "../command/command.ts";

/** Surroundings of a command, with the settings of the node and the paths of its files. */
export interface NodeContext extends Surroundings {
  readonly config: NodeEnvironment;
  readonly layout: Layout;
}

/** Reads the settings of the node. @throws HttpError ENVIRONMENT_INVALID */
export function nodeContext(surroundings: Surroundings): NodeContext {
  const config = readEnvironment(nodeEnvironment, surroundings.variables);
  return { ...surroundings, config, layout: layoutOf(config.DATA_DIR) };
}
