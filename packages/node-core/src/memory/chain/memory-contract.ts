/** Contract of the chain in memory. */

import type { Address, Hex } from "../../address.ts";
import type { MemoryState } from "./memory-state.ts";

export interface MemoryLog {
  readonly address: Address;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface MemoryCall {
  readonly from: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly state: MemoryState;
  /** Unix seconds of the block. */
  readonly timestamp: number;
  readonly logs: MemoryLog[];
  /** A call of this contract to another. @throws Reverted */
  call(to: Address, data: Hex, from: Address): string;
}

export interface MemoryContract {
  readonly address: Address;
  /** Answers ABI-encoded. @throws Reverted */
  run(call: MemoryCall): string;
}

/** The name under which an account's native balance stands. */
export function nativeKey(address: Address): string {
  return `native ${address}`;
}
