/**
 * Names of EVM wallets in the Ethereum Name Service of the main network: the reverse record of an address (ERC-181),
 * where the name leads back to the same address (ERC-137). Names behind wildcards or gateways (ENSIP-10, ERC-3668) are
 * not looked up: no address that a stranger has chosen is called but contracts on the chain.
 */

import { anyFunction, anyText, checkArguments, readBounded, splitLogin } from "@bourse/kernel";
import { ensNormalize, namehash } from "ethers/hash";

import type { WalletNames } from "./wallet/wallet-names.ts";

/** Registry of the main network. */
const REGISTRY = "0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e";
/** Selectors of `resolver(bytes32)`, `name(bytes32)` and `addr(bytes32)`. */
const [RESOLVER, NAME, ADDR] = ["0x0178b8bf", "0x691f3431", "0x3b3b57de"] as const;
const TIMEOUT_MILLISECONDS = 2000;
const MAX_BYTES = 16_384;
const MAX_NAME_BYTES = 255;

/** Asks the node by JSON-RPC; null when the call reverts. */
type Ask = (method: string, params: readonly unknown[]) => Promise<string | null>;

/**
 * Creates the names of the main network's name service over the EVM node at the http or https address `url`. A lookup
 * makes four calls, each within 2 s and 16 KiB, and rejects when the node does not answer or is of another chain; no
 * message contains `url`, whose login is sent by HTTP Basic. An address without a confirmed name in normal form
 * (ENSIP-15) has none.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function createEnsNames(url: string, fetchWith: typeof fetch = fetch): WalletNames {
  checkArguments("createEnsNames", { url: anyText, fetchWith: anyFunction }, [url, fetchWith]);
  const ask = askNode(url, fetchWith);
  let isMain: Promise<boolean> | undefined;
  const requireMain = async (): Promise<void> => {
    isMain ??= ask("eth_chainId", []).then((id) => id !== null && BigInt(id) === 1n);
    const known = isMain;
    if (await known.catch(() => false)) return;
    isMain = undefined;
    throw new Error("The node of the name service is not one of the Ethereum main network.");
  };
  return Object.freeze<WalletNames>({
    nameOf: async (address) => {
      checkArguments("names.nameOf", { address: anyText }, [address]);
      if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
      await requireMain();
      const name = await reverseName(ask, address);
      if (name === null || !isNormal(name)) return null;
      const resolver = await resolverOf(ask, namehash(name));
      if (resolver === null) return null;
      const leadsTo = addressIn(await call(ask, resolver, ADDR + namehash(name).slice(2)));
      return leadsTo === address.toLowerCase() ? name : null;
    },
  });
}

async function reverseName(ask: Ask, address: string): Promise<string | null> {
  const node = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
  const resolver = await resolverOf(ask, node);
  return resolver === null ? null : textIn(await call(ask, resolver, NAME + node.slice(2)));
}

async function resolverOf(ask: Ask, node: string): Promise<string | null> {
  return addressIn(await call(ask, REGISTRY, RESOLVER + node.slice(2)));
}

function call(ask: Ask, to: string, data: string): Promise<string | null> {
  return ask("eth_call", [{ to, data }, "latest"]);
}

/** Only a name that is spelled in its normal form: another spelling may be read as another name. */
function isNormal(name: string): boolean {
  try {
    return name.includes(".") && ensNormalize(name) === name;
  } catch {
    return false;
  }
}

/** The address in an answer; null for none and for the empty one. */
function addressIn(answer: string | null): string | null {
  const digits = /^0x0{24}([0-9a-f]{40})$/i.exec(answer ?? "")?.[1]?.toLowerCase();
  return digits === undefined || /^0+$/.test(digits) ? null : `0x${digits}`;
}

/** The one text in an ABI-encoded answer; null for anything else. */
function textIn(answer: string | null): string | null {
  const words = /^0x0{62}20([0-9a-f]{64})((?:[0-9a-f]{2})*)$/i.exec(answer ?? "");
  const length = Number(`0x${words?.[1] ?? "ffff"}`);
  const content = words?.[2] ?? "";
  if (length === 0 || length > MAX_NAME_BYTES || content.length < length * 2) return null;
  try {
    const bytes = Uint8Array.from({ length }, (_, at) =>
      Number.parseInt(content.slice(at * 2, at * 2 + 2), 16),
    );
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

function askNode(url: string, fetchWith: typeof fetch): Ask {
  const node = splitLogin(url);
  return async (method, params) => {
    const response = await fetchWith(node.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...node.headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const bytes = await readBounded(response.body, MAX_BYTES);
    if (bytes === undefined) throw new Error(`${method}: the node's answer is too long`);
    const { result, error } = JSON.parse(new TextDecoder().decode(bytes)) as RpcAnswer;
    if (typeof result === "string") return result;
    if (error?.code === 3 || /revert/i.test(String(error?.message))) return null;
    throw new Error(`${method}: the node gave no result, with status ${response.status}`);
  };
}
