/** The audit trail of the node: the rows of its routes, and the list. */

import type { Handlers } from "@bourse/contract";
import type { ApiKey, NodeExternalApi, NodeInternalApi } from "@bourse/contract/node";
import type { DataNode } from "@bourse/node-core";

import type { AuditCaller, AuditedParts, AuditRules } from "../audit/audited.ts";
import { auditReply } from "../audit/list-audit.ts";
import type { NodeCaller } from "./authenticate.ts";
import { translateNodeError } from "./translate.ts";
import { unixSeconds } from "./wire/views.ts";

/** Rules of the routes of the node's owner. */
export const internalAuditRules: AuditRules<Omit<NodeInternalApi["routes"], "health">> = {
  transfer: {
    action: "transfer.sent",
    subject: ({ body }) => body.to,
    details: ({ body }, data) => ({
      token: body.token,
      amount: body.amount.toString(),
      transaction: data?.tx_hash ?? null,
    }),
  },
  changeTransaction: {
    action: "transaction.changed",
    subject: ({ params }) => params.id,
    details: ({ body }, data) => ({
      command: body.action,
      ...(data === undefined ? {} : { to: data.to, token: data.token, amount: data.amount }),
    }),
  },
  deleteReceived: {
    action: "received.deleted",
    subject: ({ params }) => params.id,
    details: (_, data) => ({ sender: data?.sender ?? null, bytes: data?.bytes ?? null }),
  },
  addToken: { action: "token.added", subject: ({ body }) => body.address },
  createApiKey: {
    action: "api_key.created",
    subject: (_, data) => data?.id,
    details: ({ body }, data) => ({
      name: body.name,
      scopes: data?.scopes.join(" ") ?? null,
      expires_at: data?.expires_at ?? null,
      payees: data?.payees?.join(" ") ?? null,
      spending: data?.spending?.map(spendingText).join("; ") ?? null,
      shares_per_day: data?.shares_per_day ?? null,
      gas_per_day: data?.gas_per_day ?? null,
    }),
  },
  revokeApiKey: { action: "api_key.revoked", subject: ({ params }) => params.id },
  createWebhook: {
    action: "webhook.created",
    subject: (_, data) => data?.id,
    details: ({ body }) => ({ events: body.events.join(" ") }),
  },
  updateWebhook: {
    action: "webhook.changed",
    subject: ({ params }) => params.id,
    details: ({ body }) => ({ fields: Object.keys(body).join(" ") }),
  },
  deleteWebhook: { action: "webhook.deleted", subject: ({ params }) => params.id },
  rotateWebhook: { action: "webhook.rotated", subject: ({ params }) => params.id },
  replayWebhookDelivery: {
    action: "webhook.replayed",
    subject: ({ params }) => params.delivery_id,
  },
};

function spendingText({
  token,
  per_call: call,
  per_day: day,
}: NonNullable<ApiKey["spending"]>[number]): string {
  return `${token} ${call ?? "any amount"} a call, ${day ?? "any amount"} a day`;
}

/** Rules of the routes for everybody. */
export const externalAuditRules: AuditRules<Omit<NodeExternalApi["routes"], "health">> = {
  shareData: {
    action: "share.sent",
    subject: ({ body }) => body.recipient,
    details: ({ body }, data) => ({
      token: body.payment_token ?? null,
      amount: body.payment_amount?.toString() ?? null,
      transaction: data?.tx_hash ?? null,
    }),
  },
};

/** Parts that record calls to a node; a caller without a key is the owner on an interface that is open to the owner. */
export function nodeAuditParts({
  trail,
}: Pick<DataNode, "trail">): AuditedParts<NodeCaller | undefined> {
  return { trail, callerOf, translate: translateNodeError };
}

/** Id of a caller with the operator's own key or session. */
const OPERATOR_ID = "operator";

function callerOf(caller: NodeCaller | undefined): AuditCaller {
  if (caller === null || caller === undefined) return { actor: "local" };
  return { actor: caller.id === OPERATOR_ID ? OPERATOR_ID : `key:${caller.id}` };
}

/** Handler of the list. */
export function auditHandlers<Identity>({
  trail,
}: Pick<DataNode, "trail">): Handlers<Pick<NodeInternalApi["routes"], "listAudit">, Identity> {
  return {
    listAudit: async ({ query }) =>
      await auditReply(trail, query, {
        read: (seconds: number) => seconds * 1000,
        write: unixSeconds,
      }),
  };
}
