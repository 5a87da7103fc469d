/** The wallets that this browser has: EIP-6963 for Ethereum, the wallet standard for Solana. */

import { signal } from "@preact/signals";

/** A wallet that can tell its address and sign a message with it. */
export interface Wallet {
  readonly id: string;
  readonly name: string;
  /** Picture as a data URL; undefined when the wallet gave none. */
  readonly icon: string | undefined;
  readonly network: "Ethereum" | "Solana";
  /** Asks the person for an account. */
  readonly connect: () => Promise<Account>;
}

export interface Account {
  readonly address: string;
  readonly sign: (message: string) => Promise<string | readonly number[]>;
}

export const wallets = signal<readonly Wallet[]>([]);

/** Listens for wallets and asks those that are there to announce themselves. */
export function discoverWallets(): void {
  addEventListener("eip6963:announceProvider", (event) => {
    const { info, provider } = (event as CustomEvent<Announcement>).detail;
    add({
      id: info.uuid,
      name: info.name,
      icon: iconOf(info.icon),
      network: "Ethereum",
      connect: () => connectEthereum(provider),
    });
  });
  const register = (...found: readonly StandardWallet[]): (() => void) => {
    for (const wallet of found) addSolana(wallet);
    return () => undefined;
  };
  addEventListener("wallet-standard:register-wallet", (event) => {
    (event as CustomEvent<(api: { register: typeof register }) => void>).detail({ register });
  });
  dispatchEvent(new Event("eip6963:requestProvider"));
  dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: { register } }));
}

/** The announcement of an Ethereum wallet (EIP-6963) with its provider (EIP-1193). */
interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string };
  readonly provider: Provider;
}
interface Provider {
  request(call: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}

async function connectEthereum(provider: Provider): Promise<Account> {
  const [address] = (await provider.request({ method: "eth_requestAccounts" })) as string[];
  if (address === undefined)
    throw new Error("The wallet shared no account. Unlock it and allow one.");
  return {
    address,
    sign: async (message) => {
      const bytes = new TextEncoder().encode(message);
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      const params = [`0x${hex}`, address];
      return (await provider.request({ method: "personal_sign", params })) as string;
    },
  };
}

/** A wallet of the wallet standard, as far as it is used here. */
interface StandardWallet {
  readonly name: string;
  readonly icon: string;
  readonly chains: readonly string[];
  readonly features: Readonly<Record<string, unknown>>;
}
interface StandardAccount {
  readonly address: string;
}
interface Connect {
  connect(): Promise<{ readonly accounts: readonly StandardAccount[] }>;
}
interface SignMessage {
  signMessage(input: {
    readonly account: StandardAccount;
    readonly message: Uint8Array;
  }): Promise<readonly { readonly signature: Uint8Array }[]>;
}

function addSolana(wallet: StandardWallet): void {
  const connecting = wallet.features["standard:connect"] as Connect | undefined;
  const signing = wallet.features["solana:signMessage"] as SignMessage | undefined;
  if (connecting === undefined || signing === undefined) return;
  const connect = async (): Promise<Account> => {
    const [account] = (await connecting.connect()).accounts;
    if (account === undefined) {
      throw new Error("The wallet shared no account. Unlock it and allow one.");
    }
    return {
      address: account.address,
      sign: async (text) => {
        const message = new TextEncoder().encode(text);
        const [signed] = await signing.signMessage({ account, message });
        return [...(signed?.signature ?? [])];
      },
    };
  };
  const { name, icon } = wallet;
  add({ id: `solana ${name}`, name, icon: iconOf(icon), network: "Solana", connect });
}

function add(wallet: Wallet): void {
  const others = wallets.value.filter(({ id }) => id !== wallet.id);
  wallets.value = [...others, wallet].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Pictures from elsewhere would tell others who visits this page. */
function iconOf(icon: unknown): string | undefined {
  return typeof icon === "string" && icon.startsWith("data:image/") ? icon : undefined;
}
