/** ERC-20s of the scripted chain, each odd in its way: what they hold follows from the transactions in the blocks. */
import { Interface, type Transaction } from "ethers";

import { TRANSFER_PROBE } from "../../src/chain/contracts/transfer-probe.ts";
import type { Address } from "../../src/index.ts";
import { address } from "./wallet.ts";

/**
 * mute: answers nothing; denying: answers false and pays; fee: a fiftieth is kept; rebasing: every balance grows with
 * each transfer; unindexed, split: logs otherwise; whole, fine: 0 and 77 decimals. The chain does not look at answers.
 */
export const TOKEN_KINDS = [
  "plain",
  "mute",
  "denying",
  "fee",
  "rebasing",
  "unindexed",
  "split",
  "whole",
  "fine",
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_ABI = [
  "function transfer(address to, uint256 amount) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
];

const ABI = new Interface([
  ...TOKEN_ABI,
  "function symbol() view returns (string)",
  "function name() view returns (string)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
]);
const LOGS = new Interface([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);
const PROBE = new Interface(TRANSFER_PROBE.abi);

const FUNDS = 10n ** 30n;
const FIRST = 0x7000;

const ADDRESSES = new Map(
  TOKEN_KINDS.map((kind, index) => [kind, address(FIRST + index)] as const),
);
const KINDS = new Map(TOKEN_KINDS.map((kind) => [tokenOf(kind).toLowerCase(), kind] as const));

export function tokenOf(kind: TokenKind): Address {
  const found = ADDRESSES.get(kind);
  if (found === undefined) throw new Error(`There is no token ${kind}.`);
  return found;
}

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

interface Payment extends Moved {
  readonly kind: TokenKind;
}

export class ScriptedTokens {
  readonly #wallet: string;

  constructor(wallet: string) {
    this.#wallet = wallet.toLowerCase();
  }

  /** The payment that a transaction makes in a token; undefined for every other transaction. */
  static paymentOf(transaction: Transaction): Payment | undefined {
    if (!payments.has(transaction)) payments.set(transaction, paymentIn(transaction));
    return payments.get(transaction);
  }

  /** Result of a call after the transactions; "0x" for what the token does not answer. */
  call(to: string, data: string, transactions: readonly Transaction[]): string {
    const probed = PROBE.parseTransaction({ data });
    if (probed !== null) {
      const [token, payee, amount] = probed.args as unknown as [string, string, bigint];
      const more = { from: this.#wallet, to: payee.toLowerCase(), amount };
      const before = this.#balance(token, payee, transactions);
      return PROBE.encodeFunctionResult("probe", [
        before,
        this.#balance(token, payee, transactions, more),
      ]);
    }
    const kind = kindOf(to);
    const parsed = ABI.parseTransaction({ data });
    if (kind === undefined || parsed === null) return "0x";
    const answer = (value: unknown): string => ABI.encodeFunctionResult(parsed.fragment, [value]);
    switch (parsed.name) {
      case "balanceOf":
        return answer(this.#balance(to, String(parsed.args[0]), transactions));
      case "totalSupply":
        return answer(FUNDS);
      case "decimals":
        return answer({ whole: 0, fine: 77 }[kind as string] ?? 18);
      default:
        return answer(kind.toUpperCase());
    }
  }

  /** Logs of the token's transfers among the transactions. */
  logs(token: string, transactions: readonly Transaction[]): readonly object[] {
    return transactions.flatMap((transaction) => {
      const moved = ScriptedTokens.paymentOf(transaction);
      if (moved === undefined || tokenOf(moved.kind).toLowerCase() !== token.toLowerCase())
        return [];
      const halves =
        moved.kind === "split"
          ? [moved.amount / 2n, moved.amount - moved.amount / 2n]
          : [moved.amount];
      return halves.map((amount) => {
        const { topics, data } = LOGS.encodeEventLog("Transfer", [moved.from, moved.to, amount]);
        const isIndexed = moved.kind !== "unindexed";
        const transactionHash = transaction.hash;
        if (isIndexed) return { address: token, topics, data, transactionHash };
        const whole = `0x${topics
          .slice(1)
          .map((topic) => String(topic).slice(2))
          .join("")}${data.slice(2)}`;
        return { address: token, topics: topics.slice(0, 1), data: whole, transactionHash };
      });
    });
  }

  #balance(
    token: string,
    owner: string,
    transactions: readonly Transaction[],
    more?: Moved,
  ): bigint {
    const kind = kindOf(token);
    const moves = transactions.flatMap((one) => {
      const moved = ScriptedTokens.paymentOf(one);
      return moved !== undefined && moved.kind === kind ? [moved] : [];
    });
    const who = owner.toLowerCase();
    let held = who === this.#wallet ? FUNDS : 0n;
    let rate = 1000n;
    for (const { from, to, amount } of more === undefined ? moves : [...moves, more]) {
      if (kind === "rebasing") rate++;
      const shares = (amount * 1000n) / rate;
      if (from === who) held -= shares;
      if (to === who) held += kind === "fee" ? shares - shares / 50n : shares;
    }
    return (held * rate) / 1000n;
  }
}

const payments = new WeakMap<Transaction, Payment | undefined>();

function paymentIn({ to, data, from }: Transaction): Payment | undefined {
  const kind = to === null ? undefined : kindOf(to);
  const parsed = kind && ABI.parseTransaction({ data });
  if (kind === undefined || parsed?.name !== "transfer") return undefined;
  const [payee, amount] = parsed.args as unknown as [string, bigint];
  return { kind, from: String(from).toLowerCase(), to: payee.toLowerCase(), amount };
}

function kindOf(token: string): TokenKind | undefined {
  return KINDS.get(token.toLowerCase());
}
