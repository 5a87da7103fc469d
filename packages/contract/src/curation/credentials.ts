/** Changes of an account's wallet, e-mail address and password, and the code that makes it an admin. */

import type { NotesOf, RouteNotes } from "../route/docs.ts";
import { object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  AdminCodeText,
  BODY,
  bodyLimit,
  HASHING,
  NODE,
  proof,
  STEP_UP,
  text,
  walletFields,
  WRITING,
} from "./fields.ts";
import { exampleUser, User } from "./user.ts";

const adminCodeFields = {
  /** One-time code of the operator for the account's e-mail address, 1–200 characters. */
  admin_code: AdminCodeText,
};
/** A one-time code that makes the caller an admin. */
export interface AdminCodeRequest extends Fields<typeof adminCodeFields> {}
export const AdminCodeRequest: ObjectSchema<AdminCodeRequest> = object(adminCodeFields);

const ownerFields = {
  /** Current password, 1–1,024 characters; or else a signed message, where the account can log in by one of the two. */
  current_password: text(1, 1024).optional(),
  /** Message from `POST /auth/nonce` for the account's proved wallet, 1–10,000 characters; with `current_signature`. */
  current_message: proof.message.optional(),
  /** Signature of `current_message`, as text or as an array of its bytes. */
  current_signature: proof.signature.optional(),
  /** Refresh token of the session, 1–512 characters, for an account with neither a password nor a proved wallet. */
  refresh_token: text(1, 512).optional(),
};

const walletChangeFields = { ...walletFields, ...proof, ...ownerFields };
/** A wallet address with the proof of its ownership; another address needs a proof of the account's owner too. */
export interface WalletChange
  extends Fields<typeof walletFields>, Fields<typeof proof>, Fields<typeof walletChangeFields> {}
export const WalletChange: ObjectSchema<WalletChange> = object(walletChangeFields);

const emailChangeFields = {
  /** New e-mail address, 1–320 characters. */
  email: text(1, 320),
  /** New password, 8–128 characters; required while the account has none. Default: unchanged. */
  new_password: text(1, 1024).optional(),
  /** One-time code of the operator, 1–200 characters; needed for an address that is reserved for an admin. */
  admin_code: AdminCodeText.optional(),
  ...ownerFields,
};
/** A new e-mail address, with a proof of the account's owner. */
export interface EmailChange extends Fields<typeof emailChangeFields> {}
export const EmailChange: ObjectSchema<EmailChange> = object(emailChangeFields);

const passwordChangeFields = {
  /** New password, 8–128 characters; common and predictable ones, the username and the e-mail address are refused. */
  new_password: text(1, 1024),
  ...ownerFields,
};
/** A new password, with a proof of the account's owner. */
export interface PasswordChange extends Fields<typeof passwordChangeFields> {}
export const PasswordChange: ObjectSchema<PasswordChange> = object(passwordChangeFields);

const security = "bearer";
/** The codes of routes that change a credential, which an access token alone cannot. */
export const OWNER = {
  ...STEP_UP,
  ...HASHING,
  ...NODE,
  INVALID_CREDENTIALS: 401,
  REAUTHENTICATION_REQUIRED: 403,
  WALLET_PROOF_INVALID: 422,
} as const;

export const credentialRoutes = {
  /**
   * Prove the account's wallet, or change to a proved one; every other session ends.
   *
   * `POST /auth/me/wallet` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - REAUTHENTICATION_REQUIRED (403): Prove the login again with its password or wallet.
   * - WALLET_PROOF_INVALID (422): Sign the newest nonce with this wallet.
   * - WALLET_TAKEN (409): Log in with this wallet, or use another one.
   * @example
   *   await client.setWallet({
   *     body: {
   *       wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7",
   *       message: "localhost:3001 wants you to sign in with …",
   *       signature: "0x…",
   *     },
   *   });
   */
  setWallet: route("POST", "/auth/me/wallet", {
    security,
    body: WalletChange,
    bodyLimit,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, ...OWNER, WALLET_TAKEN: 409 },
  }),
  /**
   * Set or change the e-mail address of the account; every other session ends.
   *
   * `POST /auth/me/email` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - REAUTHENTICATION_REQUIRED (403): Prove the login again with its password or wallet.
   * - WALLET_PROOF_INVALID (422): Sign the newest nonce with this wallet.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - EMAIL_TAKEN (409): Log in with this address, or use another one.
   * @example
   *   await client.setEmail({
   *     body: {
   *       email: "ada@example.com",
   *       new_password: "correct horse battery",
   *       current_message: "localhost:3001 wants you to sign in with …",
   *       current_signature: "0x…",
   *     },
   *   });
   */
  setEmail: route("POST", "/auth/me/email", {
    security,
    body: EmailChange,
    bodyLimit,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, ...OWNER, FORBIDDEN: 403, EMAIL_TAKEN: 409 },
  }),
  /**
   * Change the password of the account; every other session ends.
   *
   * `POST /auth/me/password` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - REAUTHENTICATION_REQUIRED (403): Prove the login again with its password or wallet.
   * - WALLET_PROOF_INVALID (422): Sign the newest nonce with this wallet.
   * @example
   *   await client.setPassword({
   *     body: { current_password: "correct horse battery", new_password: "a staple of horses" },
   *   });
   */
  setPassword: route("POST", "/auth/me/password", {
    security,
    body: PasswordChange,
    bodyLimit,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, ...OWNER },
  }),
  /**
   * Become an admin by the operator's one-time code for the account's e-mail address.
   *
   * `POST /auth/admin-code` with an access token.
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
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.redeemAdminCode({ body: { admin_code: "4kz1v8d0m7r3xq5h2n9cjt6wbp" } });
   */
  redeemAdminCode: route("POST", "/auth/admin-code", {
    security,
    body: AdminCodeRequest,
    bodyLimit,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, ...STEP_UP, FORBIDDEN: 403 },
  }),
};

/** Notes of {@link credentialRoutes}. A function, so that bundlers drop it from clients. */
export function credentialNotes(): NotesOf<typeof credentialRoutes> {
  const tags = ["accounts"];
  const user = exampleUser();
  const { wallet_address } = user;
  const signature = {
    message: "localhost:3001 wants you to sign in with …",
    signature: "0x…",
  };
  const added = (example: NonNullable<RouteNotes["example"]>): RouteNotes => ({ tags, example });
  return {
    setWallet: added({
      body: { wallet_address, ...signature },
      response: { ...user, wallet_verified: true },
    }),
    setEmail: {
      ...added({
        body: {
          email: "ada@example.com",
          new_password: "correct horse battery",
          current_message: signature.message,
          current_signature: signature.signature,
        },
        response: { ...user, email: "ada@example.com", wallet_verified: true },
      }),
      unspecified: [
        "With a mail server (SMTP_URL) another address than the first counts once the link that it gets is opened, and the answer has the present one until then; the operator's code proves an address at once.",
      ],
    },
    setPassword: added({
      body: { current_password: "correct horse battery", new_password: "a staple of horses" },
      response: { ...user, email: "ada@example.com" },
    }),
    redeemAdminCode: added({
      body: { admin_code: "4kz1v8d0m7r3xq5h2n9cjt6wbp" },
      response: { ...user, email: "ada@example.com", roles: ["admin"] },
    }),
  };
}
