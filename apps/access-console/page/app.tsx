/** The pages of access control in the frame that all servers' pages share. */

import {
  lostSince,
  Notice,
  reachesOne,
  Shell,
  StepUp,
  toast,
  useCommands,
  webhooksHeading,
  type Page,
} from "@bourse/ui";

import { call, leave, problem, user } from "./model/login.ts";
import { leaveOperator, operator } from "./model/operator.ts";
import { wrongCode, wrongPasskey } from "./model/told.ts";
import { Account } from "./pages/account.tsx";
import { Audit } from "./pages/audit.tsx";
import { Device } from "./pages/device.tsx";
import { Invitation } from "./pages/invitation.tsx";
import { Keys, keysHeading } from "./pages/keys.tsx";
import { Organizations, organizationsHeading } from "./pages/organizations.tsx";
import { Overview } from "./pages/overview.tsx";
import { SignedIn, SignInFailed } from "./pages/providers.tsx";
import { ForgottenPassword, NewPassword, ProvedAddress } from "./pages/recovery.tsx";
import { Sessions } from "./pages/sessions.tsx";
import { Entry, entryHeading } from "./pages/sign-in.tsx";
import { SigningKeys } from "./pages/signing-keys.tsx";
import { Users, usersHeading } from "./pages/users.tsx";
import { Webhooks } from "./pages/webhooks.tsx";

const USERS: Page = {
  name: "users",
  title: "Users",
  key: "u",
  content: Users,
  heading: usersHeading,
  reaches: reachesOne,
};
/** The place where the operator's key is entered; nobody else needs to see that it is there. */
const HIDDEN_USERS: Page = { ...USERS, isHidden: true };
const AUDIT: Page = { name: "audit", title: "Audit", key: "t", content: Audit };
const SIGNING_KEYS: Page = {
  name: "signing-keys",
  title: "Signing keys",
  key: "i",
  content: SigningKeys,
};

/** The pages that links in mails and devices lead to, with a login and without one. */
const LINKED: readonly Page[] = [
  { name: "device", title: "Log a device in", content: Device, isHidden: true },
  { name: "forgot", title: "Forgotten password", content: ForgottenPassword, isHidden: true },
  { name: "reset-password", title: "New password", content: NewPassword, isHidden: true },
  { name: "invitation", title: "Invitation", content: Invitation, isHidden: true },
  { name: "verify-email", title: "Confirm your e-mail", content: ProvedAddress, isHidden: true },
  { name: "signed-in", title: "Sign in", content: SignedIn, isHidden: true },
  { name: "sign-in-failed", title: "Sign in", content: SignInFailed, isHidden: true },
];

/** The pages of an account. */
const PAGES: readonly Page[] = [
  { name: "overview", title: "Overview", key: "o", content: Overview },
  {
    name: "keys",
    title: "API keys",
    key: "k",
    content: Keys,
    heading: keysHeading,
    reaches: reachesOne,
  },
  {
    name: "organizations",
    title: "Organizations",
    key: "z",
    content: Organizations,
    heading: organizationsHeading,
    reaches: reachesOne,
  },
  {
    name: "webhooks",
    title: "Webhooks",
    key: "w",
    content: Webhooks,
    heading: webhooksHeading,
    reaches: reachesOne,
  },
  { name: "sessions", title: "Sessions", key: "s", content: Sessions },
  { name: "account", title: "Account", key: "a", content: Account },
  AUDIT,
  SIGNING_KEYS,
];
/** The pages of a reader without a login. */
const OPEN_PAGES: readonly Page[] = [
  { name: "sign-in", title: "Sign in", content: Entry, heading: entryHeading },
  { name: "sign-up", title: "Create an account", content: Entry, heading: entryHeading },
  HIDDEN_USERS,
  ...LINKED,
];

/** The pages of every reader. */
const ALL_PAGES: readonly Page[] = [...PAGES, ...OPEN_PAGES];

/** The pages of the reader: nobody, an account, the operator or the auditor by a key, an account with such a key. */
function pagesNow(): readonly Page[] {
  const { value: key } = operator;
  if (user.value !== null) {
    return [...PAGES, key?.users === undefined ? HIDDEN_USERS : USERS, ...LINKED];
  }
  if (key === undefined) return OPEN_PAGES;
  const users = key.users === undefined ? [] : [USERS];
  return [...users, AUDIT, SIGNING_KEYS, ...LINKED];
}

export function App() {
  const { value: account } = user;
  const isKnown = account !== undefined;
  return (
    <>
      <Shell
        brand="Bourse access"
        pages={pagesNow()}
        others={ALL_PAGES}
        aside={<Aside />}
        instead={isKnown ? undefined : <Waiting />}
      />
      <StepUp
        answer={(body) =>
          call((auth) => auth.stepUp({ body })).catch(
            "credential" in body ? wrongPasskey : wrongCode,
          )
        }
        begin={(challenge) => call((auth) => auth.beginPasskeyLogin({ body: { challenge } }))}
      />
    </>
  );
}

function Aside() {
  const { value: account } = user;
  if (account) {
    const end = (): void => {
      leave().catch((error: unknown) => toast(messageOf(error), { kind: "poor" }));
    };
    return <Who name={account.name === "" ? account.email : account.name} signOut={end} />;
  }
  if (operator.value === undefined) return null;
  const name = operator.value.users === undefined ? "Auditor" : "Operator";
  return <Who name={name} signOut={leaveOperator} />;
}

interface WhoProps {
  readonly name: string;
  readonly signOut: () => void;
}

function Who({ name, signOut }: WhoProps) {
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
