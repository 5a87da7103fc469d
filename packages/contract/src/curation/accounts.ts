/** Accounts with wallets, and their logins. */

import * as z from "zod";

import { OpenIdCode } from "../openid/forms.ts";
import type { NotesOf, RouteNotes } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import { joinRoutes } from "../route/join-routes.ts";
import { exactObject, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { credentialRoutes } from "./credentials.ts";
import { factorRoutes } from "./factors.ts";
import {
  AdminCodeText,
  BODY,
  bodyLimit,
  COOKIE,
  HASHING,
  NODE,
  proof,
  Text,
  text,
  Timestamp,
  TOKEN,
  WalletAddress,
  walletFields,
  WRITING,
} from "./fields.ts";
import { openIdRoutes } from "./openid.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { personalDataRoutes } from "./personal-data.ts";
import { recoveryRoutes } from "./recovery.ts";
import { rememberedDeviceRoutes } from "./remembered-devices.ts";
import { sessionRoutes } from "./sessions.ts";
import { accessToken, SignedIn } from "./signed-in.ts";
import { exampleUser, User } from "./user.ts";
import { walletRecoveryRoutes } from "./wallet-recovery.ts";
import { webhookRoutes } from "./webhooks.ts";

const proofs = {
  /** E-mail address, 1–320 characters; it comes with `password`. */
  email: text(1, 320).optional(),
  /**
   * Password, 8–128 characters in a registration; common and predictable ones, the username and the e-mail address are
   * refused.
   */
  password: text(1, 1024).optional(),
  /** Sign-in message from `POST /auth/nonce`, 1–10,000 characters; it comes with `signature`. */
  message: proof.message.optional(),
  /** Signature of the message by the wallet, as text or as an array of its bytes; it comes with `message`. */
  signature: proof.signature.optional(),
  /** `cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer. */
  session: z.literal("cookie").optional(),
};

/** A request for a message to sign in with. */
export interface NonceRequest extends Fields<typeof walletFields> {}
export const NonceRequest: ObjectSchema<NonceRequest> = object(walletFields);

const nonceFields = {
  /** Random value in the message; it can be used once. */
  nonce: Text,
  /** Message to sign with the wallet. */
  message: Text,
  /** Time at which the message expires, ISO 8601 in UTC: five minutes from now. */
  expires_at: Timestamp,
};
/** A message to sign in with. */
export interface Nonce extends Fields<typeof nonceFields> {}
export const Nonce: ObjectSchema<Nonce> = object(nonceFields);

const registerFields = {
  ...walletFields,
  /** Unique name: 3–50 letters, digits and `_ . -`, compared without case. */
  username: text(1, 200),
  ...proofs,
  /** One-time code of the operator, 1–200 characters; needed for an e-mail address that is reserved for an admin. */
  admin_code: AdminCodeText.optional(),
  /** Code of a sign-in that no account is linked with: `registration` of the refused login, and its verifier. */
  oidc: OpenIdCode.optional(),
};
/** A registration: a wallet address and a name, with a signature, a password, both or neither. */
export interface RegisterRequest
  extends Fields<typeof walletFields>, Fields<typeof registerFields> {}
export const RegisterRequest: ObjectSchema<RegisterRequest> = object(registerFields);

const loginFields = {
  /** Wallet address of the account, 1–100 characters. Default: the address in the message. */
  wallet_address: WalletAddress.optional(),
  /** Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none. */
  device_secret: text(1, 200).optional(),
  ...proofs,
};
/** A login: either a signed message, or e-mail and password. */
export interface LoginRequest extends Fields<typeof loginFields> {}
export const LoginRequest: ObjectSchema<LoginRequest> = object(loginFields);

const refreshFields = {
  /** Refresh token of the login, 1–512 characters. */
  refresh_token: text(1, 512),
  /** True to issue a new refresh token too; the old one then ends 30 seconds later. Default false. */
  rotate: z.boolean().optional(),
};
/** A request for a new access token. */
export interface RefreshRequest extends Fields<typeof refreshFields> {}
export const RefreshRequest: ObjectSchema<RefreshRequest> = object(refreshFields);

const refreshedFields = {
  ...accessToken,
  /** New refresh token, present only when `rotate` was true. */
  refresh_token: Text.optional(),
};
/** The new access token of a refresh. */
export interface Refreshed extends Fields<typeof accessToken>, Fields<typeof refreshedFields> {}
export const Refreshed: ObjectSchema<Refreshed> = object(refreshedFields);

const logoutFields = {
  /** Refresh token of the login to end, 1–512 characters. */
  refresh_token: text(1, 512),
};
/** A request to end the session of a refresh token. */
export interface LogoutRequest extends Fields<typeof logoutFields> {}
export const LogoutRequest: ObjectSchema<LogoutRequest> = object(logoutFields);

const loggedOutFields = {
  /** True when this call ended the session, false when it had ended before. */
  revoked: z.boolean(),
};
/** The outcome of a logout. */
export interface LoggedOut extends Fields<typeof loggedOutFields> {}
export const LoggedOut: ObjectSchema<LoggedOut> = object(loggedOutFields);

const profileFields = {
  /** New unique name: 3–50 letters, digits and `_ . -`. Default: unchanged. */
  username: text(1, 200).optional(),
  /** New name to show, at most 100 characters; null removes it. Default: unchanged. */
  display_name: freeText(0, 100).nullable().optional(),
  /** New URL of a picture, at most 2,000 characters; null removes it. Default: unchanged. */
  avatar_url: text(0, 2000).nullable().optional(),
  /** New text about the user, at most 1,000 characters; null removes it. Default: unchanged. */
  bio: freeText(0, 1000).nullable().optional(),
};
/** A change of the profile; null removes a field. */
export interface ProfilePatch extends Fields<typeof profileFields> {}
/** Exact, so that a field of the account that it does not change, such as `email`, is not passed over in silence. */
export const ProfilePatch: ObjectSchema<ProfilePatch> = exactObject(profileFields);

const security = "bearer";
const TAKEN = { USERNAME_TAKEN: 409, EMAIL_TAKEN: 409, WALLET_TAKEN: 409 } as const;

/** The codes of a registration with the identity of a sign-in. */
const SIGNED_IN = {
  OIDC_CODE_INVALID: 400,
  OIDC_UNAVAILABLE: 501,
  STATE_CONFLICT: 409,
} as const;

const ownAccountRoutes = {
  /**
   * Issue a message for a wallet to sign, which is valid for five minutes and once.
   *
   * `POST /auth/nonce`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.issueNonce({
   *     body: { wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7" },
   *   });
   */
  issueNonce: route("POST", "/auth/nonce", {
    body: NonceRequest,
    bodyLimit,
    responses: { 200: Nonce },
    errors: { ...BODY, RATE_LIMITED: 429 },
  }),
  /**
   * Create an account for a wallet and log it in.
   *
   * `POST /auth/register`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - USERNAME_TAKEN (409): Choose another name.
   * - EMAIL_TAKEN (409): Log in with this address, or use another one.
   * - WALLET_TAKEN (409): Log in with this wallet, or use another one.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * - WALLET_PROOF_INVALID (422): Sign the newest nonce with this wallet.
   * - WALLET_PROOF_REQUIRED (422): Fetch a nonce and sign it with this wallet.
   * - OIDC_CODE_INVALID (400): Sign in at the provider again.
   * - OIDC_UNAVAILABLE (501): Ask the operator to set OIDC_PROVIDERS and PUBLIC_URL.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.register({
   *     body: { wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7", username: "ada" },
   *   });
   */
  register: route("POST", "/auth/register", {
    body: RegisterRequest,
    bodyLimit,
    responses: { 201: SignedIn },
    errors: {
      ...BODY,
      ...HASHING,
      ...TAKEN,
      ...NODE,
      ...COOKIE,
      WALLET_PROOF_INVALID: 422,
      WALLET_PROOF_REQUIRED: 422,
      ...SIGNED_IN,
    },
  }),
  /**
   * Log in by a signed message, or by e-mail and password.
   *
   * `POST /auth/login`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - FACTOR_REQUIRED (401): Answer the challenge by a second factor.
   * - WALLET_TAKEN (409): Log in with this wallet, or use another one.
   * - WALLET_PROOF_REQUIRED (422): Fetch a nonce and sign it with this wallet.
   * @example
   *   await client.login({ body: { email: "ada@example.com", password: "correct horse battery" } });
   */
  login: route("POST", "/auth/login", {
    body: LoginRequest,
    bodyLimit,
    responses: { 200: SignedIn },
    errors: {
      ...BODY,
      ...HASHING,
      ...NODE,
      ...COOKIE,
      INVALID_CREDENTIALS: 401,
      FACTOR_REQUIRED: 401,
      WALLET_TAKEN: 409,
      WALLET_PROOF_REQUIRED: 422,
    },
  }),
  /**
   * Exchange a refresh token for a new access token.
   *
   * `POST /auth/refresh`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.refresh({
   *     body: {
   *       refresh_token: "rt_3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ",
   *     },
   *   });
   */
  refresh: route("POST", "/auth/refresh", {
    body: RefreshRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: Refreshed },
    errors: { ...BODY, TOKEN_EXPIRED: 401, INVALID_TOKEN: 401 },
  }),
  /**
   * End the session of a refresh token, and its access tokens with it.
   *
   * `POST /auth/logout`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * @example
   *   await client.logout({
   *     body: {
   *       refresh_token: "rt_3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ",
   *     },
   *   });
   */
  logout: route("POST", "/auth/logout", {
    body: LogoutRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: LoggedOut },
    errors: BODY,
  }),
  /**
   * Read the account of the caller.
   *
   * `GET /auth/me` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.me();
   */
  me: route("GET", "/auth/me", { security, responses: { 200: User }, errors: TOKEN }),
  /**
   * Change the caller's profile; null removes a field.
   *
   * `PATCH /auth/me` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - USERNAME_TAKEN (409): Choose another name.
   * @example
   *   await client.updateMe({ body: { display_name: "Ada" } });
   */
  updateMe: route("PATCH", "/auth/me", {
    security,
    body: ProfilePatch,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, USERNAME_TAKEN: 409 },
  }),
};

