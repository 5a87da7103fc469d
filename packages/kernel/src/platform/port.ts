/** What the packages ask of the platform that they run on; `node` and `web` answer with the same results. */

/** A digest of content that comes in pieces. */
export interface RunningDigest {
  /** Adds the bytes, or the UTF-8 bytes of a text. */
  update(data: string | Uint8Array): RunningDigest;
  /** Ends the digest: 64 lower-case hexadecimal digits. */
  digest(encoding: "hex"): string;
}

/** A timer that calls back once nothing has touched it for its whole delay. */
export interface IdleTimer {
  /** Starts the delay again. */
  touch(): void;
  /** Ends the timer without a call. */
  stop(): void;
}

/** Encoding of bytes as text: lower-case hexadecimal, or base64url without padding (RFC 4648 §5). */
export type TextEncoding = "hex" | "base64url";

/** Algorithm of a signature (RFC 7518 §3.1, RFC 8037 §3.1). */
export type SignatureAlgorithm = "ES256" | "EdDSA" | "HS256";

/** A JSON Web Key (RFC 7517 §4). */
export interface KeyJwk {
  /** Type of the key: `EC`, `OKP` or `oct`. */
  readonly kty?: string;
  /** Curve of the key. */
  readonly crv?: string;
  /** First coordinate of a public key, or the whole of it, in base64url. */
  readonly x?: string;
  /** Second coordinate of a public key in base64url. */
  readonly y?: string;
  /** Secret of an `oct` key in base64url. */
  readonly k?: string;
}

/** An imported key that signatures are verified with: a `KeyObject` of Node.js, or a `CryptoKey` elsewhere. */
export interface VerifyingKey {
  /** Type of the key: `public`, or `secret` for HS256. */
  readonly type: "private" | "public" | "secret";
}
