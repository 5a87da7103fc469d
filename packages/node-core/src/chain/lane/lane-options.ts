/** Options of the transaction lane and their rules. */
import {
  functionOption,
  integerOption,
  optional,
  portOption,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import type { WalletSigner } from "../../identity/port.ts";
import type { ChainRpc } from "../port.ts";

/** Options of {@link createTransactionLane}. */
export interface TransactionLaneOptions {
  /** JSON-RPC access to the chain. */
  readonly rpc: ChainRpc;
  /** Chain id that every signature is bound to. */
  readonly chainId: number;
  /** Wallet that signs. */
  readonly signer: WalletSigner;
  /** Store of the journal, opened with `chainCollections`. */
  readonly store: Store;
  /**
   * Name of the place where the store lies, 1–200 characters: when it differs from that of the last start, the store is
   * taken for a copy, and open transactions are parked for review. Default: places are not told apart.
   */
  readonly home?: string | undefined;
  /** Number of blocks until a transaction is final, its own included. 1–1000, default 12. */
  readonly confirmations?: number;
  /** Interval between two reads of the chain while a transaction is open. 5–60,000 ms, default 1000. */
  readonly pollMilliseconds?: number;
  /**
   * Time without a block after which the fees of a transaction are raised; it doubles each time. 100–3,600,000 ms,
   * default 60,000.
   */
  readonly stuckAfterMilliseconds?: number;
  /** Interval at which a transaction that is in no block is sent again. 100–3,600,000 ms, default 15,000. */
  readonly rebroadcastMilliseconds?: number;
  /**
   * Maximum number of transactions with a nonce that are not final. 1–1000, default 64, which node pools accept per
   * sender.
   */
  readonly inFlightLimit?: number;
  /** Maximum fee per gas in gwei. 1–1,000,000, default 500. */
  readonly maximumFeeGwei?: number;
  /**
   * Minimum priority fee per gas in gwei, or gas price on a chain without EIP-1559, for a chain whose endpoints suggest
   * less than they take. 0–1,000,000, default 0: what the endpoint suggests, and more where that is refused.
   */
  readonly minimumTipGwei?: number;
  /** Clock for timers. Default: the system clock. */
  readonly clock?: Clock;
  /** Callback for errors that are retried, for logs. Default: no-op. */
  readonly onTrouble?: (error: unknown) => void;
}

/** Options with their defaults. */
export type LaneSettings = Required<Omit<TransactionLaneOptions, "home">> &
  Pick<TransactionLaneOptions, "home">;

export const LANE_OPTION_RULES: OptionRules<LaneSettings> = {
  rpc: portOption<ChainRpc>(["request", "batch"]),
  chainId: integerOption({ min: 1 }),
  signer: portOption<WalletSigner>(["signTransaction"]),
  store: portOption<Store>(["transaction", "get", "find"]),
  home: optional(textOption({ maxLength: 200 })),
  confirmations: integerOption({ min: 1, max: 1000, default: 12 }),
  pollMilliseconds: integerOption({ min: 5, max: 60_000, default: 1_000 }),
  stuckAfterMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 60_000 }),
  rebroadcastMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 15_000 }),
  inFlightLimit: integerOption({ min: 1, max: 1000, default: 64 }),
  maximumFeeGwei: integerOption({ min: 1, max: 1_000_000, default: 500 }),
  minimumTipGwei: integerOption({ min: 0, max: 1_000_000, default: 0 }),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  onTrouble: functionOption<(error: unknown) => void>({ default: () => undefined }),
};
