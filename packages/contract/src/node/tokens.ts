/** Tokens, balances and transfers, for the owner of the node. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  AddressText,
  Amount,
  AMOUNT_NOTE,
  CHAIN,
  CHAIN_NOTE,
  Count,
  Digits,
  Idempotent,
  INVALID,
  NoQuery,
  PAYING,
  RETRY_NOTE,
  Text,
  TransactionHash,
  WAITING_NOTE,
  WRITING,
  STANDBY_NOTE,
} from "./fields.ts";

const balanceParams = {
  /** Address to read, 0x and 40 hex digits. */
  address: AddressText,
};
interface BalanceParams extends Fields<typeof balanceParams> {}
const BalanceParams: ObjectSchema<BalanceParams> = object(balanceParams);

const balanceQuery = {
  /** Contract of an ERC-20 token, 0x and 40 hex digits. Default: the native token. */
  token: AddressText.optional(),
};
/** The token of a balance. */
export interface BalanceQuery extends Fields<typeof balanceQuery> {}
export const BalanceQuery: ObjectSchema<BalanceQuery> = exactObject(balanceQuery);

const balanceFields = {
  /** Address that was read, 0x and 40 hex digits. */
  address: AddressText,
  /** Balance in the token's smallest unit, decimal digits. */
  balance: Digits,
  /** Contract of the token; the zero address is the native token. */
  token: AddressText,
};
/** The balance of an address. */
export interface Balance extends Fields<typeof balanceFields> {}
export const Balance: ObjectSchema<Balance> = object(balanceFields);

const transferFields = {
  /** Address that pays: a wallet of this node, 0x and 40 hex digits. */
  from: AddressText,
  /** Address that is paid, 0x and 40 hex digits. */
  to: AddressText,
  /** Amount in the token's smallest unit, 1 to 2^256 − 1: a JSON integer or a string of decimal digits. */
  amount: Amount,
  /** Contract of the token; the zero address is the native token. */
  token: AddressText,
};
interface CheckedTransfer extends Fields<typeof transferFields> {}
/** A transfer as a caller asks for it. */
export interface TransferRequest extends InputFields<typeof transferFields> {}
export const TransferRequest: ObjectSchema<CheckedTransfer, TransferRequest> =
  exactObject(transferFields);

const moved = {
  /** Hash of the transaction, 0x and 64 hex digits. */
  tx_hash: TransactionHash,
  /** Address that pays. */
  from: AddressText,
  /** Address that is paid. */
  to: AddressText,
  /** Amount in the token's smallest unit, decimal digits. */
  amount: Digits,
};

const resultFields = {
  /** Always true: the transfer is on the chain. */
  success: z.literal(true),
  ...moved,
  /**
   * Amount that arrived at the payee, decimal digits: for an ERC-20 the growth of the payee's balance in the block.
   * Null where no endpoint of the chain can tell.
   */
  received: Digits.nullable(),
};
/** A transfer that the chain has confirmed. */
export interface TransferResult extends Fields<typeof resultFields> {}
export const TransferResult: ObjectSchema<TransferResult> = object(resultFields);

const pendingFields = {
  /** Always false: the chain has not confirmed the transfer yet. */
  success: z.literal(false),
  /** Always `pending`: ask again under the same Idempotency-Key. */
  status: z.literal("pending"),
  ...moved,
  /** Hash of the transaction, 0x and 64 hex digits; null while it waits for the chain and was not sent. */
  tx_hash: TransactionHash.nullable(),
  /** Id in the list of transactions, where it can be followed and cancelled. */
  transaction_id: Text,
  /** Cause of waiting and where to look, as a sentence. */
  message: Text,
};
/** A transfer that was accepted and is not confirmed yet. */
export interface PendingTransfer extends Fields<typeof pendingFields> {}
export const PendingTransfer: ObjectSchema<PendingTransfer> = object(pendingFields);

const tokenFields = {
  /** Contract of the token; the zero address is the native token. */
  address: AddressText,
  /** Kind of the token. */
  type: oneOf(["native", "erc20"]),
  /** Symbol of the token, such as ETH. */
  symbol: Text,
  /** Decimal places: one token is 10 to this power of its smallest unit. */
  decimals: Count,
};
/** A token that the node handles. */
export interface Token extends Fields<typeof tokenFields> {}
export const Token: ObjectSchema<Token> = object(tokenFields);

