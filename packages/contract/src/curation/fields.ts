/** The kinds of fields and the groups of error codes that the routes of the curation API share. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { freeText } from "../route/free-text.ts";
import { oneOf, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { storable } from "../route/text-checks.ts";

/** A role that an account can be given. */
export const Role = oneOf(["curator", "admin"]);
export type Role = z.infer<typeof Role>;

/** The state of a market. */
export const MarketState = oneOf([
  "pending_launch",
  "active",
  "locked",
  "resolved",
  "disputed",
  "invalid",
]);
export type MarketState = z.infer<typeof MarketState>;

/** The status of a draft between its owner and the curators. */
export const DraftStatus = oneOf([
  "draft",
  "pending",
  "in_review",
  "changes_requested",
  "approved",
  "rejected",
  "withdrawn",
]);
export type DraftStatus = z.infer<typeof DraftStatus>;

/** ISO 8601, UTC, ending in `Z`. */
export const Timestamp = z.iso.datetime();
export const MaybeTime = Timestamp.nullable();
export const Text = z.string();
export const MaybeText = Text.nullable();
export const Count = z.int().min(0);
/** A number from 0 to 1. */
export const UnitInterval = z.number().min(0).max(1);
export const Version = z.int().min(1);

/** Text that is only compared or kept: `min` to `max` characters. */
export const text: (min: number, max: number) => z.ZodString = storable;

/** A page of a list: the answer's header `Link` has the next one. */
export const page = {
  /** Maximum number of items in the answer, 1–100. Default 50. */
  limit: q.integer({ min: 1, max: 100 }).default(50),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: text(1, 1024).optional(),
};

export const WalletAddress = text(1, 100);
export const walletFields = {
  /** EVM address (EIP-55 checked when in mixed case) or Solana address, 1–100 characters. */
  wallet_address: WalletAddress,
};
/** A signature as text (hexadecimal, base58 or base64) or as an array of its bytes. */
const Signature = z.union([text(1, 10_000), z.array(z.int().min(0).max(255)).max(4096)]);
/** A signed message that proves the wallet address it names. */
export const proof = {
  /** Sign-in message from `POST /auth/nonce`, 1–10,000 characters. */
  message: text(1, 10_000),
  /** Signature of the message by the wallet: 1–10,000 characters of hexadecimal, base58 or base64, or 0–4,096 bytes. */
  signature: Signature,
};
/** A one-time code of the operator. */
export const AdminCodeText = text(1, 200);

const draftParams = {
  /** Draft id, a UUID. */
  id: Text,
};
export interface DraftParams extends Fields<typeof draftParams> {}
export const DraftParams: ObjectSchema<DraftParams> = object(draftParams);

const marketParams = {
  /** Market id, a UUID. */
  id: Text,
};
export interface MarketParams extends Fields<typeof marketParams> {}
export const MarketParams: ObjectSchema<MarketParams> = object(marketParams);

const ifMatchFields = {
  /** ETag of the version that the caller saw, or `*`; another current version is 412. Default: any version. */
  "if-match": text(1, 200).optional(),
};
/** A condition on the version that a change starts from. */
export interface IfMatch extends Fields<typeof ifMatchFields> {}
export const IfMatch: ObjectSchema<IfMatch> = object(ifMatchFields);

const ifNoneMatchFields = {
  /** ETags of the answers that the caller has; when the current one is among them, the answer is 304 without a body. */
  "if-none-match": text(1, 1024).optional(),
};
/** A condition on the version that a reader has already. */
export interface IfNoneMatch extends Fields<typeof ifNoneMatchFields> {}
export const IfNoneMatch: ObjectSchema<IfNoneMatch> = object(ifNoneMatchFields);

/** The field in which a curator may tell the owner something with an approval. */
export const notesForOwner = {
  /** Notes for the owner, at most 5,000 characters. Default null. */
  curator_notes: freeText(0, 5000).nullable().optional(),
};
/** The field in which a submission and an approval accept warnings. */
export const acknowledged = {
  /**
   * Codes of the warnings that the caller knows and accepts, at most 20 of 1–50 characters. Without `no_deadline` a
   * draft without a resolution deadline is refused, without `no_source` one without a source; other codes are taken
   * and change nothing. Default: none.
   */
  acknowledge_warnings: z.array(text(1, 50)).max(20).optional(),
};
/** The field in which a curator tells the owner why a draft is rejected. */
export const reasonForOwner = {
  /** Reason for the owner, 10–5,000 characters. */
  reason: freeText(10, 5000),
};

export const INVALID = { VALIDATION_ERROR: 422 } as const;
/** The codes of every route with a body. */
export const BODY = {
  ...INVALID,
  JSON_MALFORMED: 400,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const;
export const TOKEN = { UNAUTHORIZED: 401, TOKEN_EXPIRED: 401, INVALID_TOKEN: 401 } as const;
/** The code of changes that a suspended account may not make. */
export const ACTING = { ACCOUNT_SUSPENDED: 403 } as const;
export const WRITING = { ...TOKEN, ...ACTING, RATE_LIMITED: 429 } as const;
export const PERMITTED = { ...TOKEN, FORBIDDEN: 403 } as const;
/** The code of changes that ask for a second factor, in accounts that have one. */
export const STEP_UP = { STEP_UP_REQUIRED: 403 } as const;
/** 16 KiB, several times what wallets sign: a stranger's unfinished requests hold little memory. */
export const bodyLimit = 16_384;

/** The codes of routes that hash a password, which is slow on purpose. */
export const HASHING = { RATE_LIMITED: 429, BUSY: 503 } as const;
/** The codes of routes that may log in by a cookie. */
export const COOKIE = { FORBIDDEN: 403, COOKIES_UNAVAILABLE: 501 } as const;

/** The code of routes that ask a chain about a wallet's signature. */
export const NODE = { WALLET_NODE_UNAVAILABLE: 503 } as const;
