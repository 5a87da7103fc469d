/** ERC-20 tokens of the model, honest and otherwise. */
import { Interface } from "ethers";

import { DEMO_TOKEN } from "../../../src/chain/contracts/demo-token.ts";
import { FEE_TOKEN, LYING_TOKEN, STUBBORN_TOKEN } from "../contracts/awkward-tokens.ts";
import { HOOK_TOKEN } from "../contracts/hostile-parties.ts";
import { ZERO, type Call, type Log, type Outcome } from "./call.ts";
import type { Journal, JournalledMap } from "./journal.ts";
import { Reverted } from "./reverted.ts";

export const TOKEN_ARTIFACTS = {
  demo: DEMO_TOKEN,
  fee: FEE_TOKEN,
  lying: LYING_TOKEN,
  stubborn: STUBBORN_TOKEN,
  hook: HOOK_TOKEN,
} as const;

export type TokenKind = keyof typeof TOKEN_ARTIFACTS;

/** All functions that the random calls use, of every kind of token. */
export const tokenAbi: Interface = new Interface([
  ...DEMO_TOKEN.abi.filter((item) => !item.startsWith("constructor")),
  "function setRefusing(bool on)",
  "function prepare(bool strict, bytes call_)",
]);

const UNLIMITED = 2n ** 256n - 1n;
const LIE = 1000n * 10n ** 18n;

/** Parts of the model that a token uses. */
export interface Surroundings {
  readonly registry: string;
  readonly journal: Journal<Log>;
  attempt(call: Call): Outcome;
}

export class Token {
  readonly kind: TokenKind;
  readonly balances: JournalledMap<bigint>;
  /** Allowances by owner and spender. */
  readonly allowances: JournalledMap<bigint>;
  readonly #world: Surroundings;
  readonly #address: string;
  readonly #owner: string;
  #refusing = false;
  #hook = { strict: false, call: "0x" };

  constructor(world: Surroundings, address: string, kind: TokenKind, owner: string) {
    this.#world = world;
    this.#address = address;
    this.kind = kind;
    this.#owner = owner;
    this.balances = world.journal.map<bigint>();
    this.allowances = world.journal.map<bigint>();
    if (kind === "fee") this.balances.set(owner, 10n ** 24n);
  }

  balanceOf(account: string): bigint {
    return this.kind === "lying" ? LIE : (this.balances.get(account) ?? 0n);
  }

  call({ from, value, data }: Call): string {
    const call = data === "0x" ? null : tokenAbi.parseTransaction({ data });
    if (call === null || value !== 0n) throw new Reverted();
    const args = call.args as unknown as readonly [string, bigint];
    const account = String(args[0]).toLowerCase();
    if (call.name === "mint") this.#mint(from, account, args[1]);
    else if (call.name === "approve") this.#approve(from, account, args[1]);
    else if (call.name === "transfer") this.#transfer(from, account, args[1]);
    else if (call.name === "setRefusing") this.#setRefusing(call.args[0] as boolean);
    else this.#prepare({ strict: call.args[0] as boolean, call: call.args[1] as string });
    return "0x";
  }

  /** Moves the amount; returns the result that the token reports. */
  transferFrom(spender: string, from: string, to: string, amount: bigint): boolean {
    if (this.kind === "lying") return true;
    if (this.kind === "stubborn" && this.#refusing) return false;
    const key = `${from} ${spender}`;
    const allowed = this.allowances.get(key) ?? 0n;
    if (allowed < amount) {
      throw tokenError("ERC20InsufficientAllowance", [spender, allowed, amount]);
    }
    if (allowed !== UNLIMITED) this.allowances.set(key, allowed - amount);
    this.#move(from, to, amount);
    return true;
  }

  #transfer(from: string, to: string, amount: bigint): void {
    if (this.kind === "lying" || (this.kind === "stubborn" && this.#refusing)) return;
    this.#move(from, to, amount);
  }

  #mint(from: string, to: string, amount: bigint): void {
    if (this.kind === "lying") throw new Reverted();
    if (this.kind === "demo" && from !== this.#owner) {
      throw tokenError("OwnableUnauthorizedAccount", [from]);
    }
    this.balances.set(to, this.balanceOf(to) + amount);
    this.#log("Transfer", [ZERO, to, amount]);
  }

  #approve(owner: string, spender: string, amount: bigint): void {
    const key = `${owner} ${spender}`;
    if (this.kind === "stubborn" && amount !== 0n && (this.allowances.get(key) ?? 0n) !== 0n) {
      throw Reverted.because("allowance is not zero");
    }
    this.allowances.set(key, amount);
    if (this.kind !== "lying") this.#log("Approval", [owner, spender, amount]);
  }

  #move(from: string, to: string, amount: bigint): void {
    if (this.kind === "hook") this.#callHook();
    if (this.kind !== "fee") return this.#update(from, to, amount);
    this.#update(from, this.#address, amount / 100n);
    this.#update(from, to, amount - amount / 100n);
  }

  #update(from: string, to: string, amount: bigint): void {
    const balance = this.balanceOf(from);
    if (balance < amount) throw tokenError("ERC20InsufficientBalance", [from, balance, amount]);
    this.balances.set(from, balance - amount);
    this.balances.set(to, this.balanceOf(to) + amount);
    this.#log("Transfer", [from, to, amount]);
  }

  #callHook(): void {
    const { strict, call: data } = this.#hook;
    if (data === "0x") return;
    const to = this.#world.registry;
    const outcome = this.#world.attempt({ from: this.#address, to, value: 0n, data });
    if (!outcome.done && strict) throw new Reverted(outcome.reason);
  }

  #setRefusing(on: boolean): void {
    if (this.kind !== "stubborn") throw new Reverted();
    const old = this.#refusing;
    this.#world.journal.note(() => void (this.#refusing = old));
    this.#refusing = on;
  }

  #prepare(hook: { readonly strict: boolean; readonly call: string }): void {
    if (this.kind !== "hook") throw new Reverted();
    const old = this.#hook;
    this.#world.journal.note(() => void (this.#hook = old));
    this.#hook = hook;
  }

  #log(name: string, values: readonly unknown[]): void {
    this.#world.journal.log({ address: this.#address, ...tokenAbi.encodeEventLog(name, values) });
  }
}

function tokenError(name: string, values: readonly unknown[]): Reverted {
  return new Reverted(tokenAbi.encodeErrorResult(name, values));
}
