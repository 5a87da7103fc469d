import type * as OpenIdClientPackage from "openid-client";

import { CredentialsError } from "../errors.ts";

const PACKAGE = "openid-client";

/**
 * The package `openid-client`, which those install who offer sign-ins.
 *
 * @throws CredentialsError OPENID_CLIENT_MISSING
 */
export async function loadOpenIdClient(): Promise<typeof OpenIdClientPackage> {
  try {
    return await import("openid-client");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${PACKAGE}'`)) throw error;
    throw new CredentialsError(
      "OPENID_CLIENT_MISSING",
      `Sign-in with OpenID providers needs the package ${PACKAGE}, which is not installed: run npm install ${PACKAGE}.`,
      { cause: error, details: { package: PACKAGE } },
    );
  }
}
