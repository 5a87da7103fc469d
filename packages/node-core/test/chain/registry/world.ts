/**
 * State that the chain must hold after any sequence of calls: native balances, the compliance contract, tokens and
 * payees, written from what the contracts promise. A call that reverts leaves nothing behind.
 */
import { Interface } from "ethers";

import { COMPLIANCE_REGISTRY } from "../../../src/chain/contracts/compliance-registry.ts";
import { FICKLE_RECEIVER } from "../contracts/hostile-parties.ts";
import { ZERO, type Call, type Log, type Outcome } from "./call.ts";
import { decodeCall } from "./decode-call.ts";
import { Journal } from "./journal.ts";
import { Reverted } from "./reverted.ts";
import { Token, type TokenKind } from "./token.ts";

/** The order is that of `FickleReceiver.Mood`. */
export const MOODS = ["keep", "refuse", "burn gas", "return much", "call on", "call on quietly"];

interface Receiver {
  mood: number;
  passOn: boolean;
  call: string;
}

export const registryAbi: Interface = new Interface(COMPLIANCE_REGISTRY.abi);
const receiverAbi = new Interface(FICKLE_RECEIVER.abi);
const ZERO_HASH = `0x${"0".repeat(64)}`;
const EVENT_TYPE = /^[A-Za-z0-9_.-]{1,64}$/;

export class World {
  readonly registry: string;
  /** Unix seconds of the block that the next call is in. */
  now = 0n;
  readonly journal = new Journal<Log>();
  readonly native = this.journal.map<bigint>();
  /** Unix seconds, by sender and hash. */
  readonly firstRecorded = this.journal.map<bigint>();
  /** Amounts, by payer, puller and token. */
  readonly pullAllowance = this.journal.map<bigint>();
  readonly tokens = new Map<string, Token>();
  readonly receivers = new Map<string, Receiver>();
  #entered = false;

  constructor(registry: string) {
    this.registry = registry;
  }

  addToken(address: string, kind: TokenKind, owner: string): void {
    this.tokens.set(address, new Token(this, address, kind, owner));
  }

  addReceiver(address: string): void {
    this.receivers.set(address, { mood: 0, passOn: false, call: "0x" });
  }

  /** Makes the call; its logs are added to the journal unless it reverts. */
  attempt(call: Call): Outcome {
    const entered = this.#entered;
    const mark = this.journal.mark();
    try {
      return { done: true, result: this.#call(call) };
    } catch (error) {
      if (!(error instanceof Reverted)) throw error;
      this.journal.rollBack(mark);
      this.#entered = entered;
      return { done: false, reason: error.data };
    }
  }

  /** Native money that no code of the receiver sees: a contract that destroys itself sends it. */
  force(from: string, value: bigint): void {
    this.#move(from, this.registry, value);
  }

  #call(call: Call): string {
    this.#move(call.from, call.to, call.value);
    if (call.to === this.registry) return this.#onRegistry(call);
    const token = this.tokens.get(call.to);
    if (token !== undefined) return token.call(call);
    const receiver = this.receivers.get(call.to);
    if (receiver !== undefined) return this.#onReceiver(receiver, call);
    return "0x";
  }