const listFields = {
  /** The tokens that the node handles, the native one first. */
  tokens: list(Token),
};
/** A list of tokens. */
export interface TokenList extends Fields<typeof listFields> {}
export const TokenList: ObjectSchema<TokenList> = object(listFields);

const newTokenFields = {
  /** Contract of the token, 0x and 40 hex digits. */
  address: AddressText,
  /** ABI of the contract: 1–1,000 entries, which the service checks. */
  abi: z.array(z.record(z.string(), z.unknown())).min(1).max(1000),
};
/** An ERC-20 token to add. */
export interface NewToken extends Fields<typeof newTokenFields> {}
export const NewToken: ObjectSchema<NewToken> = exactObject(newTokenFields);

const addedFields = {
  /** Always true: the node handles the token. */
  success: z.literal(true),
  /** Contract of the token. */
  address: AddressText,
  /** Remark on what the token says of itself, such as that it names no decimals, as sentences; absent for none. */
  note: Text.optional(),
};
/** The token that was added. */
export interface AddedToken extends Fields<typeof addedFields> {}
export const AddedToken: ObjectSchema<AddedToken> = object(addedFields);

export const tokenRoutes = {
  /**
   * Read the balance of an address in the token's smallest unit.
   *
   * `GET /balance/:address` with an API key, unless a program on the node's machine calls it
   * directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CHAIN_UNAVAILABLE (503): Call again when the chain answers; nothing was sent.
   * - CHAIN_REJECTED (503): Call again later; tell the operator if it stays.
   * - CHAIN_MISMATCH (503): Ask the operator to connect the node to its own chain.
   * - TOKEN_UNSUPPORTED (422): Use a token that the node lists.
   * @example
   *   await client.balance({ params: { address: "0x52908400098527886E0F7030069857D2E4169EE7" } });
   */
  balance: route("GET", "/balance/:address", {
    params: BalanceParams,
    query: BalanceQuery,
    responses: { 200: Balance },
    errors: { ...INVALID, ...CHAIN, TOKEN_UNSUPPORTED: 422 },
  }),
  /**
   * Pay from a wallet of this node.
   *
   * `POST /transfer` with an API key, unless a program on the node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CHAIN_UNAVAILABLE (503): Call again when the chain answers; nothing was sent.
   * - CHAIN_REJECTED (503): Call again later; tell the operator if it stays.
   * - CHAIN_MISMATCH (503): Ask the operator to connect the node to its own chain.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - INSUFFICIENT_FUNDS (422): Send a smaller amount, or add funds first.
   * - TOKEN_UNSUPPORTED (422): Use a token that the node lists.
   * - TRANSACTION_REFUSED (422): Correct what the message names; nothing was paid.
   * - TRANSACTION_REVERTED (409): Read the message for the contract's reason before paying again.
   * - NEEDS_REVIEW (409): Ask the node's owner to look at the transaction before paying again.
   * - IDEMPOTENCY_MISMATCH (422): Use a new Idempotency-Key for a different request.
   * - IDEMPOTENCY_RUNNING (409): Wait a second, then call again with the same Idempotency-Key.
   * @example
   *   await client.transfer({
   *     body: {
   *       from: "0x52908400098527886E0F7030069857D2E4169EE7",
   *       to: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
   *       amount: 25000000,
   *       token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
   *     },
   *   });
   */
  transfer: route("POST", "/transfer", {
    tradesOrPays: true,
    headers: Idempotent,
    body: TransferRequest,
    bodyLimit: 16_384,
    exactIntegers: true,
    idempotencyKey: true,
    responses: { 200: TransferResult, 202: PendingTransfer },
    errors: { FORBIDDEN: 403, ...PAYING },
  }),
  /**
   * List the tokens that the node handles.
   *
   * `GET /tokens` with an API key, unless a program on the node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.listTokens();
   */
  listTokens: route("GET", "/tokens", {
    query: NoQuery,
    responses: { 200: TokenList },
    errors: INVALID,
  }),
  /**
   * Add an ERC-20 token.
   *
   * `POST /tokens` with an API key, unless a program on the node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CHAIN_UNAVAILABLE (503): Call again when the chain answers; nothing was sent.
   * - CHAIN_REJECTED (503): Call again later; tell the operator if it stays.
   * - CHAIN_MISMATCH (503): Ask the operator to connect the node to its own chain.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - TOKEN_UNSUPPORTED (422): Use a token that the node lists.
   * @example
   *   await client.addToken({
   *     body: {
   *       address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
   *       abi: [
   *         {
   *           type: "function",
   *           name: "transfer",
   *           inputs: [{ type: "address" }, { type: "uint256" }],
   *           outputs: [{ type: "bool" }],
   *           stateMutability: "nonpayable",
   *         },
   *         {
   *           type: "function",
   *           name: "balanceOf",
   *           inputs: [{ type: "address" }],
   *           outputs: [{ type: "uint256" }],
   *           stateMutability: "view",
   *         },
   *         {
   *           type: "function",
   *           name: "decimals",
   *           inputs: [],
   *           outputs: [{ type: "uint8" }],
   *           stateMutability: "view",
   *         },
   *       ],
   *     },
   *   });
   */
  addToken: route("POST", "/tokens", {
    body: NewToken,
    // A known token is answered as it stands.
    idempotent: true,
    responses: { 200: AddedToken, 201: AddedToken },
    errors: { ...INVALID, ...CHAIN, ...WRITING, TOKEN_UNSUPPORTED: 422 },
  }),
};

