/** Tokens of the node with their events. */

import type { Transaction } from "@bourse/kernel";

import { toAddress, type Address, NATIVE_TOKEN } from "../address.ts";
import type { TokenEntry, TokenList } from "../chain/port.ts";
import { isNodeError, NodeError } from "../errors.ts";
import type { ActEvents } from "../events/act-events.ts";
import type { NodeEventPayloads, NodeEvents } from "../events/node-event.ts";

/** Balance of one account in one token. */
export interface Balance {
  /** Address of the account. */
  readonly address: Address;
  /** Address of the token; the zero address is the native token. */
  readonly token: Address;
  /** Balance in the token's smallest unit. */
  readonly balance: bigint;
}

/** Tokens that the node handles. */
export interface NodeTokens {
  /** Lists the native token first, then the others in the order in which they were added. */
  list(): Promise<readonly TokenEntry[]>;
  /**
   * Adds an ERC-20; a known one is returned unchanged. Emits `token.added`.
   *
   * @throws NodeError VALIDATION_ERROR (address, abi), TOKEN_UNSUPPORTED (address), CHAIN_UNAVAILABLE
   */
  add(
    address: string,
    abi: readonly unknown[],
  ): Promise<{ readonly token: TokenEntry; readonly created: boolean }>;
  /**
   * Returns a balance at the newest block. Default token: the native one.
   *
   * @throws NodeError VALIDATION_ERROR (address, token), TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  balance(address: string, token?: string): Promise<Balance>;
}

export function createNodeTokens(
  tokens: TokenList,
  events: NodeEvents,
  acts?: ActEvents,
): NodeTokens {
  return Object.freeze({
    list: () => tokens.list(),
    add: async (given: string, abi: readonly unknown[]) => {
      const tell = async (tx: Transaction, token: TokenEntry): Promise<void> =>
        acts?.tell(tx, "token.added", factsOf(token));
      const address = toAddress(given, "address");
      const added = await tokens.add(address, abi, tell).catch((error: unknown) => {
        if (!isNodeError(error, "TOKEN_UNSUPPORTED")) throw error;
        // Here the token is what the caller named as `address`.
        const details = { ...error.details, field: "address" };
        throw new NodeError("TOKEN_UNSUPPORTED", error.message, { details, cause: error });
      });
      if (added.created) events.emit("token.added", factsOf(added.token));
      return added;
    },
    balance: async (account: string, given: string = NATIVE_TOKEN) => {
      const address = toAddress(account, "address");
      const token = toAddress(given, "token");
      return { address, token, balance: await tokens.balanceOf(address, token) };
    },
  });
}

function factsOf({ address, type, symbol }: TokenEntry): NodeEventPayloads["token.added"] {
  return { address, type, symbol };
}