  #move(from: string, to: string, value: bigint): void {
    if (value === 0n) return;
    this.native.set(from, (this.native.get(from) ?? 0n) - value);
    this.native.set(to, (this.native.get(to) ?? 0n) + value);
  }

  #onRegistry({ from, value, data }: Call): string {
    const call = decodeCall(data);
    if (call === undefined) throw new Reverted();
    const { name, args } = call;
    if (value !== 0n && name !== "recordWithPayment") throw new Reverted();
    const [first, second, third, fourth, fifth] = args as [string, string, string, string, bigint];
    if (name === "isRecorded")
      return encodeResult(name, [this.firstRecorded.has(pair(first, second))]);
    if (name === "pullAllowance") {
      return encodeResult(name, [this.pullAllowance.get(triple(first, second, third)) ?? 0n]);
    }
    if (name === "allowPull") {
      const amount = args[2] as bigint;
      this.pullAllowance.set(triple(from, first, second), amount);
      this.#log("PullAllowed", [from, first, second, amount]);
      return "0x";
    }
    const eventType = (args[1] as Buffer).toString("latin1");
    const fact = { sender: from, dataHash: first, eventType, recipient: third };
    if (name === "record") {
      this.#record(fact, ZERO, 0n);
      return "0x";
    }
    if (this.#entered) throw registryError("ReentrancyGuardReentrantCall");
    this.#entered = true;
    if (fifth === 0n) throw registryError("AmountMissing");
    this.#record(fact, fourth, fifth);
    if (name === "recordPulled") this.#pull(third, from, fourth, fifth);
    else this.#pay(from, third, fourth, fifth, value);
    this.#entered = false;
    return "0x";
  }

  #record(
    fact: { sender: string; dataHash: string; eventType: string; recipient: string },
    token: string,
    amount: bigint,
  ): void {
    const { sender, dataHash, eventType, recipient } = fact;
    if (dataHash === ZERO_HASH) throw registryError("DataHashMissing");
    if (recipient === ZERO) throw registryError("RecipientMissing");
    if (!EVENT_TYPE.test(eventType)) throw registryError("EventTypeInvalid");
    const key = pair(sender, dataHash);
    if (!this.firstRecorded.has(key)) this.firstRecorded.set(key, this.now);
    this.#log("ComplianceEvent", [sender, dataHash, recipient, eventType, this.now, token, amount]);
  }

  #pay(from: string, to: string, token: string, amount: bigint, value: bigint): void {
    const due = token === ZERO ? amount : 0n;
    if (value !== due) throw registryError("ValueMismatch", [due, value]);
    if (token !== ZERO) return this.#payToken(from, to, token, amount);
    const paid = this.attempt({ from: this.registry, to, value: amount, data: "0x" });
    if (!paid.done) throw registryError("NativePaymentFailed");
  }

  #pull(payer: string, puller: string, token: string, amount: bigint): void {
    const key = triple(payer, puller, token);
    const allowed = this.pullAllowance.get(key) ?? 0n;
    if (allowed < amount) throw registryError("PullNotAllowed", [amount, allowed]);
    this.pullAllowance.set(key, allowed - amount);
    this.#payToken(payer, puller, token, amount);
  }

  /** Pays in a token. An address without a token has no balance to tell, so the call reverts without a reason. */
  #payToken(from: string, to: string, address: string, amount: bigint): void {
    const token = this.tokens.get(address);
    if (token === undefined) throw new Reverted(address === IDENTITY ? failedToken(address) : "0x");
    const before = token.balanceOf(to);
    if (!token.transferFrom(this.registry, from, to, amount))
      throw new Reverted(failedToken(address));
    const current = token.balanceOf(to);
    const received = current > before ? current - before : 0n;
    if (received < amount) throw registryError("PaymentIncomplete", [amount, received]);
  }

  #onReceiver(receiver: Receiver, { to: self, value, data }: Call): string {
    if (data === "0x") return this.#receive(receiver, self, value);
    const call = receiverAbi.parseTransaction({ data });
    if (call?.name === "act") {
      const [target, inner] = call.args as unknown as [string, string];
      const outcome = this.attempt({ from: self, to: target.toLowerCase(), value, data: inner });
      if (!outcome.done) throw new Reverted(outcome.reason);
      return "0x";
    }
    if (call === null || value !== 0n) throw new Reverted();
    const [mood, passOn, inner] = call.args as unknown as [bigint, boolean, string];
    const old = { ...receiver };
    this.journal.note(() => void Object.assign(receiver, old));
    Object.assign(receiver, { mood: Number(mood), passOn, call: inner });
    return "0x";
  }

  #receive(receiver: Receiver, self: string, value: bigint): string {
    const mood = MOODS[receiver.mood]!;
    if (mood === "refuse") throw Reverted.because("refused");
    if (mood === "burn gas") throw new Reverted();
    if (!mood.startsWith("call on")) return "0x";
    const outcome = this.attempt({
      from: self,
      to: this.registry,
      value: receiver.passOn ? value : 0n,
      data: receiver.call,
    });
    if (!outcome.done && mood === "call on") throw new Reverted(outcome.reason);
    return "0x";
  }

  #log(name: string, values: readonly unknown[]): void {
    this.journal.log({ address: this.registry, ...registryAbi.encodeEventLog(name, values) });
  }
}

/** The precompiled contract that returns what it is given, so its "balance" can be read and its transfers cannot. */
export const IDENTITY = `0x${"4".padStart(40, "0")}`;

export const pair = (sender: string, hash: string): string => `${sender} ${hash}`;
const triple = (payer: string, puller: string, token: string): string =>
  `${payer} ${puller} ${token}`;

function failedToken(address: string): string {
  return registryAbi.encodeErrorResult("SafeERC20FailedOperation", [address]);
}

function registryError(name: string, values: readonly unknown[] = []): Reverted {
  return new Reverted(registryAbi.encodeErrorResult(name, values));
}

function encodeResult(name: string, values: readonly unknown[]): string {
  return registryAbi.encodeFunctionResult(name, values);
}
