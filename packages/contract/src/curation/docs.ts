/** What the curation API says about itself: for the docs page and OpenAPI, not for clients. */

import type { ApiDocs, DocumentedApi, RouteDocs } from "../route/docs.ts";
import { plainDetailErrors } from "../wire/error-schemas.ts";
import { SignedIn, User } from "./accounts.ts";
import { curationApi, curationHealthApi, type CurationApi, type CurationHealthApi } from "./api.ts";
import { DraftData } from "./draft-data.ts";
import { DraftStatus } from "./draft-status.ts";
import { Draft, DraftAction, DraftComment, DraftVersion, FieldChange } from "./drafts.ts";
import * as examples from "./examples.ts";
import { MarketState, Role } from "./fields.ts";
import { Market, MarketItem } from "./markets.ts";
import { BulkOutcome, CuratorStats, QueueItem } from "./review.ts";

const NEXT = "The next page is in the header Link, rel=next.";
const STRANGERS = "404 for everybody but its owner, curators and admins.";
const SEEN = "The version that was seen goes into `version` or If-Match; another one is 412.";
const EYES =
  "A curator never decides about an own draft (403); an admin may, and the trail says so.";

/** A route that the published document does not have. */
function added(tag: string, summary: string, example: RouteDocs["example"]): RouteDocs {
  return { summary, tags: [tag], ...(example === undefined ? {} : { example }) };
}

/** A row of the published document, with what it leaves open. */
function seeded(
  tag: string,
  row: string,
  summary: string,
  unspecified: readonly string[],
  example: NonNullable<RouteDocs["example"]>,
): RouteDocs {
  return { summary, tags: [tag], seed: `B. Curation backend: ${row}`, unspecified, example };
}

const draft = { response: examples.draft };
const market = { response: examples.market };

const accountDocs = {
  issueNonce: added("accounts", "A message for a wallet to sign, good for five minutes and once", {
    body: examples.nonceRequest,
    response: examples.nonce,
  }),
  register: seeded(
    "accounts",
    "POST /auth/register",
    "Create an account for a wallet, and log it in",
    [
      "Success is 201; the user's further fields; a refresh_token beside the documented fields.",
      "E-mail and password come together or not at all.",
      "Without a signed message the wallet is unproved, and whoever proves it takes it over.",
      "A taken username, e-mail or wallet is 409.",
    ],
    { body: examples.registration, response: examples.signedIn },
  ),
  login: seeded(
    "accounts",
    "POST /auth/login",
    "Log in by a signed message, or by e-mail and password",
    [
      "Either message and signature, or email and password; an address alone logs nobody in.",
      "Ten failures in 15 minutes block the account, fifty the address: 429 with Retry-After.",
    ],
    { body: examples.login, response: examples.signedIn },
  ),
  refresh: added("accounts", "Exchange a refresh token for a new access token", {
    body: examples.refresh,
    response: examples.refreshed,
  }),
  logout: added("accounts", "End the session of the access token", { response: { revoked: true } }),
  me: seeded("accounts", "GET /auth/me", "The current user", ["The fields after username."], {
    response: examples.user,
  }),
  updateMe: added("accounts", "Change the profile; null empties a field", {
    body: examples.profile,
    response: examples.user,
  }),
  setWallet: added("accounts", "Prove the wallet, or change to a proved one", {
    body: examples.walletChange,
    response: { ...examples.user, wallet_verified: true },
  }),
  listSessions: added("accounts", "The caller's sessions, newest first", {
    response: [examples.session],
  }),
  endSession: added("accounts", "End a session, and its access tokens with it", {
    response: examples.ended,
  }),
  listUsers: added("admin", "Users, newest first, or those that a search finds; for admins", {
    response: [examples.curator],
  }),
  setRoles: added("admin", "Give and take roles, felt on the next request; for admins", {
    body: examples.roles,
    response: examples.curator,
  }),
} as const;

const draftDocs = {
  createDraft: seeded(
    "drafts",
    "POST /drafts",
    "Create a draft, submitted at once unless `submit` is false",
    ["Request and response; errors of the rules stop a submission with 422, warnings never do."],
    { body: examples.newDraft, response: examples.draft },
  ),
  listDrafts: added("drafts", `Own drafts, newest first. ${NEXT}`, { response: [examples.draft] }),
  getDraft: added("drafts", `A draft, with its version as ETag. ${STRANGERS}`, draft),
  editDraft: added("drafts", "Change fields; null takes one out; every edit is a version", {
    body: examples.draftEdit,
    response: { ...examples.draft, status: "draft", version: 2 },
  }),
  submitDraft: added("drafts", "Hand a draft in for review", draft),
  withdrawDraft: added("drafts", "Take a draft back for good", {
    response: { ...examples.draft, status: "withdrawn" },
  }),
  commentDraft: added("drafts", `Say something about a draft. ${STRANGERS}`, {
    body: examples.newComment,
    response: examples.comment,
  }),
  listComments: added("drafts", `What was said, oldest first. ${STRANGERS}`, {
    response: [examples.comment],
  }),
  draftHistory: added("drafts", `All versions, oldest first. ${STRANGERS}`, {
    response: [examples.draftVersion],
  }),
  draftDiff: added("drafts", "What changed, field by field; by default in the last edit", {
    response: [examples.fieldChange],
  }),
  draftActions: added("drafts", `The audit trail, oldest first. ${STRANGERS}`, {
    response: [examples.action],
  }),
} as const;

