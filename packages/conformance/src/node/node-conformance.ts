/**
 * The wire facts of the node's three APIs, framework-neutral.
 *
 * One suite for every implementation: the mock, the fetch handler, the server, and servers of others.
 */

import { functionOption, resolveOptions } from "@bourse/kernel";

import { checkExcept, SERVICE_OPTIONS } from "../suite-options.ts";
import { nodeServiceAt, type NodeCase, type NodeConformanceTarget } from "./node-service.ts";
import { pagingCases } from "./paging-cases.ts";
import { shareCases } from "./share-cases.ts";
import { surroundingCases } from "./surrounding-cases.ts";
import { tokenCases } from "./token-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

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
  ...webhookCases,
  ...pagingCases,
];

/**
 * Registers the suite. It spends a few units of the token and shares a dozen pieces of data. Where the documented rate
 * limits answer 429, it waits as long as `Retry-After` says, 5 seconds at most, and calls again.
 *
 * @throws KernelError OPTION_INVALID, also when `except` names a case that does not exist
 */
export function nodeConformance(options: NodeConformanceOptions): void {
  const owner = "nodeConformance";
  const { test, target, except, onSkip } = resolveOptions(owner, options, {
    ...SERVICE_OPTIONS,
    target: functionOption<() => NodeConformanceTarget>(),
  });
  checkExcept(
    owner,
    except,
    CASES.map(({ name }) => name),
  );
  for (const { name, run } of CASES) {
    const reason = except[name];
    if (reason !== undefined) onSkip?.(name, reason);
    else test(name, () => run(nodeServiceAt(target())), 60_000);
  }
}
