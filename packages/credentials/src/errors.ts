import {
  BourseError,
  hasCode,
  type CodeGuard,
  type ErrorArguments,
  type NoDetails,
} from "@bourse/kernel";

/** The details of each error code of this package. */
export interface CredentialsErrorDetails {
  /** A new password breaks the rules; `reason` names the rule. */
  readonly PASSWORD_REFUSED: {
    /**
     * Rule that the password breaks: `too_short`, `too_long`, `blank`, `common`, `predictable`, `own_word` or
     * `unusable_character`.
     */
    readonly reason: string;
  };
  /** A text is no e-mail address; `reason` names the rule that it breaks. */
  readonly EMAIL_REFUSED: {
    /** Rule that the text breaks: `too_long`, `at_sign`, `dots`, `local_part` or `domain`. */
    readonly reason: string;
  };
  /** The queue of password hashes is full; try again after `retryAfterSeconds`. */
  readonly HASHING_BUSY: {
    /** Seconds to wait before another attempt. */
    readonly retryAfterSeconds: number;
  };
  /** The stored signing keys cannot be decrypted with this master key, or the set is incomplete. */
  readonly SIGNING_KEYS_UNREADABLE: {
    /** Id of the unreadable key. */
    readonly kid?: string;
  };
  /** The file does not contain a key of 32 bytes in base64url; `path` is the file's. */
  readonly MASTER_KEY_FILE_INVALID: {
    /** Path of the file. */
    readonly path: string;
  };
  /** The store holds encrypted signing keys, but the file of the master key, `path`, is missing. */
  readonly MASTER_KEY_MISSING: {
    /** Path of the file. */
    readonly path: string;
  };
  /** The settings of OpenID providers have a fault, which the message names without a secret. */
  readonly OPENID_PROVIDERS_INVALID: NoDetails;
  /** The package `openid-client`, through which providers are asked, is not installed. */
  readonly OPENID_CLIENT_MISSING: {
    /** Name of the package. */
    readonly package: string;
  };
  /** An OpenID provider cannot be reached, is too slow, or has no valid description of itself. */
  readonly OPENID_PROVIDER_UNREACHABLE: {
    /** Name of the provider. */
    readonly provider: string;
  };
  /** An OpenID provider answered that the person has refused, or may not sign in. */
  readonly OPENID_ACCESS_DENIED: {
    /** Name of the provider. */
    readonly provider: string;
  };
  /** The answer of an OpenID provider does not prove a person; the cause says why. */
  readonly OPENID_ANSWER_REFUSED: {
    /** Name of the provider. */
    readonly provider: string;
  };
}

/** Codes of the errors of this package; {@link CredentialsErrorDetails} describes each. */
export type CredentialsErrorCode = keyof CredentialsErrorDetails;

/** An error of this package; its code determines the type of its details. */
export class CredentialsError<
  Code extends CredentialsErrorCode = CredentialsErrorCode,
> extends BourseError<Code, CredentialsErrorDetails[Code]> {
  constructor(
    code: Code,
    message: string,
    ...options: ErrorArguments<CredentialsErrorDetails[Code]>
  ) {
    super(code, message, ...options);
  }

  /** Narrows `error instanceof CredentialsError` to all codes; for a generic class TypeScript would infer `any`. */
  static override [Symbol.hasInstance](value: unknown): value is CredentialsError {
    return super[Symbol.hasInstance](value);
  }
}

/** Tells whether a caught value is an error of this package with one of the codes, and narrows its details. */
export const isCredentialsError: CodeGuard<CredentialsErrorDetails> =
  hasCode as CodeGuard<CredentialsErrorDetails>;
