/**
 * The client that a call came from, as far as its transport knows. Pass it with every call that a stranger can make:
 * without `ip`, guesses at a password are delayed for everybody instead of refused to the one who makes them.
 */
export interface Origin {
  /**
   * IP address of the client without a port, the proxy's word taken into account; login throttles count IPv6 addresses
   * by their /64 network. Default: unknown.
   */
  readonly ip?: string | undefined;
  /** Value of the `User-Agent` header; sessions keep its first 300 characters. */
  readonly userAgent?: string | undefined;
}
