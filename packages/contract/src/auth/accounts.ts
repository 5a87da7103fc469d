/** Accounts, logins and what they answer. */

import * as z from "zod";

import { Email, line, NewPassword, opaque, Permission, RefreshToken, Text } from "./fields.ts";

/** Seed, part A: the user record. */
export const User = z.object({ id: Text, email: Text, name: Text });
export type User = z.infer<typeof User>;

export const RegisterRequest = z.object({
  email: Email,
  password: NewPassword,
  name: line(0, 200).optional(),
});

/** Seed, part A: POST /auth/register. */
export const Registered = z.object({ user: User, token: Text, refreshToken: Text });

/** Anything that could once have been taken is looked at, so that a refusal tells nothing. */
export const LoginRequest = z.object({ email: opaque(320), password: opaque(1024) });

/** Seed, part A: the token pair; `expiresIn` in seconds. */
export const TokenPair = z.object({ token: Text, refreshToken: Text, expiresIn: z.int().min(1) });

export const RefreshRequest = z.object({
  refreshToken: RefreshToken,
  rotate: z.boolean().optional(),
});

/** `refreshToken` only where a rotation was asked for. */
export const Refreshed = z.object({
  token: Text,
  expiresIn: z.int().min(1),
  refreshToken: Text.optional(),
});

export const LogoutRequest = z.object({ refreshToken: RefreshToken });
export const LoggedOut = z.object({ revoked: z.boolean() });

export const PasswordChange = z.object({
  currentPassword: opaque(1024),
  newPassword: NewPassword,
});
export const PasswordChanged = z.object({});

export const Me = z.object({
  user: User,
  method: z.enum(["jwt", "api_key"]),
  permissions: z.array(Permission),
});
