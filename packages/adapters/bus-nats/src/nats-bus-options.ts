/** Options of a bus over NATS. */

import {
  booleanOption,
  functionOption,
  integerOption,
  KernelError,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type BusFault,
  type Clock,
  type OptionRule,
} from "@bourse/kernel";

/** Options of {@link openNatsBus}. */
export interface NatsBusOptions {
  /** Address of the server: `nats://user:password@host:port`, `tls://…`; several of a cluster separated by commas. */
  readonly url: string;
  /**
   * Content of a credentials file of NATS (`.creds`: a JWT and the seed of its key), in place of a login in `url`.
   * Default: none.
   */
  readonly credentials?: string;
  /**
   * Certificates in PEM of the authorities that sign the server's certificate, for a `tls://` address. Default: those
   * that Node.js trusts.
   */
  readonly ca?: string;
  /**
   * True to use no server that lets clients in without credentials: calls are then BUS_UNAVAILABLE, with
   * `isOpenToAll: true` in its details. Default false.
   */
  readonly isLoginRequired?: boolean;
  /**
   * Keys of the buses that belong together, each of 32–512 characters: calls, answers, events and messages of queues
   * are signed with the first, and one that no key of the list has signed is refused. 1–10 keys; default: none, nothing
   * is signed, and whoever may write to the server is believed. To change a key without a pause, add the new one at the
   * end everywhere, then move it to the front everywhere, then drop the old one.
   */
  readonly keys?: readonly string[];
  /**
   * True to take what carries no signature as well, while buses without keys are being replaced; a wrong signature is
   * refused all the same. Default false.
   */
  readonly acceptsUnsigned?: boolean;
  /**
   * Prefix of all names on the server: buses of one namespace share queues, topics and services. 1–32 letters, digits,
   * `_` and `-`; default `bourse`.
   */
  readonly namespace?: string;
  /**
   * Name of this process in the server's monitoring, and of the caller in the services that it asks. Default `bourse`.
   */
  readonly clientName?: string;
  /** Maximum number of messages in one queue, running ones included. 1–1,000,000; default 10,000. */
  readonly maxWaiting?: number;
  /** Delay in milliseconds before a rejected message is delivered again. 0–3,600,000; default 1000. */
  readonly redeliveryDelayMilliseconds?: number;
  /** Number of servers of a cluster that keep each message. 1–5, default 1. */
  readonly replicas?: number;
  /** Longest wait for the server's confirmation in milliseconds. 10–60,000, default 1000. */
  readonly timeoutMilliseconds?: number;
  /**
   * Clock of leases and delays in this process, and of the times of calls and events, which may differ by 30 s from the
   * clock of their reader. Default: the system clock.
   */
  readonly clock?: Clock;
  /** Called with errors that no caller learns of, lost connections included. Default: no-op. */
  readonly onFault?: (fault: BusFault) => void;
}

/** Options with their defaults. */
export type NatsBusSettings = Required<Omit<NatsBusOptions, "credentials" | "ca">> &
  Pick<NatsBusOptions, "credentials" | "ca">;

const keysOption: OptionRule<readonly string[]> = {
  expected: "a list of 1 to 10 texts of 32 to 512 characters",
  accepts: (value) =>
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= 10 &&
    value.every((key) => typeof key === "string" && key.length >= 32 && key.length <= 512),
  absent: () => [],
};

/** @throws KernelError OPTION_INVALID */
export function resolveNatsBusOptions(options: NatsBusOptions): NatsBusSettings {
  const settings = resolveOptions<NatsBusSettings>("openNatsBus", options, {
    url: textOption({ maxLength: 2000 }),
    credentials: optional(textOption({ maxLength: 65_536 })),
    ca: optional(textOption({ maxLength: 1_048_576 })),
    isLoginRequired: booleanOption({ default: false }),
    keys: keysOption,
    acceptsUnsigned: booleanOption({ default: false }),
    namespace: textOption({ maxLength: 32, default: "bourse" }),
    clientName: textOption({ maxLength: 200, default: "bourse" }),
    maxWaiting: integerOption({ min: 1, max: 1_000_000, default: 10_000 }),
    redeliveryDelayMilliseconds: integerOption({ min: 0, max: 3_600_000, default: 1000 }),
    replicas: integerOption({ min: 1, max: 5, default: 1 }),
    timeoutMilliseconds: integerOption({ min: 10, max: 60_000, default: 1000 }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    onFault: functionOption<(fault: BusFault) => void>({ default: () => undefined }),
  });
  if (!/^[A-Za-z0-9_-]+$/u.test(settings.namespace)) {
    throw new KernelError(
      "OPTION_INVALID",
      "openNatsBus: the option namespace must be letters, digits, _ and - only.",
      { details: { option: "namespace" } },
    );
  }
  return settings;
}
