/** Metrics of the login throttles of servers with accounts. */

import { anyMetrics } from "../part-shapes.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Returns the listener to attempts that the throttles refuse; without metrics one that does nothing.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function loginThrottleCounter(metrics: Metrics | undefined): (limit: string) => void {
  anyMetrics("metrics", metrics);
  const count = metrics?.counter({
    name: "bourse_login_throttled_total",
    help: "Logins and registrations that a throttle refused, by the limit that was reached.",
    labels: ["limit"],
  });
  return (limit) => count?.({ limit });
}
