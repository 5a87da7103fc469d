/**
 * The wire facts of the access control API, framework-neutral.
 *
 * One suite for every implementation: the mock, the fetch handler, the server, and servers of others.
 */

import { booleanOption, functionOption, resolveOptions, textOption } from "@bourse/kernel";

import { checkExcept, SERVICE_OPTIONS } from "../suite-options.ts";
import { accountCases } from "./account-cases.ts";
import { apiKeyCases } from "./api-key-cases.ts";
import { authServiceAt, type AuthCase, type AuthConformanceTarget } from "./auth-service.ts";
import { deviceCases } from "./device-cases.ts";
import { factorCases } from "./factor-cases.ts";
import { inputCases } from "./input-cases.ts";
import { keyProductCases } from "./key-product-cases.ts";
import { openIdCases } from "./openid-cases.ts";
import { organizationCases } from "./organization-cases.ts";
import { pagingCases } from "./paging-cases.ts";
import { passkeyCases } from "./passkey-cases.ts";
import { permissionCases } from "./permission-cases.ts";
import { personalDataCases } from "./personal-data-cases.ts";
import { recordCases } from "./record-cases.ts";
import { recoveryCases } from "./recovery-cases.ts";
import { sessionCases } from "./session-cases.ts";
import { surroundingCases } from "./surrounding-cases.ts";
import { tokenCases } from "./token-cases.ts";
import { userCases } from "./user-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

/** Options of {@link authConformance}. */
export interface AuthConformanceOptions {
  /** Registers a test, as the `test` of Vitest, node:test and others does. */
  readonly test: (name: string, run: () => Promise<void>, timeoutMilliseconds: number) => unknown;
  /** The service under test; called in each test, so that it may be started before them. */
  readonly target: () => AuthConformanceTarget;
  /** True when the target has `operatorKey`; otherwise the cases of the operator are left out. Default false. */
  readonly operated?: boolean;
  /** Prefix of all paths of the API. Default `/api/v1`. */
  readonly prefix?: string;
  /** Cases to leave out, by name, each with the reason why the service cannot pass it. Default: none. */
  readonly except?: Readonly<Record<string, string>>;
  /** Called with each case that is left out, and the reason. Default: no-op. */
  readonly onSkip?: (name: string, reason: string) => unknown;
}

const CASES: readonly AuthCase[] = [
  ...accountCases,
  ...tokenCases,
  ...recoveryCases,
  ...factorCases,
  ...passkeyCases,
  ...webhookCases,
  ...personalDataCases,
  ...deviceCases,
  ...openIdCases,
  ...sessionCases,
  ...apiKeyCases,
  ...keyProductCases,
  ...organizationCases,
  ...permissionCases,
  ...recordCases,
  ...userCases,
  ...pagingCases,
  ...inputCases,
  ...surroundingCases,
];

/**
 * Registers the suite. It makes accounts of its own, fewer than 200, and fewer than 50 failed logins; the service may
 * hold others already.
 *
 * @throws KernelError OPTION_INVALID, also when `except` names a case that does not exist
 */
export function authConformance(options: AuthConformanceOptions): void {
  const owner = "authConformance";
  const { test, target, except, onSkip, prefix, operated } = resolveOptions(owner, options, {
    ...SERVICE_OPTIONS,
    target: functionOption<() => AuthConformanceTarget>(),
    prefix: textOption({ minLength: 0, default: "/api/v1" }),
    operated: booleanOption({ default: false }),
  });
  checkExcept(
    owner,
    except,
    CASES.map(({ name }) => name),
  );
  for (const { name, run, needsOperator = false } of CASES) {
    const absent = needsOperator && !operated ? "the target has no operatorKey" : undefined;
    const reason = except[name] ?? absent;
    if (reason !== undefined) onSkip?.(name, reason);
    else test(name, () => run(authServiceAt(target(), prefix)), 60_000);
  }
}
