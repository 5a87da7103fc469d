/** Settings of OpenID providers: JSON, or the path of a file with it. */

import { readFileSync } from "node:fs";

import { anyText, didYouMean, isLoopback } from "@bourse/kernel";

import { CredentialsError } from "../errors.ts";

/** Settings of one OpenID provider. */
export interface OpenIdProviderSettings {
  /** Name in paths: 1–40 lower-case letters, digits and inner hyphens. */
  readonly name: string;
  /** Issuer, exactly as the provider's own description names it: `https:`, or `http:` on the loopback interface. */
  readonly issuer: string;
  /** Id that the provider has given to this service. */
  readonly clientId: string;
  /** Secret that the provider has given to this service. */
  readonly clientSecret: string;
  /** Scopes that are asked for; `openid` is one of them. Default: openid, email, profile. */
  readonly scopes: readonly string[];
  /** Label of the button, 1–60 characters. Default: the name. */
  readonly label: string;
}

const KEYS = ["name", "id", "issuer", "clientId", "clientSecret", "scopes", "label"];
const MAX_PROVIDERS = 20;

/**
 * Reads the settings of 1–20 providers: a JSON array, or the path of a file with one, of objects {name or id, issuer,
 * clientId, clientSecret, scopes?, label?}. No message has a secret.
 *
 * @throws CredentialsError OPENID_PROVIDERS_INVALID
 */
export function readOpenIdProviders(text: string): readonly OpenIdProviderSettings[] {
  anyText("text", text);
  const json = /^\s*[[{]/.test(text) ? text : contentOf(text);
  const list = parsed(json);
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_PROVIDERS) {
    throw invalid(`expected a JSON array of 1 to ${MAX_PROVIDERS} providers`);
  }
  const providers = list.map((one: unknown, index) => providerOf(one, `provider ${index + 1}`));
  const names = providers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`the name ${twice} is given to two providers`);
  return providers;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path.trim(), "utf8");
  } catch (error) {
    const { code = "an error" } = error as NodeJS.ErrnoException;
    // The text may be JSON that was cut off, with a secret in it.
    throw invalid(`the text is neither a JSON array nor the path of a readable file (${code})`);
  }
}

/** The cause is left out: it quotes the text. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalid("the text is no valid JSON");
  }
}

function providerOf(given: unknown, where: string): OpenIdProviderSettings {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalid(`${where}: expected an object`);
  }
  const fields = given as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields)) {
    if (!KEYS.includes(key)) {
      throw invalid(`${where}: there is no field "${key.slice(0, 40)}".${didYouMean(key, KEYS)}`);
    }
  }
  if ("name" in fields && "id" in fields) throw invalid(`${where}: give name or id, not both`);
  const text = (key: string, max: number): string => textOf(fields[key], `${where}: ${key}`, max);
  const name = text("id" in fields ? "id" : "name", 40);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    throw invalid(`${where}: a name has lower-case letters, digits and inner hyphens only`);
  }
  const issuer = text("issuer", 500);
  if (!isIssuer(issuer)) {
    throw invalid(
      `${name}: issuer: expected an https address without a query, fragment or /.well-known/, or http on the loopback interface`,
    );
  }
  return Object.freeze({
    name,
    issuer,
    clientId: text("clientId", 500),
    clientSecret: text("clientSecret", 2000),
    scopes: scopesOf(fields["scopes"], name),
    label: "label" in fields ? text("label", 60) : name,
  });
}

function textOf(value: unknown, where: string, max: number): string {
  const isText = typeof value === "string" && value.length > 0 && value.length <= max;
  if (isText && !/\p{Cc}/u.test(value)) return value;
  throw invalid(`${where}: expected 1 to ${max} characters without control characters`);
}

const DEFAULT_SCOPES: readonly string[] = ["openid", "email", "profile"];

function scopesOf(value: unknown, name: string): readonly string[] {
  if (value === undefined) return DEFAULT_SCOPES;
  const scopes = typeof value === "string" ? value.split(" ") : value;
  // RFC 6749, section 3.3.
  const isScope = (scope: unknown): boolean =>
    typeof scope === "string" && /^[\x21\x23-\x5B\x5D-\x7E]{1,100}$/.test(scope);
  if (!Array.isArray(scopes) || scopes.length > 20 || !scopes.every(isScope)) {
    throw invalid(`${name}: scopes: expected an array of at most 20 scopes`);
  }
  if (!scopes.includes("openid")) throw invalid(`${name}: scopes: expected openid among them`);
  return scopes as readonly string[];
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || text.includes("/.well-known/") || /[?#\s]/.test(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

function invalid(fault: string): CredentialsError {
  return new CredentialsError("OPENID_PROVIDERS_INVALID", `OpenID providers: ${fault}.`);
}
