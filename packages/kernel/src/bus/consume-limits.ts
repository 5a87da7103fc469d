import { objectOf } from "../checked-calls.ts";
import { argumentInvalid, checkInteger } from "../checks.ts";
import { didYouMean } from "../nearest-name.ts";
import type { ConsumeOptions } from "./port.ts";

/**
 * Checks the limits of a consumer and fills in their defaults.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function consumeLimits(options: ConsumeOptions): Required<ConsumeOptions> {
  objectOf({})("options", options);
  const { concurrency, leaseMilliseconds, maxDeliveries = 20 } = options;
  checkInteger("concurrency", concurrency, { min: 1, max: 1000 });
  checkInteger("leaseMilliseconds", leaseMilliseconds, { min: 1, max: 86_400_000 });
  checkInteger("maxDeliveries", maxDeliveries, { min: 1, max: 1000 });
  const limits = { concurrency, leaseMilliseconds, maxDeliveries };
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(limits, name)) continue;
    const hint = didYouMean(name, Object.keys(limits));
    throw argumentInvalid(`options.${name}`, `consume: there is no option "${name}".${hint}`);
  }
  return limits;
}
