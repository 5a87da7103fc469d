/** The client that a call came from, as far as its transport knows. */
export interface Origin {
  /** IP address of the client; login throttles count IPv6 addresses by their /64 network. */
  readonly ip?: string | undefined;
  /** Value of the `User-Agent` header; sessions keep its first 300 characters. */
  readonly userAgent?: string | undefined;
}
