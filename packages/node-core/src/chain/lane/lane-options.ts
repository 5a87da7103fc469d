/** The lane's options, resolved. */
import {
  functionOption,
  integerOption,
  portOption,
  systemClock,
  type Clock,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import type { WalletSigner } from "../../identity/port.ts";
import type { ChainRpc } from "../port.ts";

export interface TransactionLaneOptions {
  readonly rpc: ChainRpc;
  /** What every signature is bound to. */
  readonly chainId: number;
  readonly signer: WalletSigner;
  /** Opened with `chainCollections`. */
  readonly store: Store;
  /** Blocks until a transaction is final, its own included, 1–1000. Default 12. */
  readonly confirmations?: number;
  /** Between two looks at the chain while something is open, 5–60,000. Default 1,000. */
  readonly pollMilliseconds?: number;
  /** So long a transaction may wait before its fees are raised; doubled at each time, 100–3,600,000. Default 60,000. */
  readonly stuckAfterMilliseconds?: number;
  /** So often the same bytes are sent again while they are in no block, 100–3,600,000. Default 15,000. */
  readonly rebroadcastMilliseconds?: number;
  /** So many transactions may have a nonce and not be final at a time, 1–1000. Default 64, which pools hold for one sender. */
  readonly inFlightLimit?: number;
  /** No transaction offers more for a unit of gas, in gwei, 1–1,000,000. Default 500. */
  readonly maximumFeeGwei?: number;
  readonly clock?: Clock;
  /** Hears of what went wrong and is tried again: for logs. */
  readonly onTrouble?: (error: unknown) => void;
}

export const LANE_OPTION_RULES: OptionRules<Required<TransactionLaneOptions>> = {
  rpc: portOption<ChainRpc>(["request", "batch"]),
  chainId: integerOption({ min: 1 }),
  signer: portOption<WalletSigner>(["signTransaction"]),
  store: portOption<Store>(["transaction", "get", "find"]),
  confirmations: integerOption({ min: 1, max: 1000, default: 12 }),
  pollMilliseconds: integerOption({ min: 5, max: 60_000, default: 1_000 }),
  stuckAfterMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 60_000 }),
  rebroadcastMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 15_000 }),
  inFlightLimit: integerOption({ min: 1, max: 1000, default: 64 }),
  maximumFeeGwei: integerOption({ min: 1, max: 1_000_000, default: 500 }),
  clock: portOption<Clock>(["now", "sleep"], { default: systemClock }),
  onTrouble: functionOption<(error: unknown) => void>({ default: () => undefined }),
};
