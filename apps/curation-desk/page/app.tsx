/** The pages, which of them an account has, and what stands in their place without one. */

import { place, Shell, startReconnecting, StepUp, type Page } from "@bourse/ui";

import { sendHeld } from "./model/decisions.ts";
import { explained } from "./model/explained.ts";
import { wrongCode, wrongPasskey } from "./model/factor-answers.ts";
import { accounts } from "./model/service.ts";
import {
  hasAccount,
  isAdmin,
  isCurator,
  loadUser,
  sessionProblem,
  signOut,
  user,
} from "./model/session.ts";
import { Account } from "./pages/account.tsx";
import { Accounts } from "./pages/accounts.tsx";
import { Audit } from "./pages/audit.tsx";
import { Drafts } from "./pages/drafts.tsx";
import { Markets } from "./pages/markets.tsx";
import { Queue } from "./pages/queue.tsx";
import { ForgottenPassword, NewPassword, ProvedAddress } from "./pages/recovery.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { Statistics } from "./pages/statistics.tsx";

startReconnecting(() => void loadUser());

const MARKETS: Page = {
  name: "markets",
  title: "Markets",
  key: "m",
  content: Markets,
  heading: () => (place.value.rest.length === 0 ? "Markets" : "Market"),
};
const DRAFTS: Page = {
  name: "drafts",
  title: "Drafts",
  key: "d",
  content: Drafts,
  heading: () => {
    const [id] = place.value.rest;
    return id === undefined ? "Drafts" : id === "new" ? "New draft" : "Draft";
  },
};
const QUEUE: Page = { name: "queue", title: "Queue", key: "q", content: Queue };
const STATISTICS: Page = {
  name: "statistics",
  title: "Statistics",
  key: "s",
  content: Statistics,
};
const ACCOUNTS: Page = { name: "accounts", title: "Accounts", key: "a", content: Accounts };
const AUDIT: Page = { name: "audit", title: "Audit", key: "u", content: Audit };
const ACCOUNT: Page = { name: "account", title: "My account", key: "y", content: Account };
const SIGN_IN: Page = { name: "sign-in", title: "Sign in", key: "i", content: SignIn };

const FORGOT: Page = {
  name: "forgot",
  title: "Forgotten password",
  content: ForgottenPassword,
  isHidden: true,
};

/** The pages that links in mails lead to, with a login and without one. */
const LINKED: readonly Page[] = [
  { name: "reset-password", title: "New password", content: NewPassword, isHidden: true },
  { name: "verify-email", title: "Confirm your e-mail", content: ProvedAddress, isHidden: true },
];

/** The pages that need no login. */
const OPEN: ReadonlySet<string> = new Set(
  [MARKETS, SIGN_IN, FORGOT, ...LINKED].map(({ name }) => name),
);

/** The pages until it is known who is signed in: each has its heading already, and none a link that would go again. */
const UNKNOWN: readonly Page[] = [
  DRAFTS,
  QUEUE,
  MARKETS,
  STATISTICS,
  ACCOUNTS,
  AUDIT,
  ACCOUNT,
  SIGN_IN,
  FORGOT,
  ...LINKED,
].map((page) => ({ ...page, isHidden: true }));

export function App() {
  const who = user.value;
  const isOpen = OPEN.has(place.value.page);
  return (
    <>
      <Shell
        brand="Bourse curation"
        pages={pages()}
        aside={who && <Who name={who.display_name ?? who.username} />}
        {...(who === undefined && !isOpen && { instead: <Waiting /> })}
        {...(who === null && !isOpen && { instead: <SignIn />, insteadHeading: "Sign in" })}
      />
      <StepUp answer={stepUp} begin={beginStepUp} />
    </>
  );
}

const stepUp = explained((body: Parameters<typeof accounts.stepUp>[0]["body"]) =>
  accounts.stepUp({ body }).catch("credential" in body ? wrongPasskey : wrongCode),
);
const beginStepUp = explained((challenge: string) =>
  accounts.beginPasskeyLogin({ body: { challenge } }),
);

function pages(): readonly Page[] {
  if (user.value === undefined) return UNKNOWN;
  if (!hasAccount.value)
    return [MARKETS, SIGN_IN, { ...DRAFTS, isHidden: true }, FORGOT, ...LINKED];
  return [
    ...(isCurator.value ? [QUEUE] : []),
    DRAFTS,
    MARKETS,
    ...(isCurator.value ? [STATISTICS] : []),
    ...(isAdmin.value ? [ACCOUNTS, AUDIT] : []),
    ACCOUNT,
    ...LINKED,
  ];
}

/** Nothing, for as long as it takes to learn who is signed in: a form that goes away again would be in the way. */
function Waiting() {
  const problem = sessionProblem.value;
  if (problem === undefined) return <p class="hint reading">Reading your account…</p>;
  return (
    <div class="stack">
      <p>{problem}</p>
      <button type="button" onClick={() => void loadUser()}>
        Try again
      </button>
    </div>
  );
}

function Who({ name }: { readonly name: string }) {
  const role = isAdmin.value ? "admin" : isCurator.value ? "curator" : "author";
  return (
    <>
      <span class="who">
        {name} <span class="hint">{role}</span>
      </span>
      <button type="button" class="second small" onClick={() => void sendHeld().then(signOut)}>
        Sign out
      </button>
    </>
  );
}
