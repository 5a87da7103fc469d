import type { FactorKind } from "@bourse/credentials";
import {
  BourseError,
  hasCode,
  type CodeGuard,
  type ErrorArguments,
  type NoDetails,
} from "@bourse/kernel";

import type { Issue } from "./issue.ts";

/** A challenge that a second factor answers. */
export interface FactorChallenge {
  /** Token of the challenge, `fc_…`, which works once, within five minutes. */
  readonly challenge: string;
  /** Means by which it can be answered: `totp`, `passkey`, `recovery_code`. */
  readonly factors: readonly FactorKind[];
}

/** The details of each error code of curation. A server maps each code to a status in its `translate.ts`. */
export interface CurationErrorDetails {
  /** Parts of the input are not acceptable; one issue for each. */
  readonly VALIDATION_ERROR: {
    /** One issue for each part at fault. */
    readonly issues?: readonly Issue[];
  };
  /** Errors of the rules, or warnings that are not acknowledged, stop a submission or an approval; one issue each. */
  readonly DRAFT_INCOMPLETE: {
    /** One issue for each part at fault. */
    readonly issues: readonly Issue[];
  };
  /** The cursor was not returned by the same query. */
  readonly CURSOR_INVALID: NoDetails;
  /** No credentials were sent where some are needed. */
  readonly UNAUTHORIZED: NoDetails;
  /** Unknown account or wrong password, in one answer; or a wrong or used code. */
  readonly INVALID_CREDENTIALS: NoDetails;
  /** The proof is right, and the account has a second factor: answer the challenge by `loginWithFactor`. */
  readonly FACTOR_REQUIRED: FactorChallenge;
  /** The change needs a second factor in this session: answer the challenge by `stepUp`. */
  readonly STEP_UP_REQUIRED: FactorChallenge;
  /** The challenge was answered, has expired, or is another session's. */
  readonly CHALLENGE_INVALID: NoDetails;
  /** The access token was valid and has expired. */
  readonly TOKEN_EXPIRED: NoDetails;
  /** The token was not issued here, was revoked, or is not acceptable for this purpose. */
  readonly INVALID_TOKEN: NoDetails;
  /** The signed message or the signature proves nothing here; `reason` says why. */
  readonly WALLET_PROOF_INVALID: {
    /** Reason given, when one is known. */
    readonly reason?: string;
  };
  /** A contract wallet could not be asked because its chain endpoint does not answer. */
  readonly WALLET_NODE_UNAVAILABLE: {
    /** Seconds to wait before another attempt. */
    readonly retryAfterSeconds?: number;
  };
  /** A proof of the wallet is required and none was sent. */
  readonly WALLET_PROOF_REQUIRED: NoDetails;
  /** An access token alone cannot change a credential: a proof of the account's owner is required and none was sent. */
  readonly REAUTHENTICATION_REQUIRED: NoDetails;
  /** The role is missing, or the draft is the caller's own. */
  readonly FORBIDDEN: NoDetails;
  /** The account is suspended: it can read, and change nothing but its own protection. */
  readonly ACCOUNT_SUSPENDED: {
    /** Reason of the suspension. */
    readonly reason: string;
    /** End of the suspension in milliseconds since the epoch; null until it is lifted. */
    readonly until: number | null;
  };
  /** The record does not exist, or not for this caller. */
  readonly NOT_FOUND: NoDetails;
  /** Another account has this user name. */
  readonly USERNAME_TAKEN: NoDetails;
  /** Another account has this e-mail address. */
  readonly EMAIL_TAKEN: NoDetails;
  /** Another account lists the wallet's address; `verified` tells whether it has proven ownership. */
  readonly WALLET_TAKEN: {
    /** True when the other account has proven ownership. */
    readonly verified: boolean;
  };
  /** The record's status does not allow the change. */
  readonly STATE_CONFLICT: {
    /** Current status. */
    readonly status?: string;
    /** Id of the market that the draft became. */
    readonly marketId?: string;
  };
  /** Another curator holds a claim; `claimExpiresAt` is its end in epoch milliseconds. */
  readonly CLAIM_HELD: {
    /** End of the claim in epoch milliseconds. */
    readonly claimExpiresAt: number;
  };
  /** The change would leave nobody with the admin role. */
  readonly LAST_ADMIN: NoDetails;
  /** The record has another version than the request expects; `version` is the current one. */
  readonly VERSION_MISMATCH: {
    /** Current version. */
    readonly version?: number;
  };
  /** The account or draft holds as many records of a kind as it may; `limit` is that number. */
  readonly QUOTA_EXCEEDED: {
    /** Kind of the records, in the plural. */
    readonly what: string;
    /** Maximum number for one account or draft. */
    readonly limit: number;
  };
  /** The Idempotency-Key stands for another request of the account. */
  readonly IDEMPOTENCY_KEY_REUSED: NoDetails;
  /** The service has no sign-in with OpenID providers; the message names what is missing. */
  readonly OIDC_UNAVAILABLE: NoDetails;
  /** The code of a sign-in was used, has expired, or was made for another browser. */
  readonly OIDC_CODE_INVALID: NoDetails;
  /** No account is linked with the identity of the sign-in: register with it, or log in and link it. */
  readonly OIDC_REGISTRATION_REQUIRED: {
    /** Code of the registration, `or_…`, for half an hour; it comes with the verifier of the sign-in. */
    readonly registration: string;
  };
  /** The link was used, has expired, or was made for another purpose, address or service. */
  readonly LINK_INVALID: NoDetails;
  /** A passkey was used or asked for, and the service has none; the message names what is missing. */
  readonly PASSKEYS_UNAVAILABLE: NoDetails;
  /** A mail was asked for, and the service sends none. */
  readonly MAIL_UNAVAILABLE: NoDetails;
  /** The service sends no webhooks. */
  readonly WEBHOOKS_UNAVAILABLE: NoDetails;
  /** Too many attempts; `retryAfterSeconds` is the wait until the next one is accepted. */
  readonly RATE_LIMITED: {
    /** Seconds to wait before another attempt. */
    readonly retryAfterSeconds: number;
  };
  /** Too many passwords are being hashed; `retryAfterSeconds` is a wait worth trying. */
  readonly BUSY: {
    /** Seconds to wait before another attempt. */
    readonly retryAfterSeconds: number;
  };
}

/** Every way in which curation refuses a call; {@link CurationErrorDetails} describes each. */
export type CurationErrorCode = keyof CurationErrorDetails;

/** An error of curation; its code determines the type of its details. */
export class CurationError<Code extends CurationErrorCode = CurationErrorCode> extends BourseError<
  Code,
  CurationErrorDetails[Code]
> {
  constructor(code: Code, message: string, ...options: ErrorArguments<CurationErrorDetails[Code]>) {
    super(code, message, ...options);
  }

  /** Narrows `error instanceof CurationError` to all codes; for a generic class TypeScript would infer `any`. */
  static override [Symbol.hasInstance](value: unknown): value is CurationError {
    return super[Symbol.hasInstance](value);
  }
}

/** Tells whether a caught value is an error of curation with one of the codes, and narrows its details. */
export const isCurationError: CodeGuard<CurationErrorDetails> =
  hasCode as CodeGuard<CurationErrorDetails>;