/** The routes of accounts and sessions, by operation id. */
export const accountRoutes: typeof ownAccountRoutes &
  typeof credentialRoutes &
  typeof recoveryRoutes &
  typeof personalDataRoutes &
  typeof factorRoutes &
  typeof passkeyRoutes &
  typeof openIdRoutes &
  typeof sessionRoutes &
  typeof rememberedDeviceRoutes &
  typeof walletRecoveryRoutes &
  typeof webhookRoutes = joinRoutes(
  ownAccountRoutes,
  credentialRoutes,
  recoveryRoutes,
  joinRoutes(
    personalDataRoutes,
    factorRoutes,
    passkeyRoutes,
    joinRoutes(
      joinRoutes(openIdRoutes, sessionRoutes, rememberedDeviceRoutes),
      walletRecoveryRoutes,
      webhookRoutes,
    ),
  ),
);

/** Notes of the routes of accounts. A function, so that bundlers drop it from clients. */
export function accountNotes(): NotesOf<typeof ownAccountRoutes> {
  const tags = ["accounts"];
  const user = exampleUser();
  const { id, wallet_address } = user;
  const access = {
    access_token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
    token_type: "bearer",
    expires_in: 900,
  };
  const refresh_token = `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`;
  const signedIn = { ...access, refresh_token, user };
  const signature = {
    message: "localhost:3001 wants you to sign in with …",
    signature: "0x…",
  };
  const added = (example: NonNullable<RouteNotes["example"]>): RouteNotes => ({ tags, example });
  return {
    issueNonce: added({
      body: { wallet_address },
      response: {
        nonce: "k3Jb7Qd0Zt5Xw9Rm",
        message: signature.message,
        expires_at: "2026-01-01T00:05:00.000Z",
      },
    }),
    register: {
      tags,
      seed: "B. Curation backend: POST /auth/register",
      unspecified: registrationNotes(),
      example: { body: { wallet_address, username: "ada" }, response: signedIn },
    },
    login: {
      tags,
      seed: "B. Curation backend: POST /auth/login",
      unspecified: [
        "Either message and signature, or email and password; an address alone logs nobody in.",
        "Ten failures at an account in 15 minutes block their IP address there, fifty everywhere: 429 with Retry-After.",
        "An account with a second factor is 401 FACTOR_REQUIRED; POST /auth/login/factor answers its challenge.",
        "An account that many addresses fail at delays unknown addresses by up to 5 s and locks nobody out.",
        "With session `cookie` the tokens go into a cookie of the service's own site (HttpOnly, Secure, SameSite=Strict), and a page's token stands in their place in the answer.",
        "That cookie counts for reads, and for every call that carries the page's token as `Authorization: Bearer` or `X-CSRF-Token` and comes from the service's own origin; refresh and logout take the page's token as refresh token.",
        "Without COOKIE_SESSIONS of the server a login in a cookie is 501 COOKIES_UNAVAILABLE; from another origin, or over HTTP to another machine, it is 403.",
      ],
      example: {
        body: { email: "ada@example.com", password: "correct horse battery" },
        response: signedIn,
      },
    },
    refresh: {
      ...added({ body: { refresh_token }, response: access }),
      unspecified: [
        "With rotate: true the answer holds a new refresh_token too, and the old one ends 30 s later; used again after that, it ends the session.",
      ],
    },
    logout: {
      ...added({ body: { refresh_token }, response: { revoked: true } }),
      unspecified: ["The refresh token alone ends its session; no access token is needed."],
    },
    me: {
      tags,
      seed: "B. Curation backend: GET /auth/me",
      unspecified: [
        "The fields after username.",
        "wallet_name is the name that the Ethereum Name Service has for a proved wallet, with ENS_RPC_URL: only where it leads back to the address, in normal form, without letters of several scripts. It is shown, and no login, search or role depends on it; absent for none.",
      ],
      example: { response: user },
    },
    updateMe: {
      ...added({ body: { display_name: "Ada" }, response: user }),
      unspecified: [
        "Any other field is 422, also one that the account has, such as email or roles: they have routes of their own.",
      ],
    },
  };
}

