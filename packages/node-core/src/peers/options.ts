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

/** What every engine of the peer network is made of. */
export interface PeerNetworkOptions {
  readonly identity: NodeIdentity;
  /** Opened with `peerCollections` among others; known peers and announcements outlive a restart there. */
  readonly store: Store;
  /** Multiaddrs to dial until they answer, and again whenever they are lost; with or without `/p2p/<node id>`. Default none. */
  readonly initialPeers?: readonly string[];
  /** Between two probes of a peer, ± 10 %, and the longest rest between two dials. 100–3,600,000. Default 60,000. */
  readonly probeIntervalMilliseconds?: number;
  /** For a dial or a probe. 100–60,000. Default 3000. */
  readonly dialTimeoutMilliseconds?: number;
  /**
   * For one share and its acknowledgement once its turn has come. A dead peer is noticed sooner; a slow link needs
   * minutes: 5 % loss at 200 ms round trip carries some 20 KB/s. 1000–3,600,000. Default 600,000.
   */
  readonly shareTimeoutMilliseconds?: number;
  /** How many peers to be connected to by own dialling. 1–1000. Default 100. */
  readonly maxDialledPeers?: number;
  /** How long an own announcement is good; it is renewed at half of that. 3600 to 366 days. Default 30 days. */
  readonly announcementLifetimeSeconds?: number;
  /** Broken frames that a peer may send in a minute before it is kept out. 1–1,000,000. Default 3. */
  readonly brokenFramesPerMinute?: number;
  /** Requests of one peer; more are reset. 1–1,000,000. Default 500. */
  readonly requestsPerSecond?: number;
  /** Called when the store fails behind the scenes; the network goes on from memory. Default: nobody is told. */
  readonly onFault?: (error: unknown) => void;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** For jitter only. Default: seeded by the node id. */
  readonly random?: Random;
}

export type PeerSettings = Required<PeerNetworkOptions>;

/**
 * The options in force, an engine's own ones included.
 *
 * @throws KernelError OPTION_INVALID, also for keys in neither set of rules
 */
export function resolvePeerOptions<Engine extends object = object>(
  owner: string,
  options: PeerNetworkOptions,
  engineRules: OptionRules<Engine> = {} as OptionRules<Engine>,
): PeerSettings & Readonly<Engine> {
  const rules = { ...commonRules(options), ...engineRules } as OptionRules<PeerSettings & Engine>;
  return resolveOptions<PeerSettings & Engine>(owner, options, rules);
}

function commonRules({ identity }: PeerNetworkOptions): OptionRules<PeerSettings> {
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
    random: portOption<Random>(["next", "shuffle"], {
      default: seededRandom(identity.nodeId),
    }),
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
