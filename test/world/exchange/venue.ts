/** The exchanges as the server sees them. */

import type { IncomingMessage, ServerResponse } from "node:http";

/** An answer before it is written. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Venue {
  /** Tells whether the path is one of this exchange's. */
  owns(path: string): boolean;
  /** Weight of a request. */
  weightOf(url: URL): number;
  /** The answer of a public route; undefined for one of an account. */
  publicAnswer(url: URL, now: number): Answer | undefined;
  /** Answers a route of an account; with `isLost` the connection breaks after the work. */
  serveAccount(
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
    isLost: boolean,
    now: number,
  ): Promise<void>;
  /** The path of orders: their answers can be lost. */
  readonly orderPath: string;
  /** The refusal of a request beyond the limit, or of a banned address. */
  refusal(kind: "refused" | "banned", waitMilliseconds: number, now: number): Answer;
  close(): Promise<void>;
}
