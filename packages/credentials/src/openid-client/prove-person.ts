/** The check of a provider's answer (OpenID Connect Core 1.0, section 3.1). */

import type * as OpenIdClientPackage from "openid-client";

import { CredentialsError } from "../errors.ts";
import type { OpenIdAnswer, OpenIdProof } from "../openid/openid-client.ts";
import { unreachable } from "./provider-description.ts";
import type { OpenIdProviderSettings } from "./provider-settings.ts";

type Library = typeof OpenIdClientPackage;
type Claims = Readonly<Record<string, unknown>>;

/** Seconds that the clocks of provider and service may differ. */
const TOLERANCE_SECONDS = 30;
/** Seconds after which an id token is none of this sign-in any more. */
const MAX_AGE_SECONDS = 600;
const MAX_SUBJECT = 255;

/** Parts of the check. */
export interface ProveParts {
  readonly library: Library;
  readonly settings: OpenIdProviderSettings;
  readonly configuration: OpenIdClientPackage.Configuration;
  /** The present time in milliseconds since the Unix epoch (UTC). */
  readonly now: number;
}

/** @throws CredentialsError OPENID_ANSWER_REFUSED, OPENID_ACCESS_DENIED, OPENID_PROVIDER_UNREACHABLE */
export async function provePerson(parts: ProveParts, answer: OpenIdAnswer): Promise<OpenIdProof> {
  const { settings } = parts;
  try {
    return await prove(parts, answer);
  } catch (error) {
    if (error instanceof CredentialsError) throw error;
    if (isAway(error)) throw unreachable(settings, error);
    throw refused(parts, error);
  }
}

async function prove(
  { library, settings, configuration, now }: ProveParts,
  { redirectUri, search, state, nonce, codeVerifier }: OpenIdAnswer,
): Promise<OpenIdProof> {
  const url = new URL(redirectUri);
  url.search = search;
  const tokens = await library.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new TypeError("The provider gave no id token.");
  const { iss: issuer, sub: subject, iat } = claims;
  const seconds = now / 1000;
  if (iat > seconds + TOLERANCE_SECONDS || iat < seconds - MAX_AGE_SECONDS) {
    throw new TypeError("The id token was not issued just now.");
  }
  if (subject.length === 0 || subject.length > MAX_SUBJECT) {
    throw new TypeError(`The subject has more than ${MAX_SUBJECT} characters, or none.`);
  }
  const person: Claims = { ...claims };
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
  const lacksEmail = person["email"] === undefined && endpoint !== undefined;
  // Many providers tell the address there only; the library refuses another subject's.
  const more: Claims = lacksEmail
    ? await library.fetchUserInfo(configuration, tokens.access_token, subject)
    : {};
  // An address and its proof count only together.
  const told = lacksEmail ? more : person;
  return {
    provider: settings.name,
    issuer,
    subject,
    email: textOf(told["email"], 254),
    isEmailVerified: told["email_verified"] === true || told["email_verified"] === "true",
    name: textOf(person["name"] ?? more["name"], 200) ?? "",
  };
}

function textOf(value: unknown, max: number): string | null {
  if (typeof value !== "string") return null;
  const text = value.trim();
  return text.length > 0 && text.length <= max ? text : null;
}

/** Codes of answers that came too late or not as answers at all. */
const AWAY: ReadonlySet<unknown> = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT"]);

/** True when the provider did not answer, rather than answer wrongly. */
function isAway(error: unknown): boolean {
  const { code, cause, status } = error as { code?: unknown; cause?: unknown; status?: unknown };
  if (AWAY.has(code)) return true;
  if (typeof status === "number" && status >= 500) return true;
  if (cause instanceof Response) return cause.status >= 500;
  return error instanceof TypeError && error.message === "fetch failed";
}

function refused({ library, settings }: ProveParts, cause: unknown): CredentialsError {
  const { name: provider } = settings;
  const details = { provider };
  const { AuthorizationResponseError } = library;
  if (cause instanceof AuthorizationResponseError && cause.error === "access_denied") {
    const message = `The OpenID provider ${provider} answered that the sign-in was refused.`;
    return new CredentialsError("OPENID_ACCESS_DENIED", message, { details, cause });
  }
  const message = `The answer of the OpenID provider ${provider} does not prove a person.`;
  return new CredentialsError("OPENID_ANSWER_REFUSED", message, { details, cause });
}
