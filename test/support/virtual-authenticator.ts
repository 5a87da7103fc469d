/** An authenticator of the browser's own that verifies its reader by itself. */

import type { Page } from "playwright-core";

/** Gives a page of Chromium an authenticator that keeps passkeys (DevTools protocol, domain WebAuthn). */
export async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
