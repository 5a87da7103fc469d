/** Format of success and failure of one API on the wire, stated once and used by both sides. */

import type * as z from "zod";

import type { ProblemInit } from "../problem.ts";
import type { Part } from "./part.ts";

/** The caller's half: how a reply is read. */
export interface ReplyFormat {
  /** Reads an error out of a reply's body; never throws. The client reads `Retry-After` itself. */
  readonly decode: (reply: ErrorReply) => ProblemInit;
  /** Wrapping of data. Default: none. */
  readonly envelope?: Pick<Envelope, "unwrap">;
}

/** Both halves. */
export interface WireFormat extends ReplyFormat {
  /** Short name of the format. */
  readonly name: string;
  /** The status of a request with an invalid part. */
  readonly invalid: Readonly<Record<Part, number>>;
  /** The status of a body that is no JSON. Default: that of an invalid body. */
  readonly malformedJson?: number;
  /**
   * True to refuse with 400 what a route other than GET would not read: query fields that it does not have, and a body
   * where it has none, but for an empty object. Default false.
   */
  readonly refusesUnread?: boolean;
  /** This format's own names of codes that the binding and the transports give, such as `BODY_TOO_LARGE`. */
  readonly codes?: Readonly<Record<string, string>>;
  /** The body of an error. `Retry-After` and other headers are the binder's. */
  readonly encode: (problem: ProblemInit) => unknown;
  readonly envelope?: Envelope;
}

/** An error's reply as a client has it. */
export interface ErrorReply {
  /** HTTP status. */
  readonly status: number;
  /** Parsed JSON, or the text where it was none. */
  readonly body: unknown;
  /** Returns a header of the reply, null without it. */
  readonly header: (name: string) => string | null;
  /** Error code of each status that only one code of the called route has. */
  readonly codes: Readonly<Record<number, string>>;
}

/** Wrapping of data in replies. */
export interface Envelope {
  /** Returns the schema of wrapped data. */
  readonly schema: (data: z.ZodType) => z.ZodType;
  /** Wraps data. */
  readonly wrap: (data: unknown) => unknown;
  /** Takes data out of a wrapped body. */
  readonly unwrap: (body: unknown) => unknown;
}
