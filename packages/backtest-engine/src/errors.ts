import {
  BourseError,
  hasCode,
  type CodeGuard,
  type ErrorArguments,
  type NoDetails,
} from "@bourse/kernel";

/** The details of each error code of the engine. A server maps each code to a status in its `translate.ts`. */
export interface EngineErrorDetails {
  /** Candle rows break the rules of a candle file: how many, and the first ones by row number from 1. */
  readonly CANDLES_INVALID: {
    /** Symbol of the market that the candles belong to. */
    readonly symbol?: string;

    /** Number of faulty rows. */
    readonly count?: number;

    /** The first faulty rows, numbered from 1. */
    readonly rows?: readonly {
      /** Row number, from 1. */
      readonly row: number;
      /** The rule that the row breaks. */
      readonly problem: string;
    }[];

    /** Index of the candle, from 0. */
    readonly index?: number;

    /** Name of the file. */
    readonly file?: string;

    /** Expected value. */
    readonly expected?: string;

    /** Value found instead. */
    readonly found?: string;

    /** Number of gaps between the candles. */
    readonly gaps?: number;

    /** Number of candles missing in all gaps. */
    readonly missing?: number;
  };
  /** There are fewer candles than the computation needs. */
  readonly CANDLES_TOO_FEW: {
    /** Number of candles that the computation needs. */
    readonly needed?: number;

    /** Number of candles given. */
    readonly candles?: number;

    /** Name of the strategy. */
    readonly strategy?: string;

    /** Candles that the strategy needs before its first signal. */
    readonly warmUp?: number;

    /** Number of candles found. */
    readonly found?: number;
  };
  /** The text is not a candle interval, or the source has none like it; `accepted` lists intervals that it takes. */
  readonly INTERVAL_INVALID: {
    /** Intervals that are accepted, not always all of them. */
    readonly accepted?: readonly string[];
  };
  /** An option is missing, unknown or out of bounds; `option` names it, `index` is the candle where it failed. */
  readonly OPTIONS_INVALID: {
    /** Name of the option. */
    readonly option?: string;

    /** Index of the candle, from 0. */
    readonly index?: number;

    /** Name of the indicator. */
    readonly indicator?: string;

    /** Name of the field at fault. */
    readonly field?: string;

    /** Number of combinations of the sweep. */
    readonly combinations?: number;
  };
  /** No strategy is registered under this name. */
  readonly STRATEGY_UNKNOWN: {
    /** Name of the strategy. */
    readonly strategy?: string;
  };
  /** The strategy's code breaks the rules of a strategy. */
  readonly STRATEGY_INVALID: {
    /** Name of the strategy. */
    readonly strategy?: string;

    /** One entry for each fault. */
    readonly faults?: readonly string[];

    /** Index of the candle, from 0. */
    readonly index?: number;

    /** Target that the strategy returned. */
    readonly target?: number;

    /** Number of candles given. */
    readonly candles?: number;

    /** Number of signals given. */
    readonly signals?: number;

    /** Name of the file that the strategy was to be loaded from. */
    readonly file?: string;

    /** Place in the strategy's file, as `file:line`. */
    readonly place?: string;

    /** Column of that place, from 1. */
    readonly column?: number;
  };
  /** The strategy's code failed while it ran: it threw, or it went over a limit of time or memory. */
  readonly STRATEGY_FAILED: {
    /** Name of the strategy. */
    readonly strategy?: string;

    /** Place in the strategy's file, as `file:line`. */
    readonly place?: string;

    /** Index of the candle, from 0. */
    readonly index?: number;
  };
  /** Parameters of a strategy are not acceptable; one entry for each, with the parameter's path. */
  readonly PARAMETERS_INVALID: {
    /** Name of the strategy. */
    readonly strategy?: string;

    /** One entry for each fault. */
    readonly faults?: readonly {
      /** Path of the parameter. */
      readonly path: string;
      /** The rule that the parameter breaks. */
      readonly message: string;
    }[];
  };
  /** The source of candles does not know the symbol. */
  readonly SYMBOL_UNKNOWN: {
    /** The requested symbol. */
    readonly symbol?: string;
    /** The requested interval. */
    readonly interval?: string;
  };
  /** No exchange is registered under this name; `known` lists the names that are. */
  readonly EXCHANGE_UNKNOWN: {
    /** Names that are registered. */
    readonly known?: readonly string[];
  };
  /** The source of candles does not answer; `retryAfterMilliseconds` is how long it is not asked again. */
  readonly MARKET_DATA_UNAVAILABLE: {
    /** Name of the exchange. */
    readonly exchange?: string;

    /** Host that was asked. */
    readonly host?: string;

    /** Name of the file. */
    readonly file?: string;

    /** Reason given, when one is known. */
    readonly reason?: string;

    /** Milliseconds until the source is asked again. */
    readonly retryAfterMilliseconds?: number;

    /** Age in seconds of the newest price, where that is too old to trade at. */
    readonly ageSeconds?: number;

    /** Maximum age in seconds of a price to trade at. */
    readonly maxAgeSeconds?: number;
  };
  /** The source of candles answered and refused the request. */
  readonly MARKET_DATA_REFUSED: {
    /** Name of the exchange. */
    readonly exchange?: string;
  };
  /** No job has this UUID. */
  readonly JOB_UNKNOWN: {
    /** UUID of the job. */
    readonly uuid?: string;
  };
  /** The job's status does not allow the call; `status` is the current one. */
  readonly JOB_STATE: {
    /** UUID of the job. */
    readonly uuid?: string;

    /** Current status. */
    readonly status?: string;

    /** Type of the job. */
    readonly jobType?: string;
  };
  /** The maximum number of records of a kind is reached; `limit` is that number. */
  readonly QUOTA_EXCEEDED: {
    /** Kind of the records, in the plural, or `bytes of` them. */
    readonly what: string;
    /** Maximum number. */
    readonly limit: number;
    /** Number that is kept now. */
    readonly held: number;
  };
  /** The idempotency key was used for another request. */
  readonly IDEMPOTENCY_KEY_REUSED: NoDetails;
}

/** Every way in which the engine refuses or fails; {@link EngineErrorDetails} describes each. */
export type EngineErrorCode = keyof EngineErrorDetails;

/** An error of the engine; its code determines the type of its details. */
export class EngineError<Code extends EngineErrorCode = EngineErrorCode> extends BourseError<
  Code,
  EngineErrorDetails[Code]
> {
  constructor(code: Code, message: string, ...options: ErrorArguments<EngineErrorDetails[Code]>) {
    super(code, message, ...options);
  }
}

/** Tells whether a caught value is an error of the engine with one of the codes, and narrows its details. */
export const isEngineError: CodeGuard<EngineErrorDetails> =
  hasCode as CodeGuard<EngineErrorDetails>;
