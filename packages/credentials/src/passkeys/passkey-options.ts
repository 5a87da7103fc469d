/** Options of passkeys. */

import { type OptionRule, functionOption, optional, resolveOptions } from "@bourse/kernel";

import type { WebAuthnLibrary } from "./webauthn-library.ts";

/** Passkeys of a core with accounts (WebAuthn level 3). */
export interface PasskeyOptions {
  /**
   * Address of the web page, `https:`, or `http:` for localhost: its origin is the only one whose passkeys are
   * accepted, and its host is their relying party (RP ID), so that another host makes them useless. Default: none, and
   * calls are refused with PASSKEYS_UNAVAILABLE.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Loads the library at the first call: `() => import("@simplewebauthn/server")`. Default: none, and calls are refused
   * with PASSKEYS_UNAVAILABLE.
   */
  readonly webauthn?: (() => Promise<WebAuthnLibrary>) | undefined;
}

/** The rule of the option `passkeys`: its own members are checked when it is resolved. */
export const passkeysOption: OptionRule<PasskeyOptions | undefined> = optional({
  expected: "an object with publicUrl and webauthn",
  accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  absent: null,
});

const urlOption: OptionRule<string> = {
  expected: "an http or https address",
  accepts: (value) =>
    typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  absent: null,
};

/** The options in force. @throws KernelError OPTION_INVALID */
export function resolvePasskeyOptions(given: PasskeyOptions): PasskeyOptions {
  return resolveOptions<PasskeyOptions>("passkeys", given, {
    publicUrl: optional(urlOption),
    webauthn: optional(functionOption<() => Promise<WebAuthnLibrary>>()),
  });
}
