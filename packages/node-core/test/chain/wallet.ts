/** Wallets and addresses for the tests of this folder; light, since child processes import it too. */
import { Transaction, Wallet } from "ethers";

import { toAddress, type Address, type Hex } from "../../src/address.ts";
import type { TransactionIntent } from "../../src/chain/port.ts";
import type { WalletSigner } from "../../src/identity/port.ts";

/** The wallet of private key `number`. */
export function walletOf(number: number): WalletSigner {
  return walletOfKey(`0x${number.toString(16).padStart(64, "0")}`);
}

function walletOfKey(key: string): WalletSigner {
  const wallet = new Wallet(key);
  return {
    address: toAddress(wallet.address, "address"),
    signTransaction: async ({ maxFeePerGas, maxPriorityFeePerGas, type = 2, ...rest }) => {
      const fees = type === 0 ? { gasPrice: maxFeePerGas } : { maxFeePerGas, maxPriorityFeePerGas };
      const raw = await wallet.signTransaction({ ...rest, ...fees, type });
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

/** Payments of a lane under test in one round of its kills: each to an account of its own. */
export function killIntents(wallet: number, round: number): readonly TransactionIntent[] {
  return [1, 2, 3].map((index) => ({
    id: `kill:${round}:${index}`,
    to: address(wallet * 1_000_000 + round * 10 + index),
    data: "0x",
    value: BigInt(index),
  }));
}
