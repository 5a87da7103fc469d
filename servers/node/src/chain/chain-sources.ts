/** Input of opening a chain. */

import type { DevelopmentChain } from "@bourse/chain-anvil";
import type { ClosingStack } from "@bourse/kernel";
import type { TermSources } from "@bourse/node-core/writer";

import type { NodeSources } from "../node-sources.ts";

/** Starts the development chain of this process at the first call; later ones return the same. */
export type StartDevelopment = () => Promise<DevelopmentChain>;

/** Sources of the chain of one term. */
export interface ChainSources
  extends TermSources, Pick<NodeSources, "config" | "logger" | "parts"> {
  readonly startDevelopment: StartDevelopment;
  readonly opened: ClosingStack;
}
