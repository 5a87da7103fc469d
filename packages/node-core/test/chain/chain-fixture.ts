/** A real chain with a wallet, a lane and the compliance contract, new for each test. */
import type { DevelopmentChain } from "@bourse/chain-anvil";
import { createMemoryStore, type Store } from "@bourse/kernel";
import { concat, getCreateAddress, Interface } from "ethers";

import {
  chainCollections,
  complianceAddress,
  createChain,
  createJsonRpc,
  deployCompliance,
  toAddress,
  type Address,
  type Chain,
  type ChainOptions,
  type ContractArtifact,
  type Hex,
  type JsonRpc,
  type JournalledTransaction,
  type TransactionIntent,
  type TransactionState,
  type WalletSigner,
} from "../../src/index.ts";
import { temporaryChain } from "./temporary-chain.ts";
import { ETHER, walletOf } from "./wallet.ts";

export class ChainFixture {
  readonly wallet: WalletSigner = walletOf(0xb0b);
  readonly store: Store = createMemoryStore({ collections: chainCollections });
  readonly anvil: DevelopmentChain;
  readonly rpc: JsonRpc;
  chain: Chain;

  private constructor(anvil: DevelopmentChain) {
    this.anvil = anvil;
    this.rpc = createJsonRpc({ urls: [anvil.url], chainId: anvil.chainId });
    this.chain = this.#chain({});
  }

  static async open(): Promise<ChainFixture> {
    const fixture = new ChainFixture(await temporaryChain());
    await fixture.anvil.fund(fixture.wallet.address, 1000n * ETHER);
    await fixture.chain.lane.start();
    await fixture.chain.health.start();
    return fixture;
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.store.close();
    await this.anvil.stop();
  }

  /** The same store and wallet, as after a restart. */
  async reopen(options: Partial<ChainOptions>): Promise<void> {
    await this.#stop();
    this.chain = this.#chain(options);
    await this.chain.lane.start();
    await this.chain.health.start();
  }

  async deployRegistry(): Promise<Address> {
    return deployCompliance({ lane: this.chain.lane, rpc: this.rpc, store: this.store });
  }

  /** Puts the contract on the chain from an account of its own. */
  async deploy(artifact: ContractArtifact, args: Hex = "0x"): Promise<Contract> {
    const deployer = walletOf(0xdeb);
    await this.anvil.fund(deployer.address, 10n * ETHER);
    const nonce = await this.nonceOf(deployer.address);
    const data = concat([artifact.bytecode, args]) as Hex;
    await this.sendFrom(deployer, null, data);
    const address = toAddress(getCreateAddress({ from: deployer.address, nonce }), "address");
    return { address, abi: new Interface(artifact.abi) };
  }

  /** A transaction past the lane; rejects when the chain does not take it. Its status. */
  async sendFrom(
    signer: WalletSigner,
    to: Address | null,
    data: Hex,
    value = 0n,
  ): Promise<boolean> {
    const { raw, hash } = await signer.signTransaction({
      chainId: this.anvil.chainId,
      nonce: await this.nonceOf(signer.address),
      to,
      data,
      value,
      gasLimit: 3_000_000n,
      maxFeePerGas: 100_000_000_000n,
      maxPriorityFeePerGas: 1n,
    });
    await this.anvil.request("eth_sendRawTransaction", [raw]);
    const receipt = await this.anvil.request("eth_getTransactionReceipt", [hash]);
    return (receipt as { status: string }).status === "0x1";
  }

  async nonceOf(address: Address): Promise<number> {
    return Number(await this.anvil.request("eth_getTransactionCount", [address, "latest"]));
  }

  /** Enqueues without waiting. */
  async enqueue(...intents: readonly TransactionIntent[]): Promise<void> {
    await this.store.transaction(async (tx) => {
      for (const intent of intents) await this.chain.lane.enqueue(tx, intent);
    });
    this.chain.lane.wake();
  }

  async settle(intent: TransactionIntent): Promise<JournalledTransaction> {
    await this.enqueue(intent);
    return this.chain.lane.settled(intent.id);
  }

  /** Resolves at the next move of transaction `id` to `state`. */
  moves(id: string, state: TransactionState): Promise<JournalledTransaction> {
    const { promise, resolve } = Promise.withResolvers<JournalledTransaction>();
    const stop = this.chain.lane.onMove((moved) => {
      if (moved.id !== id || moved.state !== state) return;
      stop();
      resolve(moved);
    });
    return promise;
  }

  async call(contract: Contract, method: string, ...args: readonly unknown[]): Promise<unknown> {
    const data = contract.abi.encodeFunctionData(method, args);
    const answer = await this.anvil.request("eth_call", [{ to: contract.address, data }, "latest"]);
    return contract.abi.decodeFunctionResult(method, answer as string)[0] as unknown;
  }

  #chain(options: Partial<ChainOptions>): Chain {
    return createChain({
      rpc: this.rpc,
      chainId: this.anvil.chainId,
      signer: this.wallet,
      store: this.store,
      contract: complianceAddress(),
      confirmations: 1,
      pollMilliseconds: 20,
      ...options,
    });
  }

  async #stop(): Promise<void> {
    await this.chain.index.stop();
    await this.chain.health.stop();
    await this.chain.lane.stop();
  }
}

export interface Contract {
  readonly address: Address;
  readonly abi: Interface;
}
