/** The pages, which of them an account has, and what stands in their place without one. */

import {
  place,
  reachesOne,
  Shell,
  startReconnecting,
  StepUp,
  webhooksHeading,
  type Page,
  ReadingHint,
} from "@bourse/ui";

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
import { Drafts } from "./pages/drafts.tsx";
import {
  Account,
  Accounts,
  Audit,
  ForgottenPassword,
  LostWallet,
  NewPassword,
  ProvedAddress,
  Statistics,
  Webhooks,
} from "./pages/later.tsx";
import { Markets } from "./pages/markets.tsx";
import { shownQuestion } from "./pages/markets/market.tsx";
import { SignedIn, SignInFailed } from "./pages/providers.tsx";
import { Queue } from "./pages/queue.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { Start } from "./pages/start.tsx";

startReconnecting(() => void loadUser());

const MARKETS: Page = {
  name: "markets",
  title: "Markets",
  key: "m",
  content: Markets,
  heading: () => (place.value.rest.length === 0 ? "Markets" : (shownQuestion.value ?? "Market")),
  reaches: reachesOne,
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
  reaches: reachesOne,
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
const WEBHOOKS: Page = {
  name: "webhooks",
  title: "Webhooks",
  key: "w",
  content: Webhooks,
  heading: webhooksHeading,
  reaches: reachesOne,
};
const ACCOUNT: Page = { name: "account", title: "My account", key: "y", content: Account };
const START: Page = {
  name: "start",
  title: "Start",
  key: "t",
  content: Start,
  heading: () => "Markets that a date and a source decide",
};
const SIGN_IN: Page = { name: "sign-in", title: "Sign in", key: "i", content: SignIn };

/** The pages that links in mails and OpenID providers lead to, with a login and without one. */
const LINKED: readonly Page[] = [
  { name: "forgot", title: "Forgotten password", content: ForgottenPassword, isHidden: true },
  { name: "reset-password", title: "New password", content: NewPassword, isHidden: true },
  { name: "recover-wallet", title: "Lost wallet", content: LostWallet, isHidden: true },
  { name: "verify-email", title: "Confirm your e-mail", content: ProvedAddress, isHidden: true },
  { name: "signed-in", title: "Your sign-in", content: SignedIn, isHidden: true },
  { name: "sign-in-failed", title: "Your sign-in", content: SignInFailed, isHidden: true },
];

/** The pages that need no login. */
const OPEN: ReadonlySet<string> = new Set([
  "",
  ...[START, MARKETS, SIGN_IN, ...LINKED].map(({ name }) => name),
]);

/** The pages until it is known who is signed in: each has its heading already, and none a link that would go again. */
const UNKNOWN: readonly Page[] = [
  DRAFTS,
  QUEUE,
  MARKETS,
  STATISTICS,
  ACCOUNTS,
  AUDIT,
  WEBHOOKS,
  ACCOUNT,
  SIGN_IN,
  ...LINKED,
].map((page) => ({ ...page, isHidden: true }));

/** The pages of every reader. */
const ALL: readonly Page[] = [START, ...UNKNOWN];

export function App() {
  const who = user.value;
  const isStart = place.value.page === "";
  const isOpen = OPEN.has(place.value.page) && !(isStart && who === undefined);
  return (
    <>
      <Shell
        brand="Bourse curation"
        pages={pages()}
        others={ALL}
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
  if (!hasAccount.value) return [START, MARKETS, SIGN_IN, { ...DRAFTS, isHidden: true }, ...LINKED];
  return [
    ...(isCurator.value ? [QUEUE] : []),
    DRAFTS,
    MARKETS,
    ...(isCurator.value ? [STATISTICS] : []),
    ...(isAdmin.value ? [ACCOUNTS, AUDIT] : []),
    WEBHOOKS,
    ACCOUNT,
    { ...START, isHidden: true },
    ...LINKED,
  ];
}

/** Nothing, for as long as it takes to learn who is signed in: a form that goes away again would be in the way. */
function Waiting() {
  const problem = sessionProblem.value;
  if (problem === undefined) return <ReadingHint>Reading your account…</ReadingHint>;
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
