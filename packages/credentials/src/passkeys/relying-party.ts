/** The relying party of passkeys: the site they belong to, and the library that verifies them. */

import { type PasskeyOptions, resolvePasskeyOptions } from "./passkey-options.ts";
import type { WebAuthnLibrary } from "./webauthn-library.ts";

/** The site that passkeys belong to. */
interface Site {
  /** Host of the site, which authenticators bind a passkey to. */
  readonly id: string;
  /** The only origin of a page that is accepted. */
  readonly origin: string;
}

/** The site of a core, and its library. */
export interface RelyingParty {
  /** True unless a setting or the library is known to be missing. */
  readonly isReady: boolean;
  /** The site. @throws the core's error PASSKEYS_UNAVAILABLE, which names what is missing */
  site(): Site;
  /** The library. @throws the core's error PASSKEYS_UNAVAILABLE when it is not installed */
  library(): Promise<WebAuthnLibrary>;
}

const PACKAGE = "@simplewebauthn/server";

/** The relying party of these options. @throws KernelError OPTION_INVALID */
export function createRelyingParty(
  options: PasskeyOptions | undefined,
  unavailable: (message: string) => Error,
): RelyingParty {
  const { publicUrl, webauthn } = resolvePasskeyOptions(options ?? {});
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const missing = missingFor(url, webauthn !== undefined);
  const refuse = (what: string): Error =>
    unavailable(`This service has no passkeys: its operator has to ${what}.`);
  const ready = (): URL => {
    if (url === undefined || missing !== undefined) throw refuse(missing ?? "");
    return url;
  };
  return Object.freeze<RelyingParty>({
    isReady: missing === undefined,
    site: () => {
      const { hostname: id, origin } = ready();
      return { id, origin };
    },
    library: async () => {
      ready();
      try {
        return await webauthn!();
      } catch (error) {
        const { code } = error as { readonly code?: unknown };
        if (code !== "ERR_MODULE_NOT_FOUND") throw error;
        throw refuse(`install ${PACKAGE}`);
      }
    },
  });
}

/** The next work of an operator until passkeys can be used; undefined when there is none. */
function missingFor(url: URL | undefined, hasLibrary: boolean): string | undefined {
  if (url === undefined) return "set PUBLIC_URL";
  if (!isNamed(url)) return "set PUBLIC_URL to a name, which an IP address is not";
  return hasLibrary ? undefined : `install ${PACKAGE}`;
}

/** A relying party is a domain name: no browser takes an IP address (WebAuthn, section 5.1.2). */
function isNamed({ hostname }: URL): boolean {
  return !/^(?:\[.*\]|[\d.]+)$/.test(hostname);
}
