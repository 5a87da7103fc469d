/** The tokens that the node handles, with their events. */

import { toAddress, type Address, NATIVE_TOKEN } from "../address.ts";
import type { TokenEntry, TokenList } from "../chain/port.ts";
import type { NodeEvents } from "../events/node-event.ts";

export interface Balance {
  readonly address: Address;
  readonly token: Address;
  /** Smallest unit. */
  readonly balance: bigint;
}

export interface NodeTokens {
  /** The native token first, then the others in the order of their adding. */
  list(): Promise<readonly TokenEntry[]>;
  /**
   * Adds an ERC-20 for good; a known one is answered as it stands. Told as `token.added`.
   * @throws NodeError VALIDATION_ERROR (address, abi), TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  add(
    address: string,
    abi: readonly unknown[],
  ): Promise<{ readonly token: TokenEntry; readonly created: boolean }>;
  /**
   * At the newest block. Default token: the native one.
   * @throws NodeError VALIDATION_ERROR (address, token), TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  balance(address: string, token?: string): Promise<Balance>;
}

export function createNodeTokens(tokens: TokenList, events: NodeEvents): NodeTokens {
  return Object.freeze({
    list: () => tokens.list(),
    add: async (given: string, abi: readonly unknown[]) => {
      const added = await tokens.add(toAddress(given, "address"), abi);
      const { address, type, symbol } = added.token;
      if (added.created) events.emit("token.added", { address, type, symbol });
      return added;
    },
    balance: async (account: string, given: string = NATIVE_TOKEN) => {
      const address = toAddress(account, "address");
      const token = toAddress(given, "token");
      return { address, token, balance: await tokens.balanceOf(address, token) };
    },
  });
}
