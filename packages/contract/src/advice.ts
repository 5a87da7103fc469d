/** What a caller does about an error, by its code: one sentence each, for hovers and for logs. */

/** Advice by the codes of all services. */
const ADVICE: Readonly<Record<string, string>> = {
  ACTION_NOT_POSSIBLE: "Read the transaction again; its state allows other actions.",
  BODY_INCOMPLETE: "Send the request again with its whole body.",
  BODY_TOO_LARGE: "Send a smaller body.",
  BUSY: "Call again after the time in Retry-After.",
  CHAIN_MISMATCH: "Ask the operator to connect the node to its own chain.",
  CHAIN_REJECTED: "Call again later; tell the operator if it stays.",
  CHAIN_UNAVAILABLE: "Call again when the chain answers; nothing was sent.",
  CHALLENGE_INVALID: "Begin again: log in, or repeat the change.",
  CLAIM_HELD: "Take another draft, or wait until the other curator's claim has ended.",
  BROKER_UNSUPPORTED: "Choose the broker paper.",
  CONFLICT: "Read the record again; its state does not allow this change.",
  CONTRACT_MISMATCH: "Ask the operator to check the address of the contract.",
  COOKIES_UNAVAILABLE: "Log in without `session`, or ask the operator to set COOKIE_SESSIONS.",
  CURSOR_INVALID: "Begin at the first page, without a cursor.",
  DRAFT_INCOMPLETE: "Fill in the fields that `issues` names, then call again.",
  EMAIL_TAKEN: "Log in with this address, or use another one.",
  EXECUTION_REFUSED: "Correct what the message of the exchange names.",
  EXECUTION_UNAVAILABLE: "Call again later; an order with a client_order_id is placed once.",
  FACTOR_REQUIRED: "Answer the challenge by a second factor.",
  FORBIDDEN: "Use a key or an account with this right.",
  HOST_INVALID: "Call the service by one of its own host names.",
  IDEMPOTENCY_KEY_REUSED: "Use a new Idempotency-Key for a different request.",
  IDEMPOTENCY_MISMATCH: "Use a new Idempotency-Key for a different request.",
  IDEMPOTENCY_RUNNING: "Wait a second, then call again with the same Idempotency-Key.",
  IMPORT_NOT_FOUND: "List the imports for those that are kept.",
  INSUFFICIENT_FUNDS: "Send a smaller amount, or add funds first.",
  INTERNAL_ERROR: "Call again later; tell the operator the request id if it stays.",
  INVALID_API_KEY: "Send a key that is neither revoked nor expired.",
  INVALID_CREDENTIALS: "Check name and password, then log in again.",
  INVALID_PARAMETERS: "Correct what `issues` or the message names.",
  INVALID_TOKEN: "Log in again.",
  JOB_NOT_CANCELLABLE: "Nothing is left to cancel: the job has ended.",
  JOB_NOT_COMPLETED: "Wait until the job is completed.",
  JOB_NOT_DELETABLE: "Cancel the job first, or wait until it has ended.",
  JOB_NOT_FOUND: "Check the job's id; an old job may have been deleted.",
  JOB_NOT_RETRYABLE: "Create a new job: only failed and cancelled ones are retried.",
  JSON_MALFORMED: "Send valid JSON.",
  REGISTRATION_CLOSED: "Open the link of an invitation, or ask the operator for an account.",
  ACCOUNT_SUSPENDED: "Read the reason, and wait for the end of the suspension.",
  LAST_OWNER: "Make another member an owner first.",
  LAST_ADMIN: "Make another account an administrator first.",
  LINK_INVALID: "Ask for a new link.",
  AUTHORIZATION_PENDING: "Ask again after the interval.",
  SLOW_DOWN: "Ask again after an interval that is 5 seconds longer.",
  EXPIRED_TOKEN: "Ask for new codes.",
  ACCESS_DENIED: "Ask the user, who has refused it.",
  DEVICE_LOGIN_UNAVAILABLE: "Ask the operator to set PUBLIC_URL.",
  OIDC_CODE_INVALID: "Sign in at the provider again.",
  OIDC_REGISTRATION_REQUIRED:
    "Register with the code of `registration`, or log in and link the sign-in.",
  OIDC_REFUSED: "Register with an e-mail address, then link the sign-in.",
  OIDC_UNAVAILABLE: "Ask the operator to set OIDC_PROVIDERS and PUBLIC_URL.",
  MAIL_UNAVAILABLE: "Ask the operator for a link, or to set up mail.",
  MARKET_DATA_UNAVAILABLE: "Call again later, or choose another source of candles.",
  METHOD_NOT_ALLOWED: "Use one of the methods that the header Allow names.",
  NEEDS_REVIEW: "Ask the node's owner to look at the transaction before paying again.",
  NOT_FOUND: "Check the id; it may be deleted or somebody else's.",
  ORDER_NOT_FOUND: "Check the order's id and its symbol.",
  ORDER_NOT_OPEN: "Nothing is left to cancel: the order is filled or cancelled.",
  RISK_REFUSED: "Send a smaller order, or ask the operator about the rule that the message names.",
  ORDER_REUSED: "Use a new client_order_id for a different order.",
  PASSKEYS_UNAVAILABLE: "Use another factor, or ask the operator for what the message names.",
  PATH_MALFORMED: "Correct the percent-encoding of the path.",
  PAYLOAD_TOO_LARGE: "Send a smaller body.",
  QUOTA_EXCEEDED: "Delete or finish something first, or ask the operator for more.",
  PROOF_MISSING: "Look at the transaction before sharing again; it may have paid.",
  RATE_LIMITED: "Call again after the time in Retry-After.",
  REAUTHENTICATION_REQUIRED: "Prove the login again with its password or wallet.",
  REQUEST_MALFORMED: "Send a valid HTTP request.",
  SERVICE_UNAVAILABLE: "Call again later.",
  STANDBY: "Call the node that is the writer, or call again after Retry-After.",
  SESSION_CONFLICT: "Stop the other session first.",
  SESSION_STATE: "Read the session again; its state does not allow this act.",
  SESSION_UNKNOWN: "Check the session's id.",
  STATE_CONFLICT: "Read it again; its state does not allow this step.",
  STEP_UP_REQUIRED: "Answer the challenge by a second factor, then call again.",
  STORE_CORRUPT: "Ask the operator to look at the store.",
  STORE_FULL: "Ask the operator for more space.",
  STORE_IO: "Call again later; tell the operator if it stays.",
  STRATEGY_EDITING_UNAVAILABLE: "Ask the operator to switch editing on.",
  STRATEGY_INVALID: "Correct what `issues` or the message names.",
  STRATEGY_UNBOUNDED: "Choose another strategy, or declare its look-back.",
  STRATEGY_NOT_FOUND: "List the strategies for the registered names.",
  TOKEN_EXPIRED: "Log in again.",
  TOKEN_UNSUPPORTED: "Use a token that the node lists.",
  TRANSACTION_REFUSED: "Correct what the message names; nothing was paid.",
  TRANSACTION_REVERTED: "Read the message for the contract's reason before paying again.",
  UNAUTHORIZED: "Log in, or send an API key.",
  UNSUPPORTED_MEDIA_TYPE: "Send the media type of the route.",
  USERNAME_TAKEN: "Choose another name.",
  VALIDATION_ERROR: "Correct what `issues` or the message names.",
  VERSION_MISMATCH: "Read the newest version, then repeat the change on it.",
  WALLET_NODE_UNAVAILABLE: "Call again later, or log in by another proof.",
  WALLET_PROOF_INVALID: "Sign the newest nonce with this wallet.",
  WALLET_PROOF_REQUIRED: "Fetch a nonce and sign it with this wallet.",
  WALLET_TAKEN: "Log in with this wallet, or use another one.",
  WEBHOOKS_UNAVAILABLE: "Ask the operator to switch webhooks on.",
};

