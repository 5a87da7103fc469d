/** Parts that the handlers of one application share. */

import type { ProblemInit } from "@bourse/contract";
import type { Request as PolkaRequest } from "polka";

import type { LimitCheck } from "../guards/limit-check.ts";
import type { WrongKeyCheck } from "../guards/wrong-key-check.ts";
import type { NodeExchange } from "../request/node-exchange.ts";
import type { TransportFault } from "../request/transport-problem.ts";
import type { Replier } from "./create-replier.ts";

/** Undefined when the reply is handed over already. */
export type Sending = Promise<void> | undefined;

/** Key of a request's exchange. */
export const EXCHANGE: unique symbol = Symbol("exchange");

/** A request on its way through Polka, with what the listener knows about it. */
export interface RoutedRequest extends PolkaRequest {
  [EXCHANGE]: NodeExchange;
}

export interface AppParts {
  /** Sends data, with the constant security headers. */
  readonly reply: Replier;
  /** Sends a page, whose row has set the security headers that a page needs. */
  readonly replyHardened: Replier;
  /** Answers a request with a fault of the transport. */
  readonly refuse: (
    exchange: NodeExchange,
    fault: TransportFault,
    extra?: Pick<ProblemInit, "retryAfterSeconds" | "headers">,
  ) => Sending;
  /** Undefined on a server without a request limit. */
  readonly limitWait: LimitCheck | undefined;
  /** The wait that a wrong key has earned; undefined on a server that counts none. */
  readonly wrongKeyWait: WrongKeyCheck | undefined;
  /** Answers `GET /` with what the server is; undefined on a server without a start page. */
  readonly sendStartPage: ((exchange: NodeExchange) => Promise<void>) | undefined;
}
