/** Sign-in with OpenID providers: their buttons, the end of a sign-in, and the identities of the account. */

import type { ListIdentitiesOutput } from "@bourse/client/auth";
import {
  Card,
  challengeOf,
  forgetToken,
  type FactorChallenge,
  go,
  moment,
  Notice,
  ONCE,
  ProviderButtons,
  type SignInAim,
  SignInCard,
  signInFailure,
  Table,
  takeSignIn,
  toast,
  tokenFor,
  useAction,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { prefixOfApi } from "../model/client.ts";
import { call, enter } from "../model/login.ts";
import { useLoaded } from "../model/use-loaded.ts";
import { SecondStep } from "./second-step.tsx";

/** One button for each provider; nothing where there are none. */
export function Providers({ aim }: { readonly aim: SignInAim }) {
  const list = useLoaded("providers", (auth) => auth.listOpenIdProviders());
  return <ProviderButtons aim={aim} providers={list.value.value ?? []} prefix={prefixOfApi} />;
}

const EMAIL_HELD =
  "There is an account with the e-mail of this sign-in already. Sign in to it with its password, and link the sign-in on the page Account.";

/** The page that a provider leads back to: it redeems the code, once, for what this tab has begun. */
export function SignedIn() {
  const [challenge, setChallenge] = useState<FactorChallenge>();
  const redeem = useAction<void, void>(async () => {
    const code = tokenFor("signed-in") ?? "";
    forgetToken("signed-in");
    const { verifier, aim } = takeSignIn();
    const body = { code, verifier };
    try {
      if (aim === "link") {
        await call((auth) => auth.linkIdentity({ body }));
        toast("The sign-in is linked.");
      } else await enter((auth) => auth.openIdLogin({ body }));
      go([aim === "link" ? "account" : "overview"]);
    } catch (error) {
      const asked = challengeOf(error, "FACTOR_REQUIRED");
      if (asked === undefined) throw isHeld(error) ? new Error(EMAIL_HELD) : error;
      setChallenge(asked);
    }
  });
  useEffect(() => void redeem.run(undefined), []);
  if (challenge !== undefined) {
    return <SecondStep {...challenge} onBack={() => go(["sign-in"])} />;
  }
  return <SignInCard problem={redeem.problem} />;
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EMAIL_TAKEN";
}

/** The page that a provider leads back to when nobody was proved. */
export function SignInFailed() {
  return <SignInCard problem={signInFailure(tokenFor("sign-in-failed"))} />;
}

/** The identities that sign in to the account, with a button to link each provider; nothing where there are neither. */
export function Identities() {
  const list = useLoaded("identities", (auth) => auth.listIdentities());
  const providers = useLoaded("providers", (auth) => auth.listOpenIdProviders());
  const identities = list.value.value;
  const known = [...(identities ?? []), ...(providers.value.value ?? [])];
  if (known.length === 0) return null;
  return (
    <Card title="Sign in with others">
      {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
      <Table
        label="Linked sign-ins"
        head={["Provider", "E-mail there", "Linked", "Last used", ""]}
        count={identities?.length}
        problem={list.problem.value}
        empty="No sign-in of another service opens this account."
      >
        {identities?.map((one) => (
          <Row key={one.id} identity={one} onUnlinked={() => void list.refresh()} />
        ))}
      </Table>
      <Providers aim="link" />
    </Card>
  );
}

interface RowProps {
  readonly identity: ListIdentitiesOutput[number];
  readonly onUnlinked: () => void;
}

function Row({ identity, onUnlinked }: RowProps) {
  const { id, provider, email, createdAt, lastUsedAt } = identity;
  const unlink = useAction<void, void>(async () => {
    await call((auth) => auth.unlinkIdentity({ params: { id } }, ONCE));
    toast("The sign-in is unlinked.");
    onUnlinked();
  });
  return (
    <tr>
      <td>{provider}</td>
      <td>{email ?? "not told"}</td>
      <td>{moment(createdAt)}</td>
      <td>{lastUsedAt === null ? "not yet" : moment(lastUsedAt)}</td>
      <td>
        <button
          type="button"
          class="second small danger"
          disabled={unlink.busy}
          onClick={() => void unlink.run(undefined)}
        >
          Unlink
        </button>
        {unlink.problem !== undefined && <Notice kind="poor">{unlink.problem}</Notice>}
      </td>
    </tr>
  );
}
