/**
 * The wire facts of the node's three APIs, framework-neutral.
 *
 * One suite for every implementation: the mock, the fetch handler, the server, and servers of others.
 */

import { nodeServiceAt, type NodeCase, type NodeConformanceTarget } from "./node-service.ts";
import { pagingCases } from "./paging-cases.ts";
import { shareCases } from "./share-cases.ts";
import { surroundingCases } from "./surrounding-cases.ts";
import { tokenCases } from "./token-cases.ts";

/** Options of {@link nodeConformance}. */
export interface NodeConformanceOptions {
  /** Registers a test, as the `test` of Vitest, node:test and others does. */
  readonly test: (name: string, run: () => Promise<void>, timeoutMilliseconds: number) => unknown;
  /** The node under test; called in each test, so that it may be started before them. */
  readonly target: () => NodeConformanceTarget;
  /** Cases to leave out, by name, each with the reason why the node cannot pass it. Default: none. */
  readonly except?: Readonly<Record<string, string>>;
  /** Called with each case that is left out, and the reason. Default: no-op. */
  readonly onSkip?: (name: string, reason: string) => unknown;
}

const CASES: readonly NodeCase[] = [
  ...surroundingCases,
  ...tokenCases,
  ...shareCases,
  ...pagingCases,
];

/**
 * Registers the suite. It spends a few units of the token and shares a dozen pieces of data. Where the documented rate
 * limits answer 429, it waits as long as `Retry-After` says, 5 seconds at most, and calls again.
 *
 * @throws Error when `except` names a case that does not exist
 */
export function nodeConformance(options: NodeConformanceOptions): void {
  const { except = {} } = options;
  const names = new Set(CASES.map(({ name }) => name));
  for (const name of Object.keys(except)) {
    if (!names.has(name)) throw new Error(`"${name}" is no case of the node conformance suite`);
  }
  for (const { name, run } of CASES) {
    const reason = except[name];
    if (reason !== undefined) options.onSkip?.(name, reason);
    else options.test(name, () => run(nodeServiceAt(options.target())), 60_000);
  }
}
