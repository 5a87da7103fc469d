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
}
