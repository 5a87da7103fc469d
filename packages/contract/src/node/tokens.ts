/** Tokens, balances and transfers. */

import * as z from "zod";

import { AddressText, Amount, Count, Digits, Text, TransactionHash } from "./fields.ts";

export const BalanceQuery = z.object({ token: AddressText.optional() });

export const Balance = z.object({ address: AddressText, balance: Digits, token: AddressText });
export type Balance = z.infer<typeof Balance>;

export const TransferRequest = z.object({
  from: AddressText,
  to: AddressText,
  amount: Amount,
  token: AddressText,
});
export type TransferRequest = z.input<typeof TransferRequest>;

const moved = { tx_hash: TransactionHash, from: AddressText, to: AddressText, amount: Digits };

export const TransferResult = z.object({ success: z.literal(true), ...moved });
export type TransferResult = z.infer<typeof TransferResult>;

/** Sent, and its fate is not known yet: ask again under the same Idempotency-Key. */
export const PendingTransfer = z.object({
  success: z.literal(false),
  status: z.literal("pending"),
  ...moved,
});
export type PendingTransfer = z.infer<typeof PendingTransfer>;

export const Token = z.object({
  address: AddressText,
  type: z.enum(["native", "erc20"]),
  symbol: Text,
  decimals: Count,
});
export type Token = z.infer<typeof Token>;

export const TokenList = z.object({ tokens: z.array(Token) });

export const NewToken = z.object({
  address: AddressText,
  /** Its entries are the service's to judge. */
  abi: z.array(z.record(z.string(), z.unknown())).min(1).max(1000),
});
export type NewToken = z.infer<typeof NewToken>;

export const AddedToken = z.object({ success: z.literal(true), address: AddressText });
