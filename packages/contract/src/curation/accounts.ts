/** Accounts with wallets, logins, sessions and roles. */

import * as z from "zod";

import { Count, MaybeText, MaybeTime, Role, text, Text, Timestamp } from "./fields.ts";

/** Seed, part B: id, wallet_address, username; the others are this service's own. */
export const User = z.object({
  id: Text,
  wallet_address: MaybeText,
  username: Text,
  email: MaybeText,
  display_name: MaybeText,
  avatar_url: MaybeText,
  bio: MaybeText,
  wallet_verified: z.boolean(),
  roles: z.array(Role),
  total_markets_created: Count,
  created_at: Timestamp,
  updated_at: Timestamp,
  last_login_at: MaybeTime,
});
export type User = z.infer<typeof User>;

const WalletAddress = text(1, 100);
const proof = { message: text(1, 10_000), signature: text(1, 10_000) };
/** Who somebody is: a signed message, or e-mail and password. */
const proofs = {
  email: text(1, 320).optional(),
  password: text(1, 1024).optional(),
  message: proof.message.optional(),
  signature: proof.signature.optional(),
};

export const NonceRequest = z.object({ wallet_address: WalletAddress });
export const Nonce = z.object({ nonce: Text, message: Text, expires_at: Timestamp });

export const RegisterRequest = z.object({
  wallet_address: WalletAddress,
  username: text(1, 200),
  ...proofs,
});

/** Either a signed message, or e-mail and password. */
export const LoginRequest = z.object({
  wallet_address: WalletAddress.optional(),
  ...proofs,
});

const accessToken = {
  access_token: Text,
  token_type: z.literal("bearer"),
  expires_in: z.int().min(1),
};

/** Seed, part B: the register response; the refresh token is an addition. */
export const SignedIn = z.object({ ...accessToken, refresh_token: Text, user: User });
export type SignedIn = z.infer<typeof SignedIn>;

export const RefreshRequest = z.object({ refresh_token: text(1, 512) });
export const Refreshed = z.object(accessToken);

export const LoggedOut = z.object({ revoked: z.boolean() });

/** Null empties a field. */
export const ProfilePatch = z.object({
  username: text(1, 200).optional(),
  display_name: text(0, 100).nullable().optional(),
  avatar_url: text(0, 2000).nullable().optional(),
  bio: text(0, 1000).nullable().optional(),
});

export const WalletChange = z.object({ wallet_address: WalletAddress, ...proof });

export const Session = z.object({
  id: Text,
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  user_agent: MaybeText,
  ip: MaybeText,
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;
