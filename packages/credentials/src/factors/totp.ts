/** One-time codes by time (TOTP, RFC 6238) with SHA-1, six digits and steps of 30 s: what every authenticator reads. */

import { toBase32 } from "./base32.ts";

/** Length of a step in seconds (RFC 6238, section 4.1). */
const STEP_SECONDS = 30;
/** Steps before and after the present one whose codes are accepted (RFC 6238, section 5.2). */
const WINDOW = 1;
const DIGITS = 6;

/** Form of a code; nothing else is compared. */
const FORM = /^\d{6}$/;

/** The code of a counter: HOTP with dynamic truncation (RFC 4226, section 5.3). */
export async function hotp(
  secret: Uint8Array,
  counter: number,
  digits: number = DIGITS,
): Promise<string> {
  const moving = new DataView(new ArrayBuffer(8));
  moving.setBigUint64(0, BigInt(counter));
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const bytes = Uint8Array.from(secret);
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const digest = new DataView(await crypto.subtle.sign("HMAC", key, moving.buffer));
  const offset = digest.getUint8(digest.byteLength - 1) & 0xf;
  const truncated = digest.getUint32(offset) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}

/** The step of a time in milliseconds since the Unix epoch. */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS);
}

/**
 * The step whose code this is, of the present one and its neighbours; undefined for another code, and for the code of a
 * step that is not later than `usedStep`.
 */
export async function matchingStep(
  secret: Uint8Array,
  code: string,
  now: number,
  usedStep: number | null,
): Promise<number | undefined> {
  if (!FORM.test(code)) return undefined;
  const present = stepAt(now);
  let match: number | undefined;
  // All of them in every case: the time of an answer does not tell which step was near.
  for (let step = Math.max(0, present - WINDOW); step <= present + WINDOW; step++) {
    const isCode = (await hotp(secret, step)) === code;
    if (isCode && (usedStep === null || step > usedStep)) match ??= step;
  }
  return match;
}

/** The address that an authenticator reads from a QR code. */
export function otpauthUri(secret: Uint8Array, service: string, account: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(account)}`;
  const parameters = new URLSearchParams({
    secret: toBase32(secret),
    issuer: service,
    algorithm: "SHA1",
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  });
  // Authenticators take a plus sign as it is.
  return `otpauth://totp/${label}?${String(parameters).replaceAll("+", "%20")}`;
}
