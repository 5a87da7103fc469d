/** A real chain beside its model: every block is played on both and compared. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";

import { AbiCoder, concat, getCreateAddress, keccak256, toBeHex } from "ethers";

import { COMPLIANCE_REGISTRY } from "../../../src/chain/contracts/compliance-registry.ts";
import { FICKLE_RECEIVER } from "../contracts/hostile-parties.ts";
import type { Call, Log } from "./call.ts";
import { decodeCall } from "./decode-call.ts";
import type { RandomCall } from "./random-call.ts";
import { GAS } from "./random-call.ts";
import { resultOf, startRawAnvil, type RawAnvil, type RpcCall } from "./raw-anvil.ts";
import { TOKEN_ARTIFACTS, tokenAbi, type TokenKind } from "./token.ts";
import { pair, registryAbi, World } from "./world.ts";

interface Receipt {
  readonly transactionHash: string;
  readonly status: string;
  readonly logs: readonly Log[];
}

const DEPLOYER = `0x${"de".repeat(20)}`;
const FORTUNE = 10n ** 30n;
const UNLIMITED = 2n ** 256n - 1n;
const coder = AbiCoder.defaultAbiCoder();
const [RECORDED_SLOT, ALLOWANCE_SLOT] = [0n, 1n];

export class CheckedChain {
  readonly world: World;
  readonly people: readonly string[];
  /** Number of calls with each result, by the name of the call and its result. */
  readonly tally = new Map<string, number>();
  /** Times of the first records in the chain's own events, by sender and hash. */
  readonly #firstEvents = new Map<string, bigint>();
  readonly #anvil: RawAnvil;
  readonly #nonces = new Map<string, number>();

  private constructor(anvil: RawAnvil, people: readonly string[]) {
    this.#anvil = anvil;
    this.people = people;
    this.world = new World(created(0));
  }

  /** Puts the contracts on the chain, and gives everybody something to pay with. */
  static async open(people: readonly string[]): Promise<CheckedChain> {
    const chain = new CheckedChain(await startRawAnvil(), people);
    await chain.#deploy();
    return chain;
  }

  async #deploy(): Promise<void> {
    const { world } = this;
    const anvil = this.#anvil;
    for (const account of [...this.people, DEPLOYER]) {
      await anvil.request("anvil_setBalance", account, toBeHex(FORTUNE));
      world.native.set(account, FORTUNE);
    }
    const kinds = Object.keys(TOKEN_ARTIFACTS) as TokenKind[];
    const registry = coder.encode(["address"], [world.registry]);
    const codes = [
      COMPLIANCE_REGISTRY.bytecode,
      ...[0, 1].map(() => concat([FICKLE_RECEIVER.bytecode, registry])),
      ...kinds.map((kind) => {
        const { abi, bytecode } = TOKEN_ARTIFACTS[kind];
        const needs = abi.find((item) => item.startsWith("constructor("));
        const owner = coder.encode(["address"], [DEPLOYER]);
        if (needs === "constructor()" || needs === undefined) return bytecode;
        return concat([bytecode, needs.includes("registry") ? registry : owner]);
      }),
    ];
    for (const data of codes) {
      await anvil.request("eth_sendTransaction", {
        from: DEPLOYER,
        data,
        gas: toBeHex(10_000_000),
        gasPrice: "0x0",
        nonce: toBeHex(this.#nonce(DEPLOYER)),
      });
    }
    await anvil.request("evm_mine");
    world.addReceiver(created(1));
    world.addReceiver(created(2));
    kinds.forEach((kind, index) => world.addToken(created(3 + index), kind, DEPLOYER));
    world.journal.settle();
    await this.play(this.#firstCalls());
  }

  /** Everybody has tokens and lets the registry take them. */
  #firstCalls(): RandomCall[] {
    const gifts = [...this.people, ...this.world.receivers.keys()].flatMap((account) =>
      [...this.world.tokens.keys()].map((to) => call(DEPLOYER, to, "mint", [account, 10n ** 9n])),
    );
    const approvals = this.people.flatMap((from) =>
      [...this.world.tokens.keys()].map((to) =>
        call(from, to, "approve", [this.world.registry, UNLIMITED]),
      ),
    );
    return [...gifts, ...approvals];
  }

  /** Plays the calls as one block and compares all that they changed. */
  async play(calls: readonly RandomCall[]): Promise<void> {
    const sent = await this.#anvil.batch(
      calls.map((one) => ["eth_sendTransaction", this.#request(one)]),
    );
    const planned = new Map(sent.map((reply, index) => [resultOf<string>(reply), calls[index]!]));
    await this.#anvil.request("evm_mine");
    const block = await this.#anvil.request<{
      readonly timestamp: string;
      readonly number: string;
    }>("eth_getBlockByNumber", "latest", false);
    this.world.now = BigInt(block.timestamp);
    const receipts = await this.#anvil.request<Receipt[]>("eth_getBlockReceipts", block.number);
    assert.equal(receipts.length, calls.length);
    for (const receipt of receipts) this.#follow(planned.get(receipt.transactionHash)!, receipt);
    await this.#compareTouched();
  }

  /** Asks for the result of a call that is not sent, the reason of its revert included. */
  async ask(calls: readonly Call[]): Promise<void> {
    const replies = await this.#anvil.batch(
      calls.map(({ from, to, value, data }) => [
        "eth_call",
        { from, to, value: toBeHex(value), data, gas: toBeHex(GAS), gasPrice: "0x0" },
        "latest",
      ]),
    );
    for (const [index, one] of calls.entries()) {
      const expected = this.world.attempt(one);
      if (one.to === this.world.registry) {
        const { result, error } = replies[index]!;
        const found =
          error === undefined
            ? { done: true, result }
            : { done: false, reason: error.data ?? "0x" };
        assert.deepEqual(found, expected, shown(one));
        if (!expected.done) this.#count(`reverts: ${nameOfError(expected.reason)}`);
      }
      this.world.journal.undo();
    }
  }

  /**
   * Compares the whole state of the model with the chain, and the contract's whole storage with the model and its
   * events.
   */
  async compareAll(): Promise<void> {
    const { world } = this;
    const everything = new Map<unknown, Iterable<string>>();
    for (const map of world.journal.touched.keys()) {
      everything.set(
        map,
        [...(map as typeof world.native).entries()].map(([key]) => key),
      );
    }
    await this.#compare(everything);
    const storage = await this.#storageOfRegistry();
    const expected = new Map<string, bigint>();
    for (const [key, time] of this.#firstEvents) expected.set(recordedSlot(key), time);
    for (const [key, amount] of world.pullAllowance.entries()) {
      if (amount > 0n) expected.set(allowanceSlot(key), amount);
    }
    assert.deepEqual(storage, expected);
  }

  #follow(planned: RandomCall, { status, logs }: Receipt): void {
    if (planned.kind === "force") {
      assert.equal(status, "0x1");
      this.world.force(planned.from, planned.value);
      this.#count("money forced upon the contract");
      this.world.journal.settle();
      return;
    }
    const outcome = this.world.attempt(planned);
    const name = this.#nameOf(planned);
    if (planned.scarce && outcome.done && status === "0x0") {
      this.world.journal.undo();
      assert.deepEqual(logs, []);
      this.#count("out of gas");
      return;
    }
    assert.equal(status, outcome.done ? "0x1" : "0x0", shown(planned));
    const found = logs.map(({ address, topics, data }) => ({ address, topics, data }));
    assert.deepEqual(found, this.world.journal.settle(), shown(planned));
    this.#count(`${name} ${outcome.done ? "done" : "reverted"}`);
    for (const log of found) this.#learn(log);
  }

  #learn(log: Log): void {
    if (log.address !== this.world.registry) return;
    const event = registryAbi.parseLog(log);
    this.#count(`event ${event?.name}`);
    if (event?.name !== "ComplianceEvent") return;
    const key = pair(String(event.args["sender"]).toLowerCase(), String(event.args["dataHash"]));
    if (!this.#firstEvents.has(key)) this.#firstEvents.set(key, event.args["timestamp"] as bigint);
  }

  async #compareTouched(): Promise<void> {
    await this.#compare(this.world.journal.touched);
    for (const keys of this.world.journal.touched.values()) keys.clear();
  }

  async #compare(keysOf: ReadonlyMap<unknown, Iterable<string>>): Promise<void> {
    const { world } = this;
    const asked: { readonly call: RpcCall; readonly expected: bigint; readonly what: string }[] =
      [];
    const ask = (what: string, expected: bigint, ...call: RpcCall): void =>
      void asked.push({ what, expected, call });
    const read = (to: string, data: string): RpcCall => ["eth_call", { to, data }, "latest"];
    const { registry } = world;
    for (const account of new Set([registry, ...keysOf.get(world.native)!])) {
      ask(
        `balance of ${account}`,
        world.native.get(account) ?? 0n,
        "eth_getBalance",
        account,
        "latest",
      );
    }
    for (const key of keysOf.get(world.firstRecorded)!) {
      const time = world.firstRecorded.get(key) ?? 0n;
      const data = registryAbi.encodeFunctionData("isRecorded", key.split(" "));
      ask(`isRecorded ${key}`, time === 0n ? 0n : 1n, ...read(registry, data));
      ask(`time of ${key}`, time, "eth_getStorageAt", registry, recordedSlot(key), "latest");
    }
    for (const key of keysOf.get(world.pullAllowance)!) {
      const data = registryAbi.encodeFunctionData("pullAllowance", key.split(" "));
      ask(`pullAllowance ${key}`, world.pullAllowance.get(key) ?? 0n, ...read(registry, data));
    }
    for (const [address, token] of world.tokens) {
      for (const account of keysOf.get(token.balances)!) {
        const data = tokenAbi.encodeFunctionData("balanceOf", [account]);
        ask(`${token.kind} of ${account}`, token.balanceOf(account), ...read(address, data));
      }
      for (const key of keysOf.get(token.allowances)!) {
        const data = tokenAbi.encodeFunctionData("allowance", key.split(" "));
        ask(
          `${token.kind} allowance ${key}`,
          token.allowances.get(key) ?? 0n,
          ...read(address, data),
        );
      }
    }
    const replies = await this.#anvil.batch(asked.map(({ call: one }) => one));
    for (const [index, { what, expected }] of asked.entries()) {
      assert.equal(BigInt(resultOf<string>(replies[index]!)), expected, what);
    }
    this.#count("values compared", asked.length);
  }

  async #storageOfRegistry(): Promise<Map<string, bigint>> {
    const dump = await this.#anvil.request<string>("anvil_dumpState");
    const state = JSON.parse(gunzipSync(Buffer.from(dump.slice(2), "hex")).toString("utf8")) as {
      readonly accounts: Readonly<
        Record<string, { readonly storage: Readonly<Record<string, string>> }>
      >;
    };
    const slots = Object.entries(state.accounts[this.world.registry]!.storage);
    return new Map(
      slots
        .map(([slot, value]) => [slot, BigInt(value)] as const)
        .filter(([, value]) => value !== 0n),
    );
  }

  #request(one: RandomCall): object {
    const { kind, from, to, value, data, gas } = one;
    const force = { data: concat(["0x73", this.world.registry, "0xff"]) };
    return {
      from,
      ...(kind === "force" ? force : { to, data }),
      value: toBeHex(value),
      gas: toBeHex(gas),
      gasPrice: "0x0",
      nonce: toBeHex(this.#nonce(from)),
    };
  }

  #nonce(from: string): number {
    const nonce = this.#nonces.get(from) ?? 0;
    this.#nonces.set(from, nonce + 1);
    return nonce;
  }

  #nameOf({ to, data }: Call): string {
    if (to === this.world.registry) return decodeCall(data)?.name ?? "spoilt calldata";
    return this.world.tokens.has(to) ? "call of a token" : "call of a payee";
  }

  #count(what: string, times = 1): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + times);
  }
}

function created(nonce: number): string {
  return getCreateAddress({ from: DEPLOYER, nonce }).toLowerCase();
}

function call(from: string, to: string, name: string, values: readonly unknown[]): RandomCall {
  const data = tokenAbi.encodeFunctionData(name, values);
  return { kind: "call", from, to, value: 0n, data, gas: GAS, scarce: false };
}

function recordedSlot(key: string): string {
  const hash = keccak256(coder.encode(["address", "bytes32"], key.split(" ")));
  return keccak256(coder.encode(["bytes32", "uint256"], [hash, RECORDED_SLOT]));
}

function allowanceSlot(key: string): string {
  let slot = toBeHex(ALLOWANCE_SLOT, 32);
  for (const name of key.split(" "))
    slot = keccak256(coder.encode(["address", "bytes32"], [name, slot]));
  return slot;
}

function nameOfError(reason: string): string {
  if (reason === "0x") return "without a reason";
  return (
    (registryAbi.parseError(reason) ?? tokenAbi.parseError(reason))?.name ?? reason.slice(0, 10)
  );
}

function shown({ from, to, value, data }: Call): string {
  return JSON.stringify({ from, to, value: String(value), data });
}
