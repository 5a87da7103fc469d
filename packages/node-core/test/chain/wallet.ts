/** Wallets and chains for the tests of this folder. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startDevelopmentChain, type DevelopmentChain } from "@bourse/chain-anvil";
import { Wallet } from "ethers";

import { toAddress, type Address, type Hex, type WalletSigner } from "../../src/index.ts";

/** The wallet of private key `number`. */
export function walletOf(number: number): WalletSigner {
  return walletOfKey(`0x${number.toString(16).padStart(64, "0")}`);
}

export function walletOfKey(key: string): WalletSigner {
  const wallet = new Wallet(key);
  return {
    address: toAddress(wallet.address, "address"),
    signTransaction: async (transaction) => {
      const raw = await wallet.signTransaction({ type: 2, ...transaction });
      const { Transaction } = await import("ethers");
      return { raw: raw as Hex, hash: Transaction.from(raw).hash as Hex };
    },
    signTypedData: async ({ domain, types, message }) => {
      const mutable = Object.fromEntries(
        Object.entries(types).map(([name, fields]) => [name, [...fields]]),
      );
      return (await wallet.signTypedData(domain, mutable, message)) as Hex;
    },
  };
}

export const ETHER = 10n ** 18n;

export const address = (number: number): Address =>
  toAddress(`0x${number.toString(16).padStart(40, "0")}`, "address");

/** Whether anvil is installed for this platform; its absence is an error under continuous integration. */
export function hasAnvil(): boolean {
  const require = createRequire(
    createRequire(import.meta.url).resolve("@bourse/chain-anvil/package.json"),
  );
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  try {
    const manifest = require.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/package.json`);
    return existsSync(manifest);
  } catch {
    if (process.env["CI"] === undefined) return false;
    throw new Error("anvil is not installed; continuous integration needs it.");
  }
}

/** A chain in a folder of its own, which goes with it. */
export async function temporaryChain(): Promise<DevelopmentChain> {
  const directory = await mkdtemp(join(tmpdir(), "bourse-node-chain-"));
  const chain = await startDevelopmentChain({ directory });
  return {
    ...chain,
    stop: async () => {
      await chain.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
