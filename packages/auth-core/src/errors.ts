import type { FactorKind } from "@bourse/credentials";
import {
  BourseError,
  hasCode,
  type CodeGuard,
  type ErrorArguments,
  type NoDetails,
} from "@bourse/kernel";

/** A challenge that a second factor answers. */
export interface FactorChallenge {
  /** Token of the challenge, `fc_…`, which works once, within five minutes. */
  readonly challenge: string;
  /** Means by which it can be answered: `totp`, `passkey`, `recovery_code`. */
  readonly factors: readonly FactorKind[];
}

/** The details of each error code of access control. A server maps each code to a status in its `translate.ts`. */
export interface AuthErrorDetails {
  /** A part of the input is not acceptable; `path` names the field, when there is one. */
  readonly VALIDATION_ERROR: {
    /** Name of the field at fault. */
    readonly path?: string;
  };
  /** No credentials were sent where some are needed. */
  readonly UNAUTHORIZED: NoDetails;
  /** Unknown e-mail address, wrong password or disabled account, in one answer; or a wrong or used code. */
  readonly INVALID_CREDENTIALS: NoDetails;
  /** The password is right, and the account has a second factor: answer the challenge by `loginWithFactor`. */
  readonly FACTOR_REQUIRED: FactorChallenge;
  /** The change needs a second factor in this session: answer the challenge by `stepUp`. */
  readonly STEP_UP_REQUIRED: FactorChallenge;
  /** The challenge was answered, has expired, or is another session's. */
  readonly CHALLENGE_INVALID: NoDetails;
  /** The access token was valid and has expired. */
  readonly TOKEN_EXPIRED: NoDetails;
  /** The token was not issued here, was revoked, or is not acceptable for this purpose. */
  readonly INVALID_TOKEN: NoDetails;
  /** The API key is unknown, malformed, revoked or expired, or belongs to a disabled account. */
  readonly INVALID_API_KEY: NoDetails;
  /** The caller lacks a permission; `permission` names the missing one, when there is a single one. */
  readonly FORBIDDEN: {
    /** The missing permission. */
    readonly permission?: string;
  };
  /** The record does not exist, or not for this caller. */
  readonly NOT_FOUND: NoDetails;
  /** The service takes no registration of this kind; its option `registration` says which. */
  readonly REGISTRATION_CLOSED: NoDetails;
  /** Another account has this e-mail address. */
  readonly EMAIL_TAKEN: NoDetails;
  /** The record's state does not allow the change; `from` and `to` name the states of a refused transition. */
  readonly CONFLICT: {
    /** Current state. */
    readonly from?: string;
    /** Requested state. */
    readonly to?: string;
  };
  /** The organization would have no owner. */
  readonly LAST_OWNER: NoDetails;
  /** The account holds as many records of a kind as it may; `limit` is that number. */
  readonly QUOTA_EXCEEDED: {
    /** Kind of the records, in the plural. */
    readonly what: string;
    /** Maximum number for one account. */
    readonly limit: number;
  };
  /** Too many attempts; `retryAfterSeconds` is the wait until the next one is accepted. */
  readonly RATE_LIMITED: {
    /** Seconds to wait before another attempt. */
    readonly retryAfterSeconds: number;
  };
  /** The link was used, has expired, or was made for another purpose, address or service. */
  readonly LINK_INVALID: NoDetails;
  /** The login of a device waits for its user; ask again after the interval. */
  readonly AUTHORIZATION_PENDING: NoDetails;
  /** The device asks too often; `interval` is the number of seconds between its questions from now on. */
  readonly SLOW_DOWN: {
    /** Seconds to wait before another question. */
    readonly interval: number;
  };
  /** The device code was used, has expired, or was not issued here. */
  readonly EXPIRED_TOKEN: NoDetails;
  /** The user has refused the login of the device. */
  readonly ACCESS_DENIED: NoDetails;
  /** The service has no page where a user could enter the code of a device. */
  readonly DEVICE_LOGIN_UNAVAILABLE: NoDetails;
  /** The service has no sign-in with OpenID providers; the message names what is missing. */
  readonly OIDC_UNAVAILABLE: NoDetails;
  /** The code of a sign-in was used, has expired, or is another browser's. */
  readonly OIDC_CODE_INVALID: NoDetails;
  /** The provider told no e-mail address, which a new account needs. */
  readonly OIDC_REFUSED: NoDetails;
  /** A passkey was used or asked for, and the service has none; the message names what is missing. */
  readonly PASSKEYS_UNAVAILABLE: NoDetails;
  /** A mail was asked for, and the service sends none. */
  readonly MAIL_UNAVAILABLE: NoDetails;
  /** A webhook was asked for, and the service sends none. */
  readonly WEBHOOKS_UNAVAILABLE: NoDetails;
  /** Too many passwords are being hashed, or accounts exported; try again after `retryAfterSeconds`. */
  readonly BUSY: {
    /** Seconds to wait before another attempt. */
    readonly retryAfterSeconds: number;
  };
}

/** Every way in which access control refuses a call; {@link AuthErrorDetails} describes each. */
export type AuthErrorCode = keyof AuthErrorDetails;

/** An error of access control; its code determines the type of its details. */
export class AuthError<Code extends AuthErrorCode = AuthErrorCode> extends BourseError<
  Code,
  AuthErrorDetails[Code]
> {
  constructor(code: Code, message: string, ...options: ErrorArguments<AuthErrorDetails[Code]>) {
    super(code, message, ...options);
  }

  /** Narrows `error instanceof AuthError` to all codes; for a generic class TypeScript would infer `any`. */
  static override [Symbol.hasInstance](value: unknown): value is AuthError {
    return super[Symbol.hasInstance](value);
  }
}

/** Tells whether a caught value is an error of access control with one of the codes, and narrows its details. */
export const isAuthError: CodeGuard<AuthErrorDetails> = hasCode as CodeGuard<AuthErrorDetails>;
