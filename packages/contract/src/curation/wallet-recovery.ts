/** The recovery of an account whose wallet is lost, and the second wallets that can recover it. */

import * as z from "zod";

import { PasskeyAssertion } from "../passkeys/forms.ts";
import type { NotesOf } from "../route/docs.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { OWNER, WalletChange } from "./credentials.ts";
import {
  BODY,
  bodyLimit,
  INVALID,
  NODE,
  proof,
  STEP_UP,
  Text,
  text,
  Timestamp,
  TOKEN,
  WalletAddress,
  walletFields,
  WRITING,
} from "./fields.ts";
import { exampleUser } from "./user.ts";

const requestFields = {
  /** E-mail address of the account, 1–320 characters, compared without case. */
  email: text(1, 320),
};
/** A request for a link that begins a recovery. */
export interface RecoveryRequest extends Fields<typeof requestFields> {}
export const RecoveryRequest: ObjectSchema<RecoveryRequest> = object(requestFields);

const proofFields = {
  /** Token of the link: what follows `recover-wallet=`, 1–200 characters; or else a message with its signature. */
  token: text(1, 200).optional(),
  /** Message from `POST /auth/nonce` for a second wallet, 1–10,000 characters; with `signature`. */
  message: proof.message.optional(),
  /** Signature of `message` by the second wallet, as text or as an array of its bytes. */
  signature: proof.signature.optional(),
  /** Token of the challenge that a FACTOR_REQUIRED names, 1–200 characters; it comes with the same proof once more. */
  challenge: text(1, 200).optional(),
  /** Six digits of the authenticator app, or a recovery code; with `challenge`. */
  code: text(1, 64).optional(),
  /** Use of a passkey for the challenge, in place of a code. */
  credential: PasskeyAssertion.optional(),
};
/** A proof of the account without its wallet. */
export interface RecoveryProof extends Fields<typeof proofFields> {}
export const RecoveryProof: ObjectSchema<RecoveryProof> = object(proofFields);

const provedFields = {
  /** Token that completes the recovery, for 30 minutes; the next proof brings another one. */
  recovery_token: Text,
  /** Time from which the recovery can be completed, ISO 8601 in UTC. */
  completes_at: Timestamp,
  /** Time from which the recovery has to begin again, ISO 8601 in UTC. */
  expires_at: Timestamp,
};
/** A recovery that waits or can be completed. */
export interface ProvedRecovery extends Fields<typeof provedFields> {}
export const ProvedRecovery: ObjectSchema<ProvedRecovery> = object(provedFields);

const completionFields = {
  /** Token of the newest proof, 1–200 characters. */
  recovery_token: text(1, 200),
  ...walletFields,
  ...proof,
};
/** The new wallet of an account, with the proof of its ownership. */
export interface RecoveryCompletion
  extends Fields<typeof walletFields>, Fields<typeof proof>, Fields<typeof completionFields> {}
export const RecoveryCompletion: ObjectSchema<RecoveryCompletion> = object(completionFields);

const secondFields = {
  /** Address of the wallet. */
  wallet_address: Text,
  /** Time of its proof, ISO 8601 in UTC. */
  added_at: Timestamp,
};
/** A second wallet: it recovers the account, and does not log in. */
export interface SecondWallet extends Fields<typeof secondFields> {}
export const SecondWallet: ObjectSchema<SecondWallet> = object(secondFields);

const walletParams = {
  /** Address of the wallet, 1–100 characters. */
  wallet_address: WalletAddress,
};
interface WalletParams extends Fields<typeof walletParams> {}
const WalletParams: ObjectSchema<WalletParams> = object(walletParams);

/** The address of a wallet that was removed. */
export interface WalletRemoved extends Fields<typeof walletParams> {}
export const WalletRemoved: ObjectSchema<WalletRemoved> = object(walletParams);

/** An empty object. */
const Done = z.object({});
const security = "bearer";

