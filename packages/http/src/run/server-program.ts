/** A server as a value: what a program needs to start it, and a command to ask about it. */

import type { EnvironmentOf, EnvironmentShape } from "../environment/read-environment.ts";
import type { ServiceAddress } from "../server/service-address.ts";
import type { RunServerOptions } from "./run-server.ts";

/** A server with its settings, before it is started. */
export interface ServerProgram<Shape extends EnvironmentShape> extends Omit<
  RunServerOptions<Shape>,
  "variables"
> {
  /** Version of the server. */
  readonly version: string;
  /** Returns the host and port that probes of the server ask. */
  readonly addressOf: (config: EnvironmentOf<Shape>) => ServiceAddress;
  /** Throws, or rejects with, what `start` would refuse these settings with. Default: nothing. */
  readonly checkSettings?: (config: EnvironmentOf<Shape>) => void | Promise<void>;
  /** Resolves to what there is to say about the database of the store, for `doctor`. Default: nothing. */
  readonly examineStore?: (config: EnvironmentOf<Shape>) => Promise<readonly ServerFinding[]>;
}

/** A fact about the database of a server's store. */
export interface ServerFinding {
  /** Whether it is in order: `ok`, `note` for what somebody should know, `problem` for what has to be mended. */
  readonly kind: "ok" | "note" | "problem";
  /** The fact in words, without a password. */
  readonly sentence: string;
}
