/** Records that only a live session has. Type aliases, so that a store accepts them as plain JSON. */

/** The part of a session's record that only a live session has. */
export type SessionLive = {
  /** Id of the account. */
  readonly account: string;
  /**
   * Position of the account in the symbol beside the session's own, a decimal as text, below 0 when short; null until
   * the session has begun.
   */
  readonly basePosition: string | null;
  /** Position by the session's own fills, a decimal as text. */
  readonly ownPosition: string;
  /** Orders whose outcome the exchange has not told. */
  readonly unconfirmed: number;
  /** Open orders of the symbol on the account that are not the session's; it never touches them. */
  readonly foreignOrders: number;
  /** Time of the last comparison with the exchange, milliseconds UTC; null before the first. */
  readonly reconciledAt: number | null;
};

/** Reason for which an order of a live session was rejected. */
export type OrderRefusal = {
  /** Code of the error, such as `RISK_REFUSED` or `FUNDS_INSUFFICIENT`. */
  readonly code: string;
  /** Name of the risk rule that refused it, such as `max_order_value` or `kill_switch`; null for none. */
  readonly rule: string | null;
  /** Reason in a sentence. */
  readonly reason: string;
};
