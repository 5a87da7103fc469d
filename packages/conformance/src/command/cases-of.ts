/** The cases of a service's suite as a list, in place of a test runner. */

import { authConformance } from "../auth/auth-conformance.ts";
import type { AuthConformanceTarget } from "../auth/auth-service.ts";
import { backtestConformance } from "../backtest/backtest-conformance.ts";
import { curationConformance } from "../curation/curation-conformance.ts";
import type { CurationConformanceTarget } from "../curation/curation-service.ts";
import type { ConformanceTarget } from "../http/wire.ts";
import { nodeConformance } from "../node/node-conformance.ts";
import type { NodeConformanceTarget } from "../node/node-service.ts";

/** Names of the services that have a suite. */
export const SERVICES = ["auth", "backtest", "curation", "node"] as const;

/** Name of a service that has a suite. */
export type ServiceName = (typeof SERVICES)[number];

/** A case that can be run. */
export interface ServiceCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The cases of a service, and those that the target has no means for, with the reason. */
export function casesOf(
  service: ServiceName,
  target: ConformanceTarget,
  prefix?: string,
): {
  readonly cases: readonly ServiceCase[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
} {
  const cases: ServiceCase[] = [];
  const skipped: { name: string; reason: string }[] = [];
  const options = {
    test: (name: string, run: () => Promise<void>) => void cases.push({ name, run }),
    onSkip: (name: string, reason: string) => void skipped.push({ name, reason }),
    ...(prefix === undefined ? {} : { prefix }),
  };
  // The file of the target was checked for these members.
  switch (service) {
    case "auth":
      authConformance({
        ...options,
        target: () => target as AuthConformanceTarget,
        operated: "operatorKey" in target,
      });
      break;
    case "backtest":
      backtestConformance({ ...options, target: () => target });
      break;
    case "curation":
      curationConformance({ ...options, target: () => target as CurationConformanceTarget });
      break;
    case "node":
      nodeConformance({ ...options, target: () => target as unknown as NodeConformanceTarget });
      break;
  }
  return { cases, skipped };
}
