/**
 * The wire facts of the market curation API, framework-neutral.
 *
 * One suite for every implementation: the mock, the fetch handler, the server, and servers of others.
 */

import { booleanOption, functionOption, resolveOptions, textOption } from "@bourse/kernel";

import { checkExcept, SERVICE_OPTIONS } from "../suite-options.ts";
import { accountCases } from "./account-cases.ts";
import {
  curationServiceAt,
  type CurationCase,
  type CurationConformanceTarget,
} from "./curation-service.ts";
import { draftCases } from "./draft-cases.ts";
import { factorCases } from "./factor-cases.ts";
import { inputCases } from "./input-cases.ts";
import { marketCases } from "./market-cases.ts";
import { moderationCases } from "./moderation-cases.ts";
import { openIdCases } from "./openid-cases.ts";
import { pagingCases } from "./paging-cases.ts";
import { passkeyCases } from "./passkey-cases.ts";
import { personalDataCases } from "./personal-data-cases.ts";
import { recoveryCases } from "./recovery-cases.ts";
import { reviewCases } from "./review-cases.ts";
import { surroundingCases } from "./surrounding-cases.ts";
import { timedCases } from "./timed-cases.ts";
import { walletRecoveryCases } from "./wallet-recovery-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

/** Options of {@link curationConformance}. */
export interface CurationConformanceOptions {
  /** Registers a test, as the `test` of Vitest, node:test and others does. */
  readonly test: (name: string, run: () => Promise<void>, timeoutMilliseconds: number) => unknown;
  /** The service under test; called in each test, so that it may be started before them. */
  readonly target: () => CurationConformanceTarget;
  /** True when the target has `advance`; otherwise the cases that need time are left out. Default false. */
  readonly timed?: boolean;
  /** Prefix of all paths of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** Cases to leave out, by name, each with the reason why the service cannot pass it. Default: none. */
  readonly except?: Readonly<Record<string, string>>;
  /** Called with each case that is left out, and the reason. Default: no-op. */
  readonly onSkip?: (name: string, reason: string) => unknown;
}

/** The last ones move the clock. */
const CASES: readonly CurationCase[] = [
  ...accountCases,
  ...factorCases,
  ...passkeyCases,
  ...openIdCases,
  ...recoveryCases,
  ...moderationCases,
  ...personalDataCases,
  ...webhookCases,
  ...draftCases,
  ...reviewCases,
  ...marketCases,
  ...pagingCases,
  ...inputCases,
  ...surroundingCases,
  ...walletRecoveryCases,
  ...timedCases,
];

/**
 * Registers the suite. It makes accounts and markets of its own, fewer than 250 accounts from one address in an hour;
 * the service may hold others already.
 *
 * @throws KernelError OPTION_INVALID, also when `except` names a case that does not exist
 */
export function curationConformance(options: CurationConformanceOptions): void {
  const owner = "curationConformance";
  const { test, target, except, onSkip, prefix, timed } = resolveOptions(owner, options, {
    ...SERVICE_OPTIONS,
    target: functionOption<() => CurationConformanceTarget>(),
    prefix: textOption({ minLength: 0, default: "/api/v1" }),
    timed: booleanOption({ default: false }),
  });
  checkExcept(
    owner,
    except,
    CASES.map(({ name }) => name),
  );
  for (const { name, run, needsTime = false } of CASES) {
    const reason = except[name] ?? (needsTime && !timed ? "the clock can't be moved" : undefined);
    if (reason !== undefined) onSkip?.(name, reason);
    else test(name, () => run(curationServiceAt(target(), prefix)), 60_000);
  }
}
