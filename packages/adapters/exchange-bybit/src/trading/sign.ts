/** Signatures of Bybit v5: HMAC-SHA256 over time, key, window and the very text that is sent. */

import { createHmac } from "node:crypto";

export interface Signing {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Period after its time stamp in which Bybit accepts a request, in milliseconds. */
  readonly recvWindowMilliseconds: number;
}

/** The text to sign: `payload` is the raw query of a GET and the body of a POST. */
export function textToSign(
  signing: Omit<Signing, "apiSecret">,
  time: number,
  payload: string,
): string {
  return `${time}${signing.apiKey}${signing.recvWindowMilliseconds}${payload}`;
}

/** The headers of a private request. */
export function signedHeaders(
  signing: Signing,
  time: number,
  payload: string,
): Readonly<Record<string, string>> {
  const mac = createHmac("sha256", signing.apiSecret);
  return {
    "x-bapi-api-key": signing.apiKey,
    "x-bapi-timestamp": String(time),
    "x-bapi-recv-window": String(signing.recvWindowMilliseconds),
    "x-bapi-sign": mac.update(textToSign(signing, time, payload)).digest("hex"),
  };
}
