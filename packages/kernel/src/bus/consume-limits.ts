import { checkInteger } from "../checks.ts";
import type { ConsumeOptions } from "./port.ts";

/**
 * Checks the limits of a consumer and fills in their defaults.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function consumeLimits(options: ConsumeOptions): Required<ConsumeOptions> {
  const { concurrency, leaseMilliseconds, maxDeliveries = 20 } = options;
  checkInteger("concurrency", concurrency, { min: 1, max: 1000 });
  checkInteger("leaseMilliseconds", leaseMilliseconds, { min: 1, max: 86_400_000 });
  checkInteger("maxDeliveries", maxDeliveries, { min: 1, max: 1000 });
  return { concurrency, leaseMilliseconds, maxDeliveries };
}
