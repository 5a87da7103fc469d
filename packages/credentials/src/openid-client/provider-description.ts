/** The description that a provider publishes of itself (OpenID Connect Discovery 1.0), kept for a while. */

import type { Clock } from "@bourse/kernel";
import type * as OpenIdClientPackage from "openid-client";

import { CredentialsError } from "../errors.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { OpenIdProviderSettings } from "./provider-settings.ts";

type Library = typeof OpenIdClientPackage;

/** Seconds that a provider has to answer a request. */
const TIMEOUT_SECONDS = 5;
/** Time for which a description is used. */
const KEPT_MILLISECONDS = 600_000;
/** Time for which a provider that is away is not asked again. */
const AWAY_MILLISECONDS = 5000;
/** Signatures by public keys: with a shared secret whoever knows it could sign in as anybody. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384"];
const ACCEPTED: ReadonlySet<string> = new Set([...ALGORITHMS, "ES512", "EdDSA", "Ed25519"]);

/** Parts of a description. */
export interface DescriptionParts {
  readonly library: Library;
  readonly settings: OpenIdProviderSettings;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** One provider's description, asked for at the first use and again when it is old. */
export class ProviderDescription {
  readonly #parts: DescriptionParts;
  #kept:
    | { readonly until: number; readonly server: OpenIdClientPackage.ServerMetadata }
    | undefined;
  #away: { readonly until: number; readonly error: unknown } | undefined;
  #asking: Promise<OpenIdClientPackage.ServerMetadata> | undefined;

  constructor(parts: DescriptionParts) {
    this.#parts = parts;
  }

  /**
   * A configuration of its own for each use, so that the keys of the provider are fetched anew: a key that it has just
   * begun to sign with is known. @throws CredentialsError OPENID_PROVIDER_UNREACHABLE
   */
  async configuration(): Promise<OpenIdClientPackage.Configuration> {
    const { library, settings, fetch: fetchUrl } = this.#parts;
    const { issuer, clientId, clientSecret } = settings;
    const server = await this.#server();
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic")
      ? library.ClientSecretBasic(clientSecret)
      : library.ClientSecretPost(clientSecret);
    const made = new library.Configuration(server, clientId, {}, authenticate);
    made.timeout = TIMEOUT_SECONDS;
    made[library.customFetch] = boundedFetch(fetchUrl, issuer);
    if (issuer.startsWith("http:")) library.allowInsecureRequests(made);
    // Without it TLS alone would vouch for the id token.
    library.enableNonRepudiationChecks(made);
    return made;
  }

  async #server(): Promise<OpenIdClientPackage.ServerMetadata> {
    const now = this.#parts.clock.now();
    if (this.#kept !== undefined && now < this.#kept.until) return this.#kept.server;
    if (this.#away !== undefined && now < this.#away.until) throw this.#away.error;
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return await this.#asking;
  }

  async #ask(): Promise<OpenIdClientPackage.ServerMetadata> {
    const { settings, clock } = this.#parts;
    try {
      const server = await discover(this.#parts);
      this.#kept = { server, until: clock.now() + KEPT_MILLISECONDS };
      this.#away = undefined;
      return server;
    } catch (cause) {
      const error = unreachable(settings, cause);
      this.#away = { error, until: clock.now() + AWAY_MILLISECONDS };
      throw error;
    }
  }
}

/** @throws what the provider's description lacks */
async function discover({
  library,
  settings: { issuer, clientId },
  fetch: fetchUrl,
}: DescriptionParts): Promise<OpenIdClientPackage.ServerMetadata> {
  const discovered = await library.discovery(new URL(issuer), clientId, {}, library.None(), {
    timeout: TIMEOUT_SECONDS,
    [library.customFetch]: boundedFetch(fetchUrl, issuer),
    execute: issuer.startsWith("http:") ? [library.allowInsecureRequests] : [],
  });
  // Its one function is no part of the description.
  const server = JSON.parse(
    JSON.stringify(discovered.serverMetadata()),
  ) as OpenIdClientPackage.ServerMetadata;
  if (server.issuer !== issuer) {
    throw new TypeError(`The provider calls itself ${server.issuer}, not ${issuer}.`);
  }
  const { id_token_signing_alg_values_supported: given = ["RS256"] } = server;
  const algorithms = given.filter((algorithm) => ACCEPTED.has(algorithm));
  return { ...server, id_token_signing_alg_values_supported: algorithms };
}

/** The error of a provider that cannot be asked. */
export function unreachable({ name }: OpenIdProviderSettings, cause: unknown): CredentialsError {
  return new CredentialsError(
    "OPENID_PROVIDER_UNREACHABLE",
    `The OpenID provider ${name} cannot be reached, or its description of itself is not valid.`,
    { details: { provider: name }, cause },
  );
}
