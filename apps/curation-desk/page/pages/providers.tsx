/** Sign-in with OpenID providers: their buttons, the end of a sign-in, and the identities of the account. */

import type { ListIdentitiesOutput } from "@bourse/client/curation";
import {
  Card,
  forgetToken,
  go,
  Notice,
  ONCE,
  ProviderButtons,
  type SignInAim,
  SignInCard,
  signInFailure,
  takeSignIn,
  toast,
  tokenFor,
  useAction,
} from "@bourse/ui";
import { useEffect } from "preact/hooks";

import { codeOf } from "../model/explain.ts";
import { explained } from "../model/explained.ts";
import { useLoaded } from "../model/loaded.ts";
import { accounts } from "../model/service.ts";
import { timeText } from "../model/time.ts";
import { challenge, enterBy, newcomer } from "./sign-in/enter.ts";

const PREFIX = "/api/v1";

/** One button for each provider; nothing where there are none. */
export function Providers({ aim }: { readonly aim: SignInAim }) {
  const list = useLoaded("providers", (signal) => accounts.listOpenIdProviders({}, { signal }));
  return <ProviderButtons aim={aim} providers={list.value ?? []} prefix={() => PREFIX} />;
}

/** The page that a provider leads back to: it redeems the code, once, for what this tab has begun. */
export function SignedIn() {
  const redeem = useAction<void, void>(
    explained(async () => {
      const code = tokenFor("signed-in") ?? "";
      forgetToken("signed-in");
      const { verifier, aim } = takeSignIn();
      const body = { code, verifier };
      if (aim === "link") {
        await accounts.linkIdentity({ body });
        toast("The sign-in is linked.");
        return go(["account"]);
      }
      try {
        await enterBy(() => accounts.openIdLogin({ body }));
        go([challenge.value === undefined ? "drafts" : "sign-in"]);
      } catch (error) {
        const registration = registrationOf(error);
        if (registration === undefined) throw error;
        newcomer.value = { code: registration, verifier };
        go(["sign-in"]);
      }
    }),
  );
  useEffect(() => void redeem.run(), []);
  return <SignInCard problem={redeem.problem} />;
}

/** The code of the registration of a person whom no account knows; undefined for another error. */
function registrationOf(error: unknown): string | undefined {
  if (codeOf(error) !== "OIDC_REGISTRATION_REQUIRED") return undefined;
  const { details } = error as { readonly details?: { readonly registration?: unknown } };
  const registration = details?.registration;
  return typeof registration === "string" ? registration : undefined;
}

/** The page that a provider leads back to when nobody was proved. */
export function SignInFailed() {
  return <SignInCard problem={signInFailure(tokenFor("sign-in-failed"))} />;
}

/** The identities that sign in to the account, with a button to link each provider; nothing where there are neither. */
export function Identities() {
  const list = useLoaded("identities", (signal) => accounts.listIdentities({}, { signal }));
  const providers = useLoaded("providers", (signal) =>
    accounts.listOpenIdProviders({}, { signal }),
  );
  const known = [...(list.value ?? []), ...(providers.value ?? [])];
  if (known.length === 0) return null;
  return (
    <Card title="Sign in with others">
      {list.problem !== undefined && <Notice kind="poor">{list.problem}</Notice>}
      {list.value?.length === 0 && (
        <p class="hint">No sign-in of another service opens this account.</p>
      )}
      <ul class="plain trail">
        {list.value?.map((one) => (
          <Row key={one.id} identity={one} onUnlinked={list.reload} />
        ))}
      </ul>
      <ProviderButtons aim="link" providers={providers.value ?? []} prefix={() => PREFIX} />
    </Card>
  );
}

interface RowProps {
  readonly identity: ListIdentitiesOutput[number];
  readonly onUnlinked: () => void;
}

function Row({ identity, onUnlinked }: RowProps) {
  const { id, provider, email, created_at, last_used_at } = identity;
  const unlink = useAction<void, void>(
    explained(async () => {
      await accounts.unlinkIdentity({ params: { id } }, ONCE);
      toast("The sign-in is unlinked.");
      onUnlinked();
    }),
  );
  return (
    <li class="user">
      <span>
        <span class="breaking">
          {provider} {email !== null && <bdi>{email}</bdi>}
        </span>
        <span class="facts">
          <span>linked {timeText(created_at)}</span>
          {last_used_at !== null && <span>used {timeText(last_used_at)}</span>}
        </span>
        {unlink.problem !== undefined && <Notice kind="poor">{unlink.problem}</Notice>}
      </span>
      <button
        type="button"
        class="second danger small"
        aria-label={`Unlink ${provider}`}
        disabled={unlink.busy}
        onClick={() => void unlink.run()}
      >
        Unlink
      </button>
    </li>
  );
}