function registrationNotes(): readonly string[] {
  return [
    "Success is 201; the user's further fields; a refresh_token beside the documented fields.",
    "E-mail and password come together or not at all.",
    "An e-mail address is a dot-atom (also of other scripts) at a domain with a dot; quoted parts, comments and address literals are refused.",
    "A domain in Unicode and its A-labels (UTS 46) are one address.",
    "Without a signed message the wallet is unproved, and whoever proves it takes it over.",
    "The signature is hexadecimal, base58, base64 or base64url text, or a JSON array of its bytes.",
    "A contract wallet signs by EIP-1271, before it is deployed by EIP-6492, with as many bytes as it likes, also with none (`0x`).",
    "A Solana wallet signs the text itself, or its off-chain message of version 0 or 1 as hardware wallets do.",
    "A message of one's own spells an EVM address by EIP-55; details.reason is `address` where that alone is wrong.",
    "A taken username, e-mail or wallet is 409.",
    "A username that looks like an id or a wallet address, or is reserved (admin, root, support …) is 422; accounts that have one keep it.",
    "With `oidc` the account is linked with the identity of a sign-in, and has no e-mail address but one that is given here with a password. A registration that is refused does not use the code up; STATE_CONFLICT when an account is linked meanwhile.",
    "An e-mail address of ADMIN_EMAILS needs its one-time admin_code, unless ADMIN_BY_VERIFIED_EMAIL is yes; without it the answer is 403.",
  ];
}
