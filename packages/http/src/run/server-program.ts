/** A server as a value: what a program needs to start it, and a command to ask about it. */

import type { EnvironmentOf, EnvironmentShape } from "../environment/read-environment.ts";
import type { ServiceAddress } from "../server/service-address.ts";
import type { RunServerOptions } from "./run-server.ts";

/** A sentence about a server: something in order, something to know, or something to change. */
export interface ServerFinding {
  /** Weight of the sentence; a problem makes the command `doctor` end with exit code 1. */
  readonly kind: "ok" | "note" | "problem";
  /** The sentence, in lower case and without a full stop. */
  readonly sentence: string;
}

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
  /** Looks at what the server connects to, for the command `doctor`. Never rejects. Default: nothing. */
  readonly examine?: (config: EnvironmentOf<Shape>) => Promise<readonly ServerFinding[]>;
}
