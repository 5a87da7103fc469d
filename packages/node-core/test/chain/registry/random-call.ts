/** Random calls to the compliance contract and to what stands around it, most of them sensible. */
import { type Random } from "@bourse/kernel";
import { AbiCoder, concat, dataSlice, hexlify, Interface } from "ethers";

import { FICKLE_RECEIVER } from "../contracts/hostile-parties.ts";
import { ZERO, type Call } from "./call.ts";
import { decodeCall } from "./decode-call.ts";
import { tokenAbi } from "./token.ts";
import { IDENTITY, MOODS, registryAbi, type World } from "./world.ts";

/** A call with its gas; without `to` it makes a contract that destroys itself in favour of the compliance contract. */
export interface RandomCall extends Call {
  readonly kind: "call" | "force";
  readonly gas: bigint;
  /** True when the gas may be too little for the call. */
  readonly scarce: boolean;
}

export const GAS = 1_000_000n;
const receiverAbi = new Interface(FICKLE_RECEIVER.abi);
const UNLIMITED = 2n ** 256n - 1n;
const SCARCE = 120_000;
const ODD_TYPES = ["", "x".repeat(65), "data share", "é", "\0", "data_share\n", "a/b"];
const TYPES = ["data_share", "audit_passed", "consent.given", "a", "Z9_-.", "x".repeat(64)];

export class RandomCalls {
  readonly #random: Random;
  readonly #world: World;
  readonly #people: readonly string[];
  readonly #hashes: readonly string[];
  readonly #tokens: readonly string[];
  readonly #receivers: readonly string[];

  constructor(random: Random, world: World, people: readonly string[]) {
    this.#random = random;
    this.#world = world;
    this.#people = people;
    this.#hashes = Array.from({ length: 16 }, () => this.#bytes(32));
    this.#tokens = [...world.tokens.keys()];
    this.#receivers = [...world.receivers.keys()];
  }

  next(): RandomCall {
    const from = this.#pick(this.#people);
    if (this.#once(100)) {
      return {
        kind: "force",
        from,
        to: "",
        value: this.#small(),
        data: "0x",
        gas: GAS,
        scarce: false,
      };
    }
    const call = { from, ...this.#body(from) };
    const scarce =
      call.to === this.#world.registry && this.#once(25) && this.#endsPlainly(call.data);
    const least = 21_000n + 40n * BigInt(call.data.length / 2);
    const gas = scarce ? least + BigInt(this.#random.below(SCARCE)) : GAS;
    return { kind: "call", ...call, gas, scarce };
  }

  /** A call of the compliance contract, in the name of `from`. */
  onRegistry(from: string): Omit<Call, "from"> {
    const to = this.#world.registry;
    const { data, value } = this.#wellFormed(from);
    return this.#once(12) ? { to, data: this.#spoil(data), value } : { to, data, value };
  }

  #body(from: string): Omit<Call, "from"> {
    const roll = this.#random.below(100);
    if (roll < 70) return this.onRegistry(from);
    if (roll < 82) return this.#asReceiver();
    if (roll < 86) return this.#settle();
    if (roll < 87) return { to: this.#pick(this.#receivers), value: this.#small(), data: "0x" };
    return this.#onToken();
  }

  #wellFormed(from: string): { readonly data: string; readonly value: bigint } {
    const roll = this.#random.below(100);
    const fact = [this.#hash(), this.#eventType(), this.#recipient()] as const;
    if (roll < 25) return this.#unpaid("record", fact);
    if (roll < 60) return this.#payment(fact);
    if (roll < 78) return this.#pull(from, fact);
    if (roll < 93) {
      return this.#unpaid("allowPull", [this.#party(), this.#token(), this.#amount()]);
    }
    if (roll < 97) return this.#unpaid("isRecorded", [this.#party(), this.#hash()]);
    return this.#unpaid("pullAllowance", [this.#party(), this.#party(), this.#token()]);
  }

  #unpaid(name: string, values: readonly unknown[]): { data: string; value: bigint } {
    const value = this.#once(20) ? this.#small() + 1n : 0n;
    return { data: registryAbi.encodeFunctionData(name, values), value };
  }

  #payment(fact: readonly unknown[]): { data: string; value: bigint } {
    const token = this.#once(2) ? ZERO : this.#token();
    const amount = this.#amount();
    const due = token === ZERO && amount < 10n ** 18n ? amount : 0n;
    const value = this.#once(20) ? due + 1n : due;
    const data = registryAbi.encodeFunctionData("recordWithPayment", [...fact, token, amount]);
    return { data, value };
  }