/** Notes of {@link tokenRoutes}. A function, so that bundlers drop it from clients. */
export function tokenNotes(): NotesOf<typeof tokenRoutes> {
  const tags = ["tokens"];
  const from = "0x52908400098527886E0F7030069857D2E4169EE7";
  const to = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
  const token = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  const native = "0x0000000000000000000000000000000000000000";
  const tx_hash = "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3";
  return {
    balance: {
      tags,
      seed: "Internal API: GET /balance/{address}",
      unspecified: ["The native token; `token` asks for an ERC-20.", CHAIN_NOTE],
      example: { response: { address: from, balance: "1000000000000000000", token: native } },
    },
    transfer: {
      tags,
      seed: "Internal API: POST /transfer",
      unspecified: [
        STANDBY_NOTE,
        "`from` must be a wallet of this node, else 422 for that field.",
        "The zero address as token is the native one.",
        AMOUNT_NOTE,
        "422 names the field when funds do not suffice or the token is unsupported; a transfer that failed on the chain is 409.",
        "Additive `received`: what arrived at the payee. A token that would bring less than the amount is 422 before anything is sent, where an endpoint can show it; from 1,000,000 units on it may round down by at most 2.",
        "202 with success false and status pending: signed, not settled in time, and handed to the chain until it is taken; the same Idempotency-Key tells later, and GET /transactions the words of an endpoint that refuses it.",
        WAITING_NOTE,
        "409 NEEDS_REVIEW: the store was restored from a backup and the chain may have paid this already; see GET /transactions.",
        CHAIN_NOTE,
        RETRY_NOTE,
      ],
      example: {
        body: { from, to, amount: 25_000_000, token },
        response: { success: true, tx_hash, from, to, amount: "25000000", received: "25000000" },
      },
    },
    listTokens: {
      tags,
      seed: "Internal API: GET /tokens",
      unspecified: [
        "Each entry also has its symbol and decimals; the native one comes first.",
        "A token that names no decimals has 0. One that calls itself as a listed one does, or hides characters in its symbol or name, has its short address behind the symbol.",
      ],
      example: {
        response: {
          tokens: [
            { address: native, type: "native", symbol: "ETH", decimals: 18 },
            { address: token, type: "erc20", symbol: "DEMO", decimals: 6 },
          ],
        },
      },
    },
    addToken: {
      tags,
      seed: "Internal API: POST /tokens",
      unspecified: [
        STANDBY_NOTE,
        "Success is 201 {success, address}; a token that is known already is 200. Additive `note`: what is odd about what the token says of itself.",
        "The address must answer as an ERC-20, else 422; the ABI is checked and kept, and money goes by the standard's.",
      ],
      example: {
        body: {
          address: token,
          abi: [
            abiMethod("transfer", ["address", "uint256"], "bool", "nonpayable"),
            abiMethod("balanceOf", ["address"], "uint256", "view"),
            abiMethod("decimals", [], "uint8", "view"),
          ],
        },
        response: { success: true, address: token },
      },
    },
  };
}

/** A method of a token as its ABI describes it. */
function abiMethod(
  name: string,
  inputs: readonly string[],
  output: string,
  stateMutability: "view" | "nonpayable",
): object {
  return {
    type: "function",
    name,
    inputs: inputs.map((type) => ({ type })),
    outputs: [{ type: output }],
    stateMutability,
  };
}