const curatorDocs = {
  curatorQueue: seeded(
    "curator",
    "GET /curator/queue",
    "Drafts that wait for review",
    ["A bare array of items; pending and in_review by default, the oldest submission first.", NEXT],
    { response: [examples.queueItem] },
  ),
  curatorStats: added("curator", "What each curator decided, and how fast", {
    response: [examples.stats],
  }),
  curatorEvents: added(
    "curator",
    "Server-Sent Events: draft.submitted, .claimed, .released, .decided and market.created",
    undefined,
  ),
  bulkClaim: added("curator", "Claim up to 100 drafts, each for itself", {
    body: examples.bulkClaim,
    response: examples.bulkOutcome,
  }),
  bulkApprove: added("curator", "Approve up to 100 drafts, each for itself", {
    body: { ...examples.bulkClaim, ...examples.approval },
    response: examples.bulkOutcome,
  }),
  bulkReject: added("curator", "Reject up to 100 drafts, each for itself", {
    body: { ...examples.bulkClaim, ...examples.rejection },
    response: examples.bulkOutcome,
  }),
  claimDraft: added("curator", "Take a draft for 30 minutes, renewed by every action", {
    response: examples.claimed,
  }),
  releaseDraft: added("curator", "Give a claim back", draft),
  approveDraft: seeded(
    "curator",
    "POST /curator/{id}/approve",
    "Approve a draft and make its market, all or nothing",
    [
      "The id is the draft's; the answer is the draft with market_id.",
      "From in_review by the holder or an admin, or straight from pending.",
      "A second approval is 409 and names the market.",
      SEEN,
      EYES,
    ],
    { body: examples.approval, response: examples.approved },
  ),
  rejectDraft: added("curator", `Reject a draft. ${SEEN}`, {
    body: examples.rejection,
    response: { ...examples.draft, status: "rejected" },
  }),
  requestChanges: added("curator", `Ask the author for changes. ${SEEN}`, {
    body: examples.changeRequest,
    response: { ...examples.draft, ...examples.changeRequest, status: "changes_requested" },
  }),
  reviewActions: added("curator", "The audit trail of a draft", { response: [examples.action] }),
  reviewHistory: added("curator", "All versions of a draft", {
    response: [examples.draftVersion],
  }),
  reviewDiff: added("curator", "What changed between two versions", {
    response: [examples.fieldChange],
  }),
} as const;

const marketDocs = {
  listMarkets: seeded(
    "markets",
    "GET /markets",
    "Markets by state, tags, words and creator; no token needed",
    [
      "A bare array; X-Total-Count has the number on all pages.",
      "Active and locked markets unless `state` asks for another one, newest first.",
      NEXT,
      "A token that is no good is 401 here too.",
    ],
    { response: [examples.marketItem] },
  ),
  getMarket: seeded(
    "markets",
    "GET /markets/{id}",
    "One market, with an ETag",
    ["Before its launch a market is 404 for all but its owner, curators and admins."],
    market,
  ),
  listMarketsOfWallet: added("markets", `All markets of a wallet, newest first. ${NEXT}`, {
    response: [examples.marketItem],
  }),
  resolveMarket: added("markets", "Name the outcome of a locked or disputed market; for admins", {
    body: examples.resolution,
    response: examples.market,
  }),
  invalidateMarket: added("markets", "Declare a locked or disputed market invalid; for admins", {
    body: examples.reason,
    response: examples.market,
  }),
  launchMarket: added("markets", "Open a market before its time; for admins", market),
  lockMarket: added("markets", "Lock a market before its time; for admins", market),
  disputeMarket: added("markets", "Dispute a resolution inside its window", {
    body: examples.reason,
    response: examples.market,
  }),
} as const;

const curationDocs: ApiDocs<CurationApi["routes"]> = {
  routes: { ...accountDocs, ...draftDocs, ...curatorDocs, ...marketDocs },
  errors: plainDetailErrors,
  schemas: {
    BulkOutcome,
    CuratorStats,
    Draft,
    DraftAction,
    DraftComment,
    DraftData,
    DraftStatus,
    DraftVersion,
    FieldChange,
    Market,
    MarketItem,
    MarketState,
    QueueItem,
    Role,
    SignedIn,
    User,
  },
  glossary: {
    access_token: "A JWT (RFC 9068), for Authorization: Bearer.",
    refresh_token: "For POST /auth/refresh only; never taken as an access token.",
    expires_in: "Seconds until the access token expires.",
    wallet_address: "An EVM address (EIP-55 checked when in mixed case) or a Solana one.",
    wallet_verified: "Whether the owner has signed for the address.",
    username: "3–50 letters, digits and _ . -, unique without case.",
    password: "8–128 characters; the most common ones are refused.",
    limit: "1–100. Default 50.",
    cursor: "From the header Link of the page before.",
    submit: "Default true.",
    topic_tags: "At most 20, each 1–50 characters.",
    question_text: "10–500 characters once submitted.",
    current_probability: "1/n until a market maker says otherwise.",
    total_volume: 'A decimal string; "0" until a market maker says otherwise.',
    deploy_immediately: "Opens the market at once, whatever open_at says.",
    claim_expires_at: "In the past it holds no more: anybody may take the claim over.",
    tags: "A comma list; all of them must be there.",
    search: "Words that must all occur.",
    avg_review_time_hours: "From submission to decision; null without one.",
    approval_rate: "Approvals among approvals and rejections; null without either.",
  },
};

/** {@link curationApi} with its docs: what servers serve as OpenAPI. */
export const documentedCurationApi: DocumentedApi<CurationApi["routes"]> = {
  ...curationApi,
  docs: curationDocs,
};

/** {@link curationHealthApi} with its docs. */
export const documentedCurationHealthApi: DocumentedApi<CurationHealthApi["routes"]> = {
  ...curationHealthApi,
  docs: {
    routes: {
      health: added("health", "The service and its version", { response: examples.health }),
    },
    errors: plainDetailErrors,
  },
};
