import {
  functionOption,
  integerOption,
  portOption,
  resolveOptions,
  seededRandom,
  systemClock,
  type Clock,
  type OptionRule,
  type OptionRules,
  type Random,
  type Store,
} from "@bourse/kernel";

import type { NodeIdentity } from "../identity/port.ts";

/** Options that every engine of the peer network takes. */
export interface PeerNetworkOptions {
  /** Identity of this node: its key signs announcements, and its node id names it to other peers. */
  readonly identity: NodeIdentity;
  /** Store that keeps known peers and announcements over restarts; opened with `peerCollections` among others. */
  readonly store: Store;
  /**
   * Multiaddrs to dial until they answer, and again after a lost connection; with or without `/p2p/<node id>`. Default
   * none.
   */
  readonly initialPeers?: readonly string[];
  /**
   * Interval between two probes of a peer, ± 10 %, and the longest back-off between two dials. 100–3,600,000 ms,
   * default 60,000.
   */
  readonly probeIntervalMilliseconds?: number;
  /** Timeout of one dial or probe. 100–60,000 ms, default 3000. */
  readonly dialTimeoutMilliseconds?: number;
  /**
   * Timeout of one share and its acknowledgement, from the moment that it is sent. 1000–3,600,000 ms, default 600,000.
   * A dead peer is noticed sooner; a slow link needs minutes: with 5 % loss and a round trip of 200 ms, QUIC carries
   * about 20 KB/s.
   */
  readonly shareTimeoutMilliseconds?: number;
  /** Maximum number of peers that this node dials by itself. 1–1000, default 100. */
  readonly maxDialledPeers?: number;
  /**
   * Lifetime of an own announcement; it is renewed after half of it. 3600 s to 366 days, default 30 days (2,592,000 s).
   */
  readonly announcementLifetimeSeconds?: number;
  /** Invalid frames that a peer may send in one minute before its connections are refused. 1–1,000,000, default 3. */
  readonly brokenFramesPerMinute?: number;
  /** Maximum requests per second from one peer; further ones are reset. 1–1,000,000, default 500. */
  readonly requestsPerSecond?: number;
  /** Callback for background errors, such as a failing store; the network goes on from memory. Default: no-op. */
  readonly onFault?: (error: unknown) => void;
  /** Clock for timers and expiry. Default: the system clock. */
  readonly clock?: Clock;
  /** Random numbers for jitter. Default: a generator that is seeded with the node id. */
  readonly random?: Random;
}

/** Resolved options: every default is filled in. */
export type PeerSettings = Required<PeerNetworkOptions>;

/**
 * Checks the options of an engine and fills in the defaults, with `engineRules` for the options that only this engine
 * has.
 *
 * @throws KernelError OPTION_INVALID for an invalid value or an unknown key
 */
export function resolvePeerOptions<Engine extends object = object>(
  owner: string,
  options: PeerNetworkOptions,
  engineRules: OptionRules<Engine> = {} as OptionRules<Engine>,
): PeerSettings & Readonly<Engine> {
  const rules = { ...commonRules(() => options), ...engineRules } as OptionRules<
    PeerSettings & Engine
  >;
  return resolveOptions<PeerSettings & Engine>(owner, options, rules);
}

/** `given` is read when the identity has been checked. */
function commonRules(given: () => PeerNetworkOptions): OptionRules<PeerSettings> {
  return {
    identity: portOption<NodeIdentity>(["signTypedData"]),
    store: portOption<Store>(["transaction", "get", "find"]),
    initialPeers: stringListOption(),
    probeIntervalMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 60_000 }),
    dialTimeoutMilliseconds: integerOption({ min: 100, max: 60_000, default: 3000 }),
    shareTimeoutMilliseconds: integerOption({ min: 1000, max: 3_600_000, default: 600_000 }),
    maxDialledPeers: integerOption({ min: 1, max: 1000, default: 100 }),
    announcementLifetimeSeconds: integerOption({
      min: 3600,
      max: 366 * 86_400,
      default: 30 * 86_400,
    }),
    brokenFramesPerMinute: integerOption({ min: 1, max: 1_000_000, default: 3 }),
    requestsPerSecond: integerOption({ min: 1, max: 1_000_000, default: 500 }),
    onFault: functionOption<(error: unknown) => void>({ default: () => undefined }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    random: {
      ...portOption<Random>(["next", "shuffle"]),
      absent: () => seededRandom(given().identity.nodeId),
    },
  };
}

/** Rule for an option that takes an array of strings; default: the empty array. */
export function stringListOption(): OptionRule<readonly string[]> {
  return {
    expected: "an array of strings",
    accepts: (value) => Array.isArray(value) && value.every((text) => typeof text === "string"),
    absent: () => [],
  };
}
