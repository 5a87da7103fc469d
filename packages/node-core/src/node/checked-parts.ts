/** The calls of a node with checks of their arguments' types, for callers without types. */

import {
  absentOr,
  checkedAuditTrail,
  checkedCalls,
  anyBigint,
  anyNumber,
  anyText,
  exactObject,
  listOf,
  nullOr,
  objectOf,
  optionsOf,
  trueOrFalse,
  wholeNumber,
  type ArgumentRule,
  type AuditTrail,
  type CallRules,
  type CallSignatures,
} from "@bourse/kernel";
import { webhookCalls, type Webhooks } from "@bourse/outbox";

import { wrongArgument } from "../argument-rules.ts";
import type { Lane } from "../chain/port.ts";
import type { Compliance } from "../compliance/compliance.ts";
import type { NodeHistory } from "../history/index.ts";
import type { Inbox } from "../inbox/port.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { Peer } from "../peers/port.ts";
import type { Shares } from "../shares/shares.ts";
import type { NodeFees } from "../transfers/fees.ts";
import type { NodeTokens } from "../transfers/node-tokens.ts";
import type { Payments } from "../transfers/payments.ts";

interface Peers {
  peers(query?: { readonly healthy?: boolean }): readonly Peer[];
}

interface Parts extends Peers {
  readonly payments: Payments;
  readonly transactions: Pick<Lane, "list" | "act">;
  readonly tokens: NodeTokens;
  readonly shares: Shares;
  readonly inbox: Inbox;
  readonly compliance: Compliance;
  readonly history: NodeHistory;
  readonly fees: NodeFees;
  readonly keys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly trail: AuditTrail;
}

const text = anyText;
const maybeText = absentOr(text);
const maybeNumber = absentOr(anyNumber);
const page = { limit: absentOr(wholeNumber({ min: 1, max: 1000 })), cursor: maybeText };
/** Limits of a key; the amounts of a new key are bigints, those of a holder decimal digits. */
const limitsIn = (amount: ArgumentRule): CallRules => {
  const limit = absentOr(nullOr(amount));
  const spending = listOf(objectOf({ token: text, perCall: limit, perDay: limit }));
  return {
    expiresAt: absentOr(nullOr(anyNumber)),
    payees: absentOr(nullOr(listOf(text))),
    spending: absentOr(nullOr(spending)),
  };
};
const quota = objectOf({ keyId: text, sharesPerDay: anyNumber, gasPerDay: anyNumber });
const holder = objectOf({
  id: text,
  scopes: listOf(text),
  ...limitsIn(text),
  quotas: absentOr(listOf(quota)),
});

const paymentCalls: CallSignatures<Payments> = {
  pay: {
    payment: objectOf({ from: text, to: text, amount: anyBigint, token: text }),
    call: optionsOf({ idempotencyKey: maybeText, by: absentOr(holder) }),
  },
};

const transactionCalls: CallSignatures<Parts["transactions"]> = {
  list: { query: optionsOf({ ...page, open: absentOr(trueOrFalse) }) },
  act: { id: text, action: text },
};

const tokenCalls: CallSignatures<NodeTokens> = {
  list: {},
  add: { address: text, abi: listOf(() => undefined) },
  balance: { address: text, token: maybeText },
};

const shareCalls: CallSignatures<Shares> = {
  share: {
    share: exactObject({
      data: text,
      recipient: text,
      paymentToken: maybeText,
      paymentAmount: absentOr(anyBigint),
      payer: maybeText,
    }),
    call: optionsOf({
      request: optionsOf({ key: text, scope: text }),
      waitMilliseconds: maybeNumber,
      by: absentOr(holder),
    }),
  },
  read: { dataHash: text },
  list: { query: optionsOf({ ...page, dataHash: maybeText }) },
  start: {},
  stop: {},
};

const inboxCalls: CallSignatures<Inbox> = {
  list: {
    query: optionsOf({ ...page, sender: maybeText, verified: absentOr(trueOrFalse) }),
  },
  remove: { id: text },
  read: { dataHash: text },
  start: {},
  stop: {},
};

const filter = { sender: maybeText, filters: absentOr(listOf(text)) };

const complianceCalls: CallSignatures<Compliance> = {
  history: { query: optionsOf({ ...page, ...filter }) },
  verify: { dataHash: text, options: optionsOf({ sender: maybeText }) },
  entries: { filter: optionsOf(filter) },
};

const historyCalls: CallSignatures<NodeHistory> = {
  read: {
    query: exactObject({
      series: text,
      from: maybeNumber,
      to: maybeNumber,
      stepSeconds: maybeNumber,
    }),
  },
};

const feeCalls: CallSignatures<NodeFees> = {
  quote: {
    query: exactObject({ kind: text, to: text, token: maybeText, amount: absentOr(anyBigint) }),
  },
};

const keyCalls: CallSignatures<ApiKeys> = {
  create: {
    request: exactObject({
      name: text,
      scopes: listOf(text),
      ...limitsIn(anyBigint),
      sharesPerDay: absentOr(nullOr(anyNumber)),
      gasPerDay: absentOr(nullOr(anyNumber)),
    }),
    by: absentOr(holder),
  },
  list: { query: optionsOf(page) },
  revoke: { id: text },
  authorize: { key: maybeText, scopes: absentOr(text) },
  spend: {
    holder,
    payment: objectOf({ id: text, to: text, token: text, amount: anyBigint }),
  },
  unspend: { paymentId: text },
  createFirst: { scopes: listOf(text) },
};

const peerCalls: CallSignatures<Peers> = {
  peers: { query: optionsOf({ healthy: absentOr(trueOrFalse) }) },
};

/** The parts of a node, each call of which checks the types of its arguments first. */
export function checkedParts(parts: Parts): Parts {
  return {
    payments: checked("node.payments", parts.payments, paymentCalls),
    transactions: checked("node.transactions", parts.transactions, transactionCalls),
    tokens: checked("node.tokens", parts.tokens, tokenCalls),
    shares: checked("node.shares", parts.shares, shareCalls, ["start"]),
    inbox: checked("node.inbox", parts.inbox, inboxCalls, ["start"]),
    compliance: checked("node.compliance", parts.compliance, complianceCalls, ["entries"]),
    fees: checked("node.fees", parts.fees, feeCalls),
    history: checked("node.history", parts.history, historyCalls),
    webhooks: checked("node.webhooks", parts.webhooks, webhookCalls),
    keys: checked("node.keys", parts.keys, keyCalls),
    trail: checkedAuditTrail("node.trail", parts.trail, wrongArgument),
    ...checked<Peers>("node", parts, peerCalls, ["peers"]),
  };
}

function checked<T extends object>(
  owner: string,
  target: T,
  signatures: CallSignatures<T>,
  synchronous?: readonly (keyof T & string)[],
): T {
  return checkedCalls(owner, target, signatures, synchronous, wrongArgument);
}
