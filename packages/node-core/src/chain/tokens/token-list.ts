/** The tokens that the node handles, in the store. */
import {
  defineCollection,
  hasCode,
  portOption,
  resolveOptions,
  integerOption,
  systemClock,
  textOption,
  type Clock,
  type Collection,
  type Entity,
  type Store,
  type Transaction,
} from "@bourse/kernel";
import { Fragment, type JsonFragment } from "ethers";

import { NATIVE_TOKEN, type Address } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import type { ChainRpc, TokenEntry, TokenList } from "../port.ts";
import { readBalance, readToken } from "./erc20.ts";
import { shownSymbol } from "./token-symbol.ts";

/** Options of {@link createTokenList}. */
export interface TokenListOptions {
  /** JSON-RPC access to the chain. */
  readonly rpc: ChainRpc;
  /** Chain id. */
  readonly chainId: number;
  /** Store of the list, opened with `chainCollections`. */
  readonly store: Store;
  /** Symbol of the native token. Default `ETH`. */
  readonly nativeSymbol?: string;
  /** Clock for the order of the list. Default: the system clock. */
  readonly clock?: Clock;
}

interface ListedToken extends Entity {
  readonly chain: number;
  readonly address: Address;
  readonly symbol: string;
  readonly decimals: number;
  /** Remark on what the token says of itself; absent in rows of earlier releases. */
  readonly note?: string | null;
  /** ABI as the caller gave it, in JSON; never used for payments. */
  readonly abi: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

export const listedTokens: Collection<ListedToken, "by_age"> = defineCollection<ListedToken>()({
  name: "chain_tokens",
  indexes: { by_age: { fields: ["chain", "addedAt"] } },
});

/** Creates the list of tokens over the store. @throws KernelError OPTION_INVALID */
export function createTokenList(given: TokenListOptions): TokenList {
  return new StoredTokenList(
    resolveOptions<Required<TokenListOptions>>("createTokenList", given, {
      rpc: portOption<ChainRpc>(["batch"]),
      chainId: integerOption({ min: 1 }),
      store: portOption<Store>(["get", "find", "transaction"]),
      nativeSymbol: textOption({ maxLength: 32, default: "ETH" }),
      clock: portOption<Clock>(["now"], { default: systemClock }),
    }),
  );
}

class StoredTokenList implements TokenList {
  readonly #options: Required<TokenListOptions>;
  readonly #native: TokenEntry;

  constructor(options: Required<TokenListOptions>) {
    this.#options = options;
    const symbol = options.nativeSymbol;
    this.#native = { address: NATIVE_TOKEN, type: "native", symbol, decimals: 18 };
  }

  async list(): Promise<readonly TokenEntry[]> {
    const { store, chainId } = this.#options;
    const tokens: TokenEntry[] = [this.#native];
    let cursor: string | undefined;
    do {
      const page = await store.find(listedTokens, {
        index: "by_age",
        equals: [chainId],
        limit: 1000,
        ...(cursor === undefined ? {} : { cursor }),
      });
      tokens.push(...page.items.map(({ value }) => entryOf(value)));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return tokens;
  }

  async get(address: Address): Promise<TokenEntry | undefined> {
    if (address === NATIVE_TOKEN) return this.#native;
    const found = await this.#options.store.get(listedTokens, this.#id(address));
    return found === undefined ? undefined : entryOf(found.value);
  }

  async add(
    address: Address,
    abi: readonly unknown[],
    also?: (tx: Transaction, token: TokenEntry) => Promise<void>,
  ): Promise<{ readonly token: TokenEntry; readonly created: boolean }> {
    const { store, rpc, chainId, clock } = this.#options;
    const kept = checkedAbi(abi);
    const known = await this.get(address);
    if (known !== undefined) return { token: known, created: false };
    const { decimals, ...texts } = await readToken(rpc, address);
    const others = (await this.list()).map((one) => one.symbol);
    const shown = shownSymbol(texts, address, others);
    const notes = [...(decimals === null ? [NO_DECIMALS] : []), shown.note ?? []].flat();
    try {
      const listed: ListedToken = {
        id: this.#id(address),
        chain: chainId,
        address,
        symbol: shown.symbol,
        decimals: decimals ?? 0,
        note: notes.join(" ") || null,
        abi: kept,
        addedAt: clock.now(),
      };
      const token = entryOf(listed);
      await store.transaction(async (tx) => {
        await tx.insert(listedTokens, listed);
        await also?.(tx, token);
      });
      return { token, created: true };
    } catch (error) {
      // Somebody else was quicker: one of the two has added it.
      const token = hasCode(error, "STORE_DUPLICATE") ? await this.get(address) : undefined;
      if (token === undefined) throw error;
      return { token, created: false };
    }
  }

  async balanceOf(address: Address, token: Address): Promise<bigint> {
    const { rpc } = this.#options;
    if (token !== NATIVE_TOKEN) return readBalance(rpc, token, address);
    return BigInt((await rpc.request("eth_getBalance", [address, "latest"])) as string);
  }

  #id(address: Address): string {
    return `${this.#options.chainId}:${address}`;
  }
}

const NO_DECIMALS = "The token names no decimals, so 0 is taken: amounts are in its smallest unit.";

function entryOf({ address, symbol, decimals, note = null }: ListedToken): TokenEntry {
  return { address, type: "erc20", symbol, decimals, ...(note === null ? {} : { note }) };
}

const ABI_LIMIT = 256 * 1024;

/** An ABI that reads as one and has what a token must have, as JSON. */
function checkedAbi(abi: readonly unknown[]): string {
  let text: string;
  let fragments: readonly Fragment[];
  try {
    text = JSON.stringify(abi);
    fragments = abi.map((item) => Fragment.from(item as JsonFragment));
  } catch (cause) {
    throw invalidAbi("an item of it is none", cause);
  }
  if (text.length > ABI_LIMIT) throw invalidAbi(`it is larger than ${ABI_LIMIT} characters`);
  for (const signature of ["transfer(address,uint256)", "balanceOf(address)"]) {
    const has = fragments.some((one) => one.type === "function" && one.format() === signature);
    if (!has) throw invalidAbi(`it has no ${signature}`);
  }
  return text;
}

function invalidAbi(why: string, cause?: unknown): NodeError {
  return new NodeError("VALIDATION_ERROR", `abi: expected the ABI of an ERC-20, but ${why}.`, {
    details: { field: "abi" },
    cause,
  });
}