export const walletRecoveryRoutes = {
  /**
   * Ask for a mail with a link that begins the recovery of an account whose wallet is lost.
   *
   * `POST /auth/recovery`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - MAIL_UNAVAILABLE (501): Ask the operator for a link, or to set up mail.
   * @example
   *   await client.requestRecovery({ body: { email: "ada@example.com" } });
   */
  requestRecovery: route("POST", "/auth/recovery", {
    body: RecoveryRequest,
    bodyLimit,
    responses: { 202: Done },
    errors: { ...BODY, RATE_LIMITED: 429, MAIL_UNAVAILABLE: 501 },
  }),
  /**
   * Begin a recovery by a link or a second wallet, or renew its token when it can be completed.
   *
   * `POST /auth/recovery/proof`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - LINK_INVALID (400): Ask for a new link.
   * - CHALLENGE_INVALID (400): Begin again: log in, or repeat the change.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - FACTOR_REQUIRED (401): Answer the challenge by a second factor.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - WALLET_PROOF_INVALID (422): Sign the newest nonce with this wallet.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - PASSKEYS_UNAVAILABLE (501): Use another factor, or ask the operator for what the message
   * names.
   * @example
   *   await client.proveRecovery({
   *     body: { token: "wr_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-" },
   *   });
   */
  proveRecovery: route("POST", "/auth/recovery/proof", {
    body: RecoveryProof,
    bodyLimit,
    responses: { 200: ProvedRecovery },
    errors: {
      ...BODY,
      ...NODE,
      LINK_INVALID: 400,
      CHALLENGE_INVALID: 400,
      INVALID_CREDENTIALS: 401,
      FACTOR_REQUIRED: 401,
      FORBIDDEN: 403,
      WALLET_PROOF_INVALID: 422,
      RATE_LIMITED: 429,
      PASSKEYS_UNAVAILABLE: 501,
    },
  }),
  /**
   * Give the account another wallet, after the waiting time, and end every session.
   *
   * `POST /auth/recovery/complete`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - WALLET_NODE_UNAVAILABLE (503): Call again later, or log in by another proof.
   * - LINK_INVALID (400): Ask for a new link.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - WALLET_TAKEN (409): Log in with this wallet, or use another one.
   * - WALLET_PROOF_INVALID (422): Sign the newest nonce with this wallet.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.completeRecovery({
   *     body: {
   *       recovery_token: "wk_3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-",
   *       wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7",
   *       message: "localhost:3001 wants you to sign in with your Ethereum account:\n0x5290…\n\n…",
   *       signature: "0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab",
   *     },
   *   });
   */
  completeRecovery: route("POST", "/auth/recovery/complete", {
    body: RecoveryCompletion,
    bodyLimit,
    responses: { 200: Done },
    errors: {
      ...BODY,
      ...NODE,
      LINK_INVALID: 400,
      ACCOUNT_SUSPENDED: 403,
      STATE_CONFLICT: 409,
      WALLET_TAKEN: 409,
      WALLET_PROOF_INVALID: 422,
      RATE_LIMITED: 429,
    },
  }),
  /**
   * End the recovery of the account that waits.
   *
   * `DELETE /auth/recovery` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.cancelRecovery();
   */
  cancelRecovery: route("DELETE", "/auth/recovery", {
    security,
    responses: { 200: Done },
    errors: { ...WRITING, NOT_FOUND: 404 },
  }),
  /**
   * List the second wallets of the account, newest first.
   *
   * `GET /auth/wallets` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.listWallets();
   */
  listWallets: route("GET", "/auth/wallets", {
    security,
    responses: { 200: list(SecondWallet) },
    errors: TOKEN,
  }),
  /**
   * Add a second wallet, which can recover the account.
   *
   * `POST /auth/wallets` with an access token.
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
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.addWallet({
   *     body: {
   *       wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7",
   *       message: "localhost:3001 wants you to sign in with your Ethereum account:\n0x5290…\n\n…",
   *       signature: "0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab",
   *       current_password: "correct horse battery",
   *     },
   *   });
   */
  addWallet: route("POST", "/auth/wallets", {
    security,
    body: WalletChange,
    bodyLimit,
    responses: { 201: SecondWallet },
    errors: { ...BODY, ...WRITING, ...OWNER, WALLET_TAKEN: 409, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * Remove a second wallet.
   *
   * `DELETE /auth/wallets/:wallet_address` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.removeWallet({
   *     params: { wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7" },
   *   });
   */
  removeWallet: route("DELETE", "/auth/wallets/:wallet_address", {
    security,
    params: WalletParams,
    responses: { 200: WalletRemoved },
    errors: { ...INVALID, ...WRITING, ...STEP_UP, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link walletRecoveryRoutes}. A function, so that bundlers drop it from clients. */
export function walletRecoveryNotes(): NotesOf<typeof walletRecoveryRoutes> {
  const tags = ["accounts"];
  const secret = "bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";
  const { id, wallet_address } = exampleUser();
  const wallet = {
    wallet_address: wallet_address ?? "",
    message: "localhost:3001 wants you to sign in with your Ethereum account:\n0x5290…\n\n…",
    signature: `0x${"ab".repeat(65)}`,
  };
  const recovery_token = `wk_${id}_${secret}`;
  return {
    requestRecovery: {
      tags,
      unspecified: [
        "Every well-formed address is 202, whether it has an account or not. A link gets the holder of an account with a proved wallet and a proved address; the holder of another account gets a mail that says so.",
        "The mails count with those of forgotten passwords. A service without a mail server is 501 MAIL_UNAVAILABLE for every address.",
      ],
      example: { body: { email: "ada@example.com" }, response: {} },
    },
    proveRecovery: {
      tags,
      unspecified: [
        "The first proof begins the waiting time, RECOVERY_WAIT_HOURS, 72 by default, and is told to the account's address. The same proof is needed again when the time has come: by a new link, or by a new signature of the same second wallet. It brings a new recovery_token; completes_at stays.",
        "A recovery that was not completed within a week of completes_at begins anew. Each proof waits for itself.",
        "Every login of the account ends a recovery, whatever the proof, as do its owner's DELETE /auth/recovery and every change of wallet, e-mail address or password; a mail tells of it.",
        "An account with a second factor is 401 FACTOR_REQUIRED with {challenge, factors}, as at a login: the same proof goes again with challenge and code, or credential. The challenge logs in to nothing.",
        "An account with a role is 403 FORBIDDEN by a link, unless a second factor was answered: a mailbox alone gives no role. A second wallet recovers it.",
        "A link that was used or has expired is 400 LINK_INVALID; a wallet that is no account's second wallet is 401 INVALID_CREDENTIALS.",
      ],
      example: {
        body: { token: `wr_${secret}` },
        response: {
          recovery_token,
          completes_at: "2026-01-18T12:00:00.000Z",
          expires_at: "2026-01-25T12:00:00.000Z",
        },
      },
    },
    completeRecovery: {
      tags,
      unspecified: [
        "The message is one of POST /auth/nonce for the new wallet, which signs it. The account, its drafts and its markets have the new wallet then; every session ends, and the old wallet logs in no more.",
        "Before completes_at it is 409 STATE_CONFLICT. A wallet that another account has proved is 409 WALLET_TAKEN; a claim without a proof loses its address. An own second wallet may take the place: it is a second one no more.",
        "A suspended account is 403 ACCOUNT_SUSPENDED; the recovery stays. A deletion that waits goes on.",
      ],
      example: { body: { recovery_token, ...wallet }, response: {} },
    },
    cancelRecovery: {
      tags,
      unspecified: ["Without a recovery that waits it is 404."],
      example: { response: {} },
    },
    listWallets: {
      tags,
      unspecified: ["The wallet that logs in is not in the list: GET /auth/me has it."],
      example: {
        response: [{ wallet_address: wallet.wallet_address, added_at: "2026-01-15T12:00:00.000Z" }],
      },
    },
    addWallet: {
      tags,
      unspecified: [
        "Needs the signature of the new wallet and the proof of the owner, as a change of the wallet does, and a step-up in an account with a factor. An account has at most five.",
        "Within RECOVERY_WAIT_HOURS of a reset by a link the password does not prove the owner of a proved wallet here, nor for a change of the wallet: 403 REAUTHENTICATION_REQUIRED.",
        "A second wallet does not log in, and no other account can have its address: 409 WALLET_TAKEN. A claim without a proof loses it.",
      ],
      example: {
        body: { ...wallet, current_password: "correct horse battery" },
        response: { wallet_address: wallet.wallet_address, added_at: "2026-01-15T12:00:00.000Z" },
      },
    },
    removeWallet: {
      tags,
      unspecified: ["Needs a step-up. A recovery that this wallet has begun ends."],
      example: { response: { wallet_address: wallet.wallet_address } },
    },
  };
}
