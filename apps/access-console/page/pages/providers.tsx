/** Sign-in with OpenID providers: their buttons, the end of a sign-in, and the identities of the account. */

import type { ListIdentitiesOutput } from "@bourse/client/auth";
import {
  Card,
  challengeOf,
  forgetToken,
  formatPlace,
  type FactorChallenge,
  go,
  moment,
  Notice,
  ONCE,
  Table,
  toast,
  tokenFor,
  untilKnown,
  useAction,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { call, enter } from "../model/login.ts";
import { type Aim, begin, takeBegun } from "../model/providers.ts";
import { useLoaded } from "../model/use-loaded.ts";
import { SecondStep } from "./second-step.tsx";

/** One button for each provider; nothing where there are none. */
export function ProviderButtons({ aim }: { readonly aim: Aim }) {
  const list = useLoaded("providers", (auth) => auth.listOpenIdProviders());
  const open = useAction<string, void>((name) => begin(name, aim));
  const providers = list.value.value ?? [];
  if (providers.length === 0) return null;
  return (
    <div class="buttons after">
      {providers.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          class="second"
          disabled={open.busy}
          onClick={() => void open.run(name)}
        >
          {aim === "link" ? `Link ${label}` : `Sign in with ${label}`}
        </button>
      ))}
      {open.problem !== undefined && <Notice kind="poor">{open.problem}</Notice>}
    </div>
  );
}

const EMAIL_HELD =
  "There is an account with the e-mail of this sign-in already. Sign in to it with its password, and link the sign-in on the page Account.";

/** The page that a provider leads back to: it redeems the code, once, for what this tab has begun. */
export function SignedIn() {
  const [challenge, setChallenge] = useState<FactorChallenge>();
  const redeem = useAction<void, void>(async () => {
    const code = tokenFor("signed-in");
    const begun = takeBegun();
    forgetToken("signed-in");
    if (code === undefined || begun === undefined) {
      throw new Error("This tab has not begun the sign-in, or has ended it already.");
    }
    const { verifier, aim } = begun;
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
  return (
    <Card title="Your sign-in">
      {redeem.problem === undefined ? (
        <p class="hint">Signing in…</p>
      ) : (
        <Ended>{redeem.problem}</Ended>
      )}
    </Card>
  );
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EMAIL_TAKEN";
}

const FAILURES: Readonly<Record<string, string>> = {
  SIGN_IN_EXPIRED: "The sign-in took too long, or was used before.",
  ACCESS_DENIED: "The provider says that the sign-in was refused.",
  ANSWER_REFUSED:
    "The provider's answer does not prove who you are. Tell the operator if it stays.",
  PROVIDER_UNAVAILABLE: "The provider does not answer. Try again later, or sign in another way.",
};

/** The page that a provider leads back to when nobody was proved. */
export function SignInFailed() {
  const reason = tokenFor("sign-in-failed") ?? "SIGN_IN_EXPIRED";
  return (
    <Card title="Your sign-in">
      <Ended>{FAILURES[reason] ?? "The sign-in has failed."}</Ended>
    </Card>
  );
}

function Ended({ children }: { readonly children: string }) {
  return (
    <>
      <Notice kind="poor">{children}</Notice>
      <p class="hint switch">
        <a href={formatPlace(["sign-in"])}>Back to the sign-in</a>, or to{" "}
        <a href={formatPlace(["account"])}>your account</a>.
      </p>
    </>
  );
}

/** The identities that sign in to the account, with a button to link each provider. */
export function Identities() {
  const list = useLoaded("identities", (auth) => auth.listIdentities());
  const identities = list.value.value;
  return (
    <Card title="Sign in with others">
      {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
      <Table
        label="Linked sign-ins"
        head={["Provider", "E-mail there", "Linked", "Last used", ""]}
        count={identities?.length ?? 0}
        empty={
          identities === undefined
            ? untilKnown(list.problem.value, "Loading…")
            : "No sign-in of another service opens this account."
        }
      >
        {identities?.map((one) => (
          <Row key={one.id} identity={one} onUnlinked={() => void list.refresh()} />
        ))}
      </Table>
      <ProviderButtons aim="link" />
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
