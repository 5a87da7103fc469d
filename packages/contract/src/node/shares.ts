/** Sharing data, and what became of it. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { AddressText, Amount, Count, HashText, Text, Time, TransactionHash } from "./fields.ts";

/** 1 MB of seed 002, in bytes of UTF-8, inclusive. */
export const MAX_DATA_BYTES = 1_048_576;
/** JSON may spell a byte by six (`\u0000`); the rest of the body is small. */
export const SHARE_BODY_BYTES = 6 * MAX_DATA_BYTES + 65_536;

const Data = z
  .string()
  .refine((data) => data.isWellFormed(), "must be text of whole Unicode characters")
  .refine(isShort, `must be at most ${MAX_DATA_BYTES} bytes of UTF-8`);

export const ShareRequest = z.object({
  data: Data,
  recipient: AddressText,
  /** With `payment_amount` or not at all. */
  payment_token: AddressText.optional(),
  payment_amount: Amount.optional(),
  /** Who pays: the node's wallet, or the recipient by an allowance. */
  payer: z.enum(["sender", "recipient"]).optional(),
});
export type ShareRequest = z.input<typeof ShareRequest>;

export const ShareResult = z.object({
  success: z.literal(true),
  tx_hash: TransactionHash,
  recipient: AddressText,
});
export type ShareResult = z.infer<typeof ShareResult>;

/** Durable here, and the chain has not settled the proof in time: it goes on by itself. */
export const PendingShare = z.object({
  success: z.literal(false),
  status: z.literal("pending"),
  tx_hash: TransactionHash.nullable(),
  recipient: AddressText,
});
export type PendingShare = z.infer<typeof PendingShare>;

export const HashParams = z.object({ data_hash: HashText });

export const StoredData = z.object({ hash: HashText, data: Text });
export type StoredData = z.infer<typeof StoredData>;

export const Verification = z.object({
  hash: HashText,
  verified: z.boolean(),
  event_type: Text.nullable(),
});
export type Verification = z.infer<typeof Verification>;

export const ShareQuery = z.object({ limit: q.integer({ min: 1, max: 1000 }).default(100) });

/** sealed → proved → delivered; waiting: proved, and the recipient has announced no key yet. */
export const ShareStatus = z.enum(["sealed", "proved", "delivered", "waiting"]);

export const ShareList = z.object({
  shares: z.array(
    z.object({
      data_hash: HashText,
      recipient: AddressText,
      status: ShareStatus,
      tx_hash: TransactionHash.nullable(),
      created_at: Time,
    }),
  ),
  count: Count,
});
export type ShareList = z.infer<typeof ShareList>;

/** Encodes only what may be past the limit: a character has at most three bytes a code unit. */
function isShort(data: string): boolean {
  return (
    data.length * 3 <= MAX_DATA_BYTES || new TextEncoder().encode(data).length <= MAX_DATA_BYTES
  );
}