/** Advice by the codes of clients, for calls without an answer from the service. */
const CLIENT_ADVICE: Readonly<Record<string, string>> = {
  INPUT_INVALID: "Correct the call's input; nothing was sent.",
  NETWORK: "Check that the server runs at the client's baseUrl and can be reached from here.",
  OPTION_INVALID: "Correct the option that the message names.",
  RESPONSE_INVALID:
    "Check that baseUrl names this service; a newer version of the client may help.",
  TIMEOUT: "Call again later, or allow more time.",
};

/** Advice by status, for codes that a newer service may send. */
const STATUS_ADVICE: Readonly<Record<number, string>> = {
  401: "Log in, or send an API key.",
  403: "Use a key or an account with this right.",
  404: "Check the path and the id.",
  408: "Call again.",
  429: "Call again after the time in Retry-After.",
};

/** An error as {@link adviceOf} needs it: a Problem, or a ClientError of a client. */
export interface AdvisedError {
  /** Error code in upper snake case. */
  readonly code: string;
  /** HTTP status. Default: the error has none. */
  readonly status?: number | undefined;
  /** Seconds after which the same request is served. Default: unknown. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * Returns one sentence that says what to do about an error: by its code, by its status where the code is unknown. It
 * answers whatever was thrown, so that a `catch` needs no check of its own.
 */
export function adviceOf(error: AdvisedError): string {
  const { code, status, retryAfterSeconds } = Object(error) as Partial<Record<string, unknown>>;
  if (typeof retryAfterSeconds === "number") {
    return `Wait ${Math.ceil(retryAfterSeconds)} s, then call again.`;
  }
  const known = { ...ADVICE, ...CLIENT_ADVICE };
  if (typeof code === "string" && Object.hasOwn(known, code)) return known[code] as string;
  const at = typeof status === "number" ? status : 0;
  return STATUS_ADVICE[at] ?? (at < 500 ? "Correct what the message names." : "Call again later.");
}
