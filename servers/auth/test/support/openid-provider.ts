/** An OpenID provider on this machine, by another hand: oidc-provider, which logs in whoever a test names. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

export interface OpenIdProviderServer {
  readonly issuer: string;
  /** Person who logs in, and what the provider says of them. */
  person: { readonly subject: string; readonly claims: Readonly<Record<string, unknown>> };
  /** True for a person who refuses. */
  refuses: boolean;
  /** Text of OIDC_PROVIDERS. */
  readonly settings: string;
}

const CLIENT = { client_id: "bourse", client_secret: "secret-of-bourse-at-the-provider" };

/** Starts a provider whose client may be sent back to these addresses. */
export async function openIdProvider(
  redirectUris: readonly string[],
  name = "acme",
): Promise<OpenIdProviderServer> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: OpenIdProviderServer = {
    issuer,
    person: { subject: "ada", claims: { email: "ada@example.com", email_verified: true } },
    refuses: false,
    settings: JSON.stringify([
      {
        name,
        label: "Acme",
        issuer,
        clientId: CLIENT.client_id,
        clientSecret: CLIENT.client_secret,
      },
    ]),
  };
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: redirectUris }],
    cookies: { keys: ["a key of the tests"] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...made.person.claims }),
    }),
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
      const { accountId } = oidc.session;
      const grant = new provider.Grant({ clientId: CLIENT.client_id, accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return callback(request, response);
    const result = made.refuses
      ? { error: "access_denied" }
      : { login: { accountId: made.person.subject } };
    void provider.interactionFinished(request, response, result);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return made;
}
