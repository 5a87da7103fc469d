/** Limits of what other nodes can make this one keep. */

import { integerOption, resolveOptions, type OptionRule } from "@bourse/kernel";

import { toAddress, type Address } from "../address.ts";

/** Rules for shares from other nodes; option `receive` of `createNode`. */
export interface ReceiveOptions {
  /** Wallets whose shares are accepted. Default: every wallet's. */
  readonly from?: readonly string[];
  /** Maximum bytes kept of one sender. Default 67,108,864 (64 MiB). */
  readonly maxBytesPerSender?: number;
  /** Maximum number of shares kept of one sender. Default 1000. */
  readonly maxCountPerSender?: number;
  /** Maximum bytes kept of all senders together. Default 1,073,741,824 (1 GiB). */
  readonly maxBytes?: number;
  /** Maximum number of shares kept of all senders together. Default 100,000. */
  readonly maxCount?: number;
  /**
   * Days after which a received share is deleted. 0–36,500; default 0, which keeps shares until they are deleted by
   * hand.
   */
  readonly retentionDays?: number;
  /** Longest wait in memory for the proof of a share. 0–600,000 ms, default 15,000. */
  readonly proofWaitMilliseconds?: number;
}

/** Resolved rules. */
export interface InboxLimits extends Required<Omit<ReceiveOptions, "from">> {
  /** Wallets whose shares are accepted; null for every wallet. */
  readonly from: ReadonlySet<Address> | null;
}

/** @throws KernelError OPTION_INVALID; NodeError VALIDATION_ERROR (field `from`) */
export function resolveReceiveOptions(given: ReceiveOptions = {}): InboxLimits {
  const max = Number.MAX_SAFE_INTEGER;
  const { from, ...limits } = resolveOptions<
    Required<Omit<ReceiveOptions, "from">> & Pick<ReceiveOptions, "from">
  >("receive", given, {
    from: FROM,
    maxBytesPerSender: integerOption({ min: 0, max, default: 64 * 2 ** 20 }),
    maxCountPerSender: integerOption({ min: 0, max, default: 1000 }),
    maxBytes: integerOption({ min: 0, max, default: 2 ** 30 }),
    maxCount: integerOption({ min: 0, max, default: 100_000 }),
    retentionDays: integerOption({ min: 0, max: 36_500, default: 0 }),
    proofWaitMilliseconds: integerOption({ min: 0, max: 600_000, default: 15_000 }),
  });
  return {
    ...limits,
    from: from === undefined ? null : new Set(from.map((text) => toAddress(text, "from"))),
  };
}

const FROM: OptionRule<readonly string[] | undefined> = {
  expected: "an array of addresses",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  absent: () => undefined,
};
