/** Readiness of a store for health checks: a write probe whose answer is kept for a moment. */

import { anyFunction, checkArguments, objectOf } from "../checked-calls.ts";
import { systemClock, type Clock } from "../clock.ts";
import { isBourseError } from "../errors.ts";
import { functionOption, numberOption, optional, portOption } from "../option-rules.ts";
import { resolveOptions, type OptionRules } from "../options.ts";
import { withDeadline } from "../with-deadline.ts";
import type { Store } from "./port.ts";

/** Options of {@link checkStore}. */
export interface StoreCheckOptions {
  /**
   * Milliseconds for which a good answer is kept, so that health checks do not wear the disk; a fault is kept for a
   * quarter of it, so that the end of an outage is seen soon. Default 1000.
   */
  readonly keepMilliseconds?: number;
  /** Milliseconds after which a probe without an answer counts as a fault. Default 5000. */
  readonly timeoutMilliseconds?: number;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
  /**
   * Called when the store becomes unable to write, with the reason and its cause, and with null when it is able again.
   */
  readonly onChange?: (fault: { readonly reason: string; readonly cause: unknown } | null) => void;
}

/**
 * Creates a function that resolves to null while the store can commit, else to the reason in one sentence, which names
 * no path. It never rejects; calls within the kept time, or while a probe runs, share one probe.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID
 */
export function checkStore(
  store: Pick<Store, "probe">,
  options: StoreCheckOptions = {},
): () => Promise<string | null> {
  checkArguments("checkStore", { store: objectOf({ probe: anyFunction }) }, [store]);
  const resolved = resolveOptions<ResolvedCheckOptions>("checkStore", options, RULES);
  const { keepMilliseconds, timeoutMilliseconds, clock, onChange } = resolved;
  let probing: Promise<string | null> | undefined;
  let until = -Infinity;
  let known: string | null = null;
  /** A probe that has timed out may still hang; another one would hang behind it. */
  let running: Promise<void> | undefined;

  const probe = async (): Promise<string | null> => {
    const fault = await faultOf(async () => {
      running ??= store.probe().finally(() => (running = undefined));
      const work = running;
      const timeout = { clock, milliseconds: timeoutMilliseconds };
      await withDeadline(timeout, () => work);
    });
    const reason = fault === null ? null : fault.reason;
    if (reason !== known) onChange?.(fault);
    known = reason;
    until = clock.monotonic() + (fault === null ? keepMilliseconds : keepMilliseconds / 4);
    return reason;
  };

  return () => {
    if (clock.monotonic() < until) return Promise.resolve(known);
    return (probing ??= probe().finally(() => (probing = undefined)));
  };
}

type ResolvedCheckOptions = Required<Omit<StoreCheckOptions, "onChange">> &
  Pick<StoreCheckOptions, "onChange">;

const RULES: OptionRules<ResolvedCheckOptions> = {
  keepMilliseconds: numberOption({ min: 0, default: 1000 }),
  timeoutMilliseconds: numberOption({ min: 0, default: 5000 }),
  clock: portOption(["now", "monotonic", "sleep"], { default: systemClock }),
  onChange: optional(functionOption()),
};

const REASONS: Readonly<Record<string, string>> = {
  STORE_FULL: "The store has no room for more: its disk is full, or it has reached its bound.",
  STORE_CORRUPT: "The store is damaged; restore it from a backup.",
  STORE_CLOSED: "The store is closed.",
  STORE_CLOCK_WRONG:
    "The clocks of this machine and of the database are more than 5 s apart: set both by NTP.",
  DEADLINE_EXCEEDED: "The store does not answer in time: its disk is too slow or hangs.",
};

async function faultOf(
  work: () => Promise<void>,
): Promise<{ readonly reason: string; readonly cause: unknown } | null> {
  try {
    await work();
    return null;
  } catch (cause) {
    const reason = isBourseError(cause) ? REASONS[cause.code] : undefined;
    return { reason: reason ?? "The store cannot be written.", cause };
  }
}