  /** Half of them as somebody has allowed. */
  #pull(
    from: string,
    [hash, type, recipient]: readonly unknown[],
  ): { data: string; value: bigint } {
    let [payer, token, amount] = [recipient, this.#token(), this.#amount()];
    const allowed = [...this.#world.pullAllowance.entries()]
      .map(([key, left]) => ({ names: key.split(" "), left }))
      .filter(({ names, left }) => names[1] === from && left > 0n);
    if (allowed.length > 0 && !this.#once(3)) {
      const { names, left } = this.#pick(allowed);
      [payer, token] = [names[0], names[2]!];
      amount = left > 300n ? this.#small() + 1n : this.#once(5) ? left + 1n : left;
    }
    return this.#unpaid("recordPulled", [hash, type, payer, token, amount]);
  }

  #asReceiver(): Omit<Call, "from"> {
    const to = this.#pick(this.#receivers);
    const inner = this.#once(4) ? this.#onToken() : this.onRegistry(to);
    const data = receiverAbi.encodeFunctionData("act", [inner.to, inner.data]);
    return { to, value: inner.value, data };
  }

  #settle(): Omit<Call, "from"> {
    const to = this.#pick(this.#receivers);
    const mood = this.#random.below(MOODS.length);
    const values = [mood, this.#once(3), this.onRegistry(to).data];
    return { to, value: 0n, data: receiverAbi.encodeFunctionData("settle", values) };
  }

  #onToken(): Omit<Call, "from"> {
    const to = this.#pick(this.#tokens);
    const { kind } = this.#world.tokens.get(to)!;
    const roll = this.#random.below(10);
    const call = (name: string, values: readonly unknown[]): Omit<Call, "from"> => ({
      to,
      value: 0n,
      data: tokenAbi.encodeFunctionData(name, values),
    });
    if (kind === "hook" && roll < 3) {
      return call("prepare", [this.#once(3), this.#once(4) ? "0x" : this.onRegistry(to).data]);
    }
    if (kind === "stubborn" && roll < 2) return call("setRefusing", [this.#once(4)]);
    if (roll < 5) return call("mint", [this.#party(), BigInt(this.#random.below(100_000))]);
    if (roll < 8) {
      const amount = this.#once(2) ? UNLIMITED : this.#small();
      return call("approve", [this.#once(10) ? this.#party() : this.#world.registry, amount]);
    }
    return call("transfer", [this.#party(), this.#small()]);
  }

  #spoil(data: string): string {
    for (;;) {
      const spoilt = this.#spoiltOnce(data);
      const { args = [] } = decodeCall(spoilt) ?? {};
      // Low addresses are precompiled contracts, which the model does not know.
      const isKnown = (arg: unknown): boolean =>
        typeof arg !== "string" || arg === ZERO || arg === IDENTITY || BigInt(arg) > 65_535n;
      if (args.every(isKnown)) return spoilt;
    }
  }

  #spoiltOnce(data: string): string {
    const bytes = (data.length - 2) / 2;
    const at = this.#random.below(bytes);
    switch (this.#random.below(6)) {
      case 0:
        return dataSlice(data, 0, Math.max(0, bytes - 1 - this.#random.below(70)));
      case 1:
        return dataSlice(data, 0, this.#random.below(6));
      case 2:
        return concat([data, this.#bytes(1 + this.#random.below(70))]);
      case 3:
        return concat([this.#bytes(4), dataSlice(data, 4)]);
      case 4:
        return concat([dataSlice(data, 0, at), this.#bytes(1), dataSlice(data, at + 1)]);
      default: {
        const word = 4 + 32 * this.#random.below(Math.floor((bytes - 4) / 32));
        const odd = this.#pick([
          0n,
          1n,
          31n,
          64n,
          2n ** 64n - 1n,
          2n ** 64n,
          2n ** 160n,
          UNLIMITED,
        ]);
        const encoded = AbiCoder.defaultAbiCoder().encode(["uint256"], [odd]);
        return concat([dataSlice(data, 0, word), encoded, dataSlice(data, word + 32)]);
      }
    }
  }

  /** Tells if a lack of gas shows: no party to the call hides that an inner call has failed. */
  #endsPlainly(data: string): boolean {
    const { args = [] } = decodeCall(data) ?? {};
    return !args.some(
      (arg) =>
        typeof arg === "string" &&
        (this.#world.receivers.has(arg) || this.#world.tokens.get(arg)?.kind === "hook"),
    );
  }

  #hash(): string {
    if (this.#once(40)) return `0x${"0".repeat(64)}`;
    return this.#once(8) ? this.#bytes(32) : this.#pick(this.#hashes);
  }

  #eventType(): string {
    return this.#pick(this.#once(20) ? ODD_TYPES : TYPES);
  }

  /** Somebody with a name. */
  #party(): string {
    return this.#once(4) ? this.#pick(this.#receivers) : this.#pick(this.#people);
  }

  #recipient(): string {
    if (!this.#once(6)) return this.#party();
    const odd = [ZERO, IDENTITY, this.#world.registry, this.#bytes(20), ...this.#tokens];
    return this.#pick(odd);
  }

  #token(): string {
    if (!this.#once(12)) return this.#pick(this.#tokens);
    return this.#pick([ZERO, IDENTITY, this.#world.registry, this.#pick(this.#people)]);
  }

  #amount(): bigint {
    if (this.#once(15)) return 0n;
    if (this.#once(15)) return this.#pick([UNLIMITED, 10n ** 18n, 2n ** 128n]);
    return this.#small() + 1n;
  }

  #small(): bigint {
    return BigInt(this.#random.below(300));
  }

  #once(inTimes: number): boolean {
    return this.#random.below(inTimes) === 0;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)]!;
  }

  #bytes(length: number): string {
    return hexlify(Uint8Array.from({ length }, () => this.#random.below(256)));
  }
}
