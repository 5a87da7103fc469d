/** The options of the client that say who we are, and whom we take for the server. */

import { X509Certificate } from "node:crypto";

import { KernelError } from "@bourse/kernel";
import type { BusAddress } from "@bourse/kernel";
import { credsAuthenticator, type ConnectionOptions } from "@nats-io/transport-node";

/** Settings beside the address that these options are made of. */
interface LoginSettings {
  readonly credentials?: string | undefined;
  readonly ca?: string | undefined;
}

/** @throws KernelError OPTION_INVALID, which repeats nothing of what is secret */
export function loginOptions(
  { user, password, token, isEncrypted }: BusAddress,
  { credentials, ca }: LoginSettings,
): Pick<ConnectionOptions, "user" | "pass" | "token" | "tls" | "authenticator"> {
  if (ca !== undefined && !isEncrypted) {
    throw invalid("ca", "needs an address that begins with tls://");
  }
  if (credentials !== undefined && (user !== undefined || token !== undefined)) {
    throw invalid("credentials", "needs an address without a login of its own");
  }
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { pass: password }),
    ...(token !== undefined && { token }),
    ...(credentials !== undefined && { authenticator: authenticatorOf(credentials) }),
    ...(isEncrypted && { tls: ca === undefined ? {} : { ca: checkedCertificates(ca) } }),
  };
}

function authenticatorOf(credentials: string): ReturnType<typeof credsAuthenticator> {
  const authenticator = credsAuthenticator(new TextEncoder().encode(credentials));
  try {
    // The client reads them only when it connects.
    authenticator("a nonce");
    return authenticator;
  } catch {
    throw invalid("credentials", "must be the content of a .creds file of NATS");
  }
}

function checkedCertificates(pem: string): string {
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    throw invalid("ca", "must be certificates in PEM");
  }
}

function invalid(option: string, what: string): KernelError {
  return new KernelError("OPTION_INVALID", `openNatsBus: the option ${option} ${what}.`, {
    details: { option },
  });
}
