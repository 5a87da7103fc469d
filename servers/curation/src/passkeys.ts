/** Passkeys of the server, as its settings have them. */

import { createRequire } from "node:module";

import type { PasskeyOptions } from "@bourse/curation-core";

import type { CurationEnvironment } from "./environment.ts";

/** The option `passkeys` of the core: the site is that of PUBLIC_URL, never of a host that a request names. */
export function passkeysOf({
  PUBLIC_URL,
}: Pick<CurationEnvironment, "PUBLIC_URL">): PasskeyOptions {
  return {
    publicUrl: PUBLIC_URL,
    ...(isInstalled() && { webauthn: () => import("@simplewebauthn/server") }),
  };
}

/** The library is loaded with the first passkey; that it is there is known from the start. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve("@simplewebauthn/server");
    return true;
  } catch {
    return false;
  }
}
