/** Providers in memory: the code of an answer names the person. */

import { sha256 } from "@bourse/kernel/platform";

import {
  CredentialsError,
  type OpenIdClient,
  type OpenIdOptions,
  type OpenIdProof,
  type OpenIdSteps,
  type RedeemedCode,
} from "../../src/index.ts";

/** A core with sign-ins. */
interface Core {
  readonly openId: OpenIdSteps;
}

export const VERIFIER: string = "v".repeat(43);
export const challengeOf = (verifier: string): string => sha256(verifier, "base64url");

/** A person at a provider. */
export const person = (subject: string, given: Partial<OpenIdProof> = {}): OpenIdProof => ({
  provider: "google",
  issuer: "https://accounts.google.com",
  subject,
  email: `${subject}@example.com`,
  isEmailVerified: true,
  name: "",
  ...given,
});

/** The option `openId`, with people whom tests add. */
export function providers(people: Map<string, OpenIdProof>): OpenIdOptions {
  const client: OpenIdClient = {
    providers: [
      { name: "google", label: "Google" },
      { name: "other", label: "Other" },
    ],
    authorizationUrl: async ({ provider, ...rest }) => {
      if (people.size > 0)
        return `https://${provider}.example/?${new URLSearchParams(rest).toString()}`;
      throw new CredentialsError("OPENID_PROVIDER_UNREACHABLE", "away", { details: { provider } });
    },
    prove: async ({ provider, search }) => {
      const found = people.get(new URLSearchParams(search).get("code") ?? "");
      if (found !== undefined) return { ...found, provider };
      throw new CredentialsError("OPENID_ANSWER_REFUSED", "unknown", { details: { provider } });
    },
  };
  const callbackUrl = (provider: string): string => `https://a.example/${provider}/callback`;
  return { client, pageUrl: "https://a.example/", callbackUrl };
}

/** The state of a sign-in that a page begins. */
export async function begun({ openId }: Core, verifier = VERIFIER): Promise<string> {
  const challenge = challengeOf(verifier);
  const url = new URL(await openId.begin({ provider: "google", challenge }));
  return url.searchParams.get("state") ?? "";
}

/** The code and the verifier that the page redeems after a person has signed in. */
export async function signedIn(core: Core, subject: string): Promise<RedeemedCode> {
  const state = await begun(core);
  const search = `?state=${state}&code=${subject}`;
  const { url } = await core.openId.finish({ provider: "google", search });
  return { code: url.split("#signed-in=")[1] ?? url, verifier: VERIFIER };
}
