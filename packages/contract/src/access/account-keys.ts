/** API keys of the accounts of an auth server, which another service accepts beside keys of its own. */

/** The request that a key is used for. */
export interface AccountKeyUse {
  /** Method and path template of the route, such as `GET /api/jobs/:uuid`. 1–200 characters. */
  readonly route: string;
  /** IP address of the caller; undefined where it is not known. */
  readonly address: string | undefined;
  /** Header `Origin` of the caller; undefined without one. */
  readonly origin: string | undefined;
  /**
   * False to look at the key only, of a connection that is still open: it is not used by it, and its limits are passed
   * over. Default true.
   */
  readonly use?: boolean | undefined;
}

/** The verdict of the auth server on a key. */
export type AccountKeyVerdict =
  | {
      readonly code: "VALID";
      /** Id of the key. */
      readonly id: string;
      /** Id of the account that the key belongs to. */
      readonly ownerId: string;
      /** Permissions of the key. */
      readonly permissions: readonly string[];
    }
  /** The key is unknown, revoked or expired. */
  | { readonly code: "INVALID_API_KEY" }
  /** The key is bound to other addresses or origins, or its account is not admitted. */
  | { readonly code: "FORBIDDEN" }
  | {
      /** The key was used as much as its limits allow. */
      readonly code: "RATE_LIMITED";
      /** Seconds until it may be used again. */
      readonly retryAfterSeconds: number;
    }
  /** The auth server did not answer in time, or not as it should: nothing is known about the key. */
  | { readonly code: "UNAVAILABLE" };

/** Judge of API keys of accounts. */
export interface AccountKeys {
  /** Judges a key at a use. Never rejects. */
  judge(key: string, use: AccountKeyUse): Promise<AccountKeyVerdict>;
}
