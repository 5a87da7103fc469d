/** The errors of requests, apart from how an API spells them on the wire: servers throw them, clients catch them. */

/** Marks problems across duplicated copies of this package, where `instanceof` lies. */
const BRAND = Symbol.for("bourse.problem");

/** A fault at one place of a request. */
export interface Issue {
  /** Place of the fault: the part (`path`, `query`, `header`, `body`), then keys and array indexes. */
  readonly loc: readonly (string | number)[];
  /** Sentence for people. */
  readonly msg: string;
  /** Stable name of the kind of fault in snake_case, such as `missing`, `greater_than` or `json_invalid`. */
  readonly type: string;
  /** Line of the fault in a text that was sent, from 1; absent in other faults. */
  readonly line?: number;
  /** Column of that fault, from 1; absent in other faults. */
  readonly column?: number;
}

/** The values of a {@link Problem}. */
export interface ProblemInit<Code extends string = string> {
  /** Error code in upper snake case: one of the route's `errors`, or a code that every route may answer. */
  readonly code: Code;
  /** HTTP status, 400–599. */
  readonly status: number;
  /** Sentence that reaches the caller as it is: nothing of the inside, no secret. */
  readonly message: string;
  /** Faults of the request; absent when the problem has none. */
  readonly issues?: readonly Issue[] | undefined;
  /** Values beside the message that the caller needs to go on, such as a challenge. Default: none. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds after which the same request is served; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  /** Id of the request, for a support case. */
  readonly requestId?: string | undefined;
  /** Further headers of the reply, such as `www-authenticate`; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The call of a client that an error came from. */
export interface CallFacts {
  /** Operation id of the route; undefined where no call of a client was made. */
  readonly operation?: string;
  /** HTTP method of the call. */
  readonly method?: string;
  /** Path template of the route, such as `/jobs/:uuid`. */
  readonly path?: string;
  /** Number of requests that were sent for the call; 0 when it was refused before. */
  readonly attempts?: number;
  /** Id that the service gave the request, for a support case. */
  readonly requestId?: string | undefined;
}

/** A request that was refused or failed, with its status. */
export class Problem<Code extends string = string>
  extends Error
  implements ProblemInit<Code>, CallFacts
{
  /** Name of the class: `Problem`. */
  override readonly name: string = "Problem";
  readonly code: Code;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  declare readonly operation?: string;
  declare readonly method?: string;
  declare readonly path?: string;
  declare readonly attempts?: number;

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  constructor(init: ProblemInit<Code>, options?: { readonly cause?: unknown }) {
    super(init.message, options);
    ({
      code: this.code,
      status: this.status,
      issues: this.issues,
      details: this.details,
      retryAfterSeconds: this.retryAfterSeconds,
      requestId: this.requestId,
      headers: this.headers,
    } = init);
  }
}

/** Tells whether `value` is a {@link Problem}, whichever copy of this package created it. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && BRAND in value;
}
