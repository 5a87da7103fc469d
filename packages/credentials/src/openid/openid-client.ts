/** The port to the OpenID providers that people can sign in with. */

/** A provider as a login page shows it. */
export interface OpenIdProvider {
  /** Name in paths, such as `google`. */
  readonly name: string;
  /** Label of its button, such as `Google`. */
  readonly label: string;
}

/** A sign-in that is to begin at a provider. */
export interface OpenIdRequest {
  /** Name of the provider. */
  readonly provider: string;
  /** Address that the provider sends the browser back to. */
  readonly redirectUri: string;
  /** Value that the provider hands back unchanged. */
  readonly state: string;
  /** Value that the id token must carry. */
  readonly nonce: string;
  /** PKCE verifier of the request (RFC 7636), 43 characters. */
  readonly codeVerifier: string;
}

/** A browser that a provider has sent back. */
export interface OpenIdAnswer extends OpenIdRequest {
  /** Query of the address that the browser came back with, with or without `?`. */
  readonly search: string;
}

/** The person as a provider has proved it. */
export interface OpenIdProof {
  /** Name of the provider. */
  readonly provider: string;
  /** Issuer of the id token. */
  readonly issuer: string;
  /** Id of the person at the issuer, 1–255 characters. */
  readonly subject: string;
  /** E-mail address; null when the provider told none. */
  readonly email: string | null;
  /** True when the provider says that the address is the person's. */
  readonly isEmailVerified: boolean;
  /** Display name; empty when the provider told none. */
  readonly name: string;
}

/** Port to the OpenID providers; `createOpenIdClient` of `@bourse/credentials/openid` makes one. */
export interface OpenIdClient {
  /** The providers, in the order in which pages show them. */
  readonly providers: readonly OpenIdProvider[];
  /** Address that the browser is sent to. @throws CredentialsError OPENID_PROVIDER_UNREACHABLE */
  authorizationUrl(request: OpenIdRequest): Promise<string>;
  /**
   * Checks what the browser came back with, and resolves to the person.
   *
   * @throws CredentialsError OPENID_ANSWER_REFUSED, OPENID_PROVIDER_UNREACHABLE
   */
  prove(answer: OpenIdAnswer): Promise<OpenIdProof>;
}
