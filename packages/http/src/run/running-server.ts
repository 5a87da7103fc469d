/** A server that has started. */
export interface RunningServer {
  /** URL of the server, such as `http://127.0.0.1:3002`. */
  readonly url: string;
  /** URL of the docs page. Default: none. */
  readonly docsUrl?: string;
  /** Location of the data for people, without credentials. */
  readonly storeLocation?: string;
  /** First step for a new user, in one sentence. */
  readonly adminHint?: string;
  /** Call to try, for a shell, in lines of at most 68 columns. Default: none. */
  readonly firstCall?: string;
  /** Sockets that other machines can reach, such as `external API 0.0.0.0:8081`. Default: none. */
  readonly networkAddresses?: readonly string[];
  /** Called at SIGHUP, for example to read new keys; must not reject. Without it SIGHUP ends the process. */
  refresh?(): Promise<void>;
  /** Drains, then closes what the server opened. Called once. */
  close(): Promise<void>;
}
