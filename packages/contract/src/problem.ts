/** What went wrong, told apart from how an API spells it on the wire: servers throw it, clients catch it. */

/** Marks problems across duplicated copies of this package, where `instanceof` lies. */
const BRAND = Symbol.for("bourse.problem");

/** One fault of a request, at one place of it. */
export interface Issue {
  /** Where: the part (`path`, `query`, `header`, `body`), then keys and array indexes. */
  readonly loc: readonly (string | number)[];
  /** A sentence for people. */
  readonly msg: string;
  /** A stable snake_case name, such as `missing`, `greater_than` or `json_invalid`. */
  readonly type: string;
}

export interface ProblemInit<Code extends string = string> {
  /** Upper snake case, out of the route's `errors` or one of the codes that every route may answer. */
  readonly code: Code;
  /** 400–599; 0 is never sent. */
  readonly status: number;
  /** Reaches the caller as it stands: nothing of the inside, no secret. */
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  /** An honest time: who waits that long is served. */
  readonly retryAfterSeconds?: number | undefined;
  /** The request's id, for a support case. */
  readonly requestId?: string | undefined;
  /** More headers of the reply, such as `www-authenticate`. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request that was refused or failed, with its status. */
export class Problem<Code extends string = string> extends Error implements ProblemInit<Code> {
  override readonly name: string = "Problem";
  readonly code: Code;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  constructor(init: ProblemInit<Code>, options?: { readonly cause?: unknown }) {
    super(init.message, options);
    ({
      code: this.code,
      status: this.status,
      issues: this.issues,
      retryAfterSeconds: this.retryAfterSeconds,
      requestId: this.requestId,
      headers: this.headers,
    } = init);
  }
}

/** Whether `value` is a problem, whichever copy of this package made it. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && BRAND in value;
}
