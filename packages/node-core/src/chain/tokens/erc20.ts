/** ERC-20 as the standard writes it (EIP-20): money goes through this ABI alone, whatever ABI a caller brings. */
import { Interface } from "ethers";

import type { Address, Hex } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import type { ChainRpc, RpcCall, RpcOutcome } from "../port.ts";
import { isRefusal } from "../rpc/refusal.ts";

const ERC20: Interface = new Interface([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function transfer(address to, uint256 amount) returns (bool)",
]);

/** The call that pays `amount` to `to`. */
export function transferCall(to: Address, amount: bigint): Hex {
  return ERC20.encodeFunctionData("transfer", [to, amount]) as Hex;
}

/** The call that reads a balance at a block. */
export function balanceCall(token: Address, owner: Address, block: string | undefined): RpcCall {
  const data = ERC20.encodeFunctionData("balanceOf", [owner]);
  return { method: "eth_call", params: [{ to: token, data }, block] };
}

/** @throws NodeError TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE, CHAIN_REJECTED, CHAIN_MISMATCH */
export async function readBalance(rpc: ChainRpc, token: Address, owner: Address): Promise<bigint> {
  const [outcome] = await rpc.batch([balanceCall(token, owner, "latest")]);
  const balance = uint256(outcome);
  if (balance === undefined) throw unsupported(token, "it does not answer balanceOf");
  return balance;
}

export interface TokenFacts {
  /** Texts that the contract says about itself, as they are; undefined for none. */
  readonly symbol: string | undefined;
  readonly name: string | undefined;
  /** Null for a token that names none. */
  readonly decimals: number | null;
}

/**
 * Metadata that the contract reports about itself.
 *
 * @throws NodeError TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE, CHAIN_REJECTED, CHAIN_MISMATCH
 */
export async function readToken(rpc: ChainRpc, token: Address): Promise<TokenFacts> {
  const call = (data: string): { method: string; params: unknown[] } => ({
    method: "eth_call",
    params: [{ to: token, data }, "latest"],
  });
  const [code, decimals, supply, balance, symbol, name] = await rpc.batch([
    { method: "eth_getCode", params: [token, "latest"] },
    call(ERC20.encodeFunctionData("decimals")),
    call(ERC20.encodeFunctionData("totalSupply")),
    call(ERC20.encodeFunctionData("balanceOf", [token])),
    call(ERC20.encodeFunctionData("symbol")),
    call(ERC20.encodeFunctionData("name")),
  ]);
  if (resultOf(code) === "0x") throw unsupported(token, "there is no contract");
  if (uint256(supply) === undefined) throw unsupported(token, "it does not answer totalSupply");
  if (uint256(balance) === undefined) throw unsupported(token, "it does not answer balanceOf");
  // EIP-20 makes decimals optional.
  const places = uint256(decimals);
  if (places !== undefined && places > 255n) {
    throw unsupported(token, `its decimals are ${places} in place of 0 to 255`);
  }
  const texts = { symbol: textOf("symbol", symbol), name: textOf("name", name) };
  return { ...texts, decimals: places === undefined ? null : Number(places) };
}

/** Undefined when the contract refused the call. @throws NodeError CHAIN_REJECTED when the endpoint could not say */
function resultOf(outcome: RpcOutcome | undefined): unknown {
  if (outcome === undefined || !("error" in outcome)) return outcome?.result;
  if (isRefusal(outcome.error)) return undefined;
  throw outcome.error;
}

function uint256(outcome: RpcOutcome | undefined): bigint | undefined {
  return uint256Of(resultOf(outcome));
}

/** The first word of a call's result as a number; undefined when there is none. */
export function uint256Of(result: unknown): bigint | undefined {
  const text = String(result);
  return /^0x[0-9a-fA-F]{64}/.test(text) ? BigInt(text.slice(0, 66)) : undefined;
}

/** The contract's own word; some old tokens answer 32 bytes that end in zeros. */
function textOf(method: "symbol" | "name", outcome: RpcOutcome | undefined): string | undefined {
  const raw = String(resultOf(outcome));
  try {
    return String(ERC20.decodeFunctionResult(method, raw)[0]);
  } catch {
    if (!/^0x[0-9a-fA-F]{64}$/.test(raw)) return undefined;
    return Buffer.from(raw.slice(2), "hex").toString("utf8").replace(/\0+$/, "");
  }
}

export function unsupported(token: Address, why: string): NodeError {
  return new NodeError(
    "TOKEN_UNSUPPORTED",
    `Expected an ERC-20 contract at ${token}, but ${why}.`,
    { details: { field: "token", token } },
  );
}
