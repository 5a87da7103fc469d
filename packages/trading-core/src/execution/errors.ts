import { BourseError, hasCode, type CodeGuard, type ErrorArguments } from "@bourse/kernel";

/** The details of each error code of a broker. A server maps each code to a status in its `translate.ts`. */
export interface ExecutionErrorDetails {
  /** The order breaks a rule; `field` names the request's field. Nothing was placed. */
  readonly ORDER_INVALID: {
    /** Name of the field at fault. */
    readonly field: string;
  };
  /** The account cannot pay; amounts are decimal strings. Nothing was placed. */
  readonly FUNDS_INSUFFICIENT: {
    /** Asset that is short. */
    readonly asset?: string;

    /** Amount the transaction needs. */
    readonly needed?: string;

    /** Amount that is available. */
    readonly available?: string;
  };
  /** No order of the account has this id. */
  readonly ORDER_UNKNOWN: {
    /** Id of the order. */
    readonly orderId?: string;
  };
  /** Only a pending or open order can be cancelled; `status` is the current one. */
  readonly ORDER_STATE: {
    /** Id of the order. */
    readonly orderId?: string;
    /** Current status. */
    readonly status?: string;
  };
  /** The client order id or the idempotency key was used for another order, `orderId`. */
  readonly ORDER_REUSED: {
    /** Id of the order. */
    readonly orderId?: string;
  };
  /** The exchange understood the request and refused it; `reason` is its own code. */
  readonly EXECUTION_REFUSED: {
    /** Name of the exchange. */
    readonly exchange?: string;

    /** Reason given, when one is known. */
    readonly reason?: string;

    /** Class of ccxt's error. */
    readonly class?: string;

    /** The requested symbol. */
    readonly symbol?: string;

    /** Id of the order. */
    readonly orderId?: string;
  };
  /**
   * The exchange is unreachable, timed out or limits the rate: the order may be sent again under its client order id.
   */
  readonly EXECUTION_UNAVAILABLE: {
    /** Name of the exchange. */
    readonly exchange?: string;

    /** Reason given, when one is known. */
    readonly reason?: string;

    /** Class of ccxt's error. */
    readonly class?: string;

    /** The requested symbol. */
    readonly symbol?: string;

    /** Id of the order. */
    readonly orderId?: string;
  };
  /** The exchange refuses the API key or its permissions: for the operator to correct, not the caller. */
  readonly EXECUTION_UNAUTHORIZED: {
    /** Name of the exchange. */
    readonly exchange?: string;

    /** Reason given, when one is known. */
    readonly reason?: string;

    /** Class of ccxt's error. */
    readonly class?: string;
  };
  /** A risk rule or the kill switch refused the order; amounts are decimals as text. Nothing was placed. */
  readonly RISK_REFUSED: {
    /** Name of the rule: `max_order_value`, `kill_switch`. */
    readonly rule: string;

    /** Bound of the rule; null for a rule without a number. */
    readonly bound?: string | null;

    /** Value that was found; null when it is not known. */
    readonly found?: string | null;
  };
  /** The kill switch needs another API key for its release than the one that set it. */
  readonly RELEASE_FORBIDDEN: {
    /** Name of the setting that asks for another key. */
    readonly setting?: string;
  };
  /** The kill switch cannot be released while its file is present. */
  readonly KILL_SWITCH_HELD: {
    /** Place that the switch is held from: `file`. */
    readonly source?: string;
  };
}

/** Every way in which a broker refuses or fails; {@link ExecutionErrorDetails} describes each. */
export type ExecutionErrorCode = keyof ExecutionErrorDetails;

/** An error of a broker; its code determines the type of its details. */
export class ExecutionError<
  Code extends ExecutionErrorCode = ExecutionErrorCode,
> extends BourseError<Code, ExecutionErrorDetails[Code]> {
  constructor(
    code: Code,
    message: string,
    ...options: ErrorArguments<ExecutionErrorDetails[Code]>
  ) {
    super(code, message, ...options);
  }
}

/** Tells whether a caught value is an error of a broker with one of the codes, and narrows its details. */
export const isExecutionError: CodeGuard<ExecutionErrorDetails> =
  hasCode as CodeGuard<ExecutionErrorDetails>;
