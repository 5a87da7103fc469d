/** The pages of access control in the frame that all servers' pages share. */

import { lostSince, Notice, Shell, toast, useCommands, type Page } from "@bourse/ui";

import { leave, problem, user } from "./model/login.ts";
import { Account } from "./pages/account.tsx";
import { Audit } from "./pages/audit.tsx";
import { Keys, keysHeading } from "./pages/keys.tsx";
import { Overview } from "./pages/overview.tsx";
import { Sessions } from "./pages/sessions.tsx";
import { Entry, entryHeading } from "./pages/sign-in.tsx";
import { SigningKeys } from "./pages/signing-keys.tsx";

const PAGES: readonly Page[] = [
  { name: "overview", title: "Overview", key: "o", content: Overview },
  { name: "keys", title: "API keys", key: "k", content: Keys, heading: keysHeading },
  { name: "sessions", title: "Sessions", key: "s", content: Sessions },
  { name: "account", title: "Account", key: "a", content: Account },
  { name: "audit", title: "Audit", key: "t", content: Audit },
  { name: "signing-keys", title: "Signing keys", key: "i", content: SigningKeys },
];
/** The pages of a reader without a login. */
const OPEN_PAGES: readonly Page[] = [
  { name: "sign-in", title: "Sign in", content: Entry, heading: entryHeading },
  { name: "sign-up", title: "Create an account", content: Entry, heading: entryHeading },
];

export function App() {
  const { value: account } = user;
  const isKnown = account !== undefined;
  return (
    <Shell
      brand="Bourse access"
      pages={account === null ? OPEN_PAGES : PAGES}
      aside={
        account ? <Who name={account.name === "" ? account.email : account.name} /> : undefined
      }
      instead={isKnown ? undefined : <Waiting />}
    />
  );
}

function Who({ name }: { readonly name: string }) {
  const signOut = (): void => {
    leave().catch((error: unknown) => toast(messageOf(error), { kind: "poor" }));
  };
  useCommands([{ label: "Sign out", run: signOut }]);
  return (
    <>
      <span class="who">{name}</span>
      <button type="button" class="second small" onClick={signOut}>
        Sign out
      </button>
    </>
  );
}

function Waiting() {
  if (problem.value === undefined || lostSince.value !== undefined) {
    return <p class="hint">Looking whether you are signed in…</p>;
  }
  return <Notice kind="poor">{problem.value}</Notice>;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
