/** Handlers of the internal API: tokens, transfers, API keys, own shares. */

import { pageReply, reply, type Handlers } from "@bourse/contract";
import type { NodeInternalApi } from "@bourse/contract/node";
import type { DataNode } from "@bourse/node-core";

import type { NodeCaller } from "./authenticate.ts";
import { webhookHandlers } from "./webhook-handlers.ts";
import { wireKey, wirePending, wireReceived, wireShare, wireTransaction } from "./wire/views.ts";

type Routes = Omit<NodeInternalApi["routes"], "health" | "listAudit">;

/** Creates the handlers. A caller with an API key pays within its limits; one without is the owner of the node. */
export function internalHandlers<Identity extends NodeCaller | undefined>(
  node: DataNode,
): Handlers<Routes, Identity> {
  const { inbox, keys, payments, shares, tokens, transactions } = node;
  return {
    ...webhookHandlers<Identity>(node),

    balance: async ({ params, query }) => {
      const found = await tokens.balance(params.address, query.token);
      return { ...found, balance: found.balance.toString() };
    },

    transfer: async ({ body, headers }, { identity }) => {
      const paid = await payments.pay(body, {
        idempotencyKey: headers["idempotency-key"],
        by: identity ?? undefined,
      });
      const { txHash, transactionId, from, to, amount } = paid;
      const moved = { from, to, amount: amount.toString() };
      if (paid.status !== "settled") {
        return reply(202, { ...wirePending("transfer", txHash, transactionId), ...moved });
      }
      const received = paid.received?.toString() ?? null;
      return reply(200, { success: true as const, tx_hash: paid.txHash, ...moved, received });
    },

    listTokens: async () => ({
      tokens: (await tokens.list()).map(({ address, type, symbol, decimals }) => {
        return { address, type, symbol, decimals };
      }),
    }),

    addToken: async ({ body }) => {
      const { token, created } = await tokens.add(body.address, body.abi);
      const { address, note } = token;
      return reply(created ? 201 : 200, {
        success: true as const,
        address,
        ...(note === undefined ? {} : { note }),
      });
    },

    listTransactions: async ({ query }) => {
      const page = await transactions.list(query);
      return pageReply(
        {
          transactions: page.transactions.map(wireTransaction),
          count: page.transactions.length,
          next_cursor: page.next,
        },
        page.next,
      );
    },

    changeTransaction: async ({ params, body }) =>
      wireTransaction(await transactions.act(params.id, body.action)),

    listShares: async ({ query }) => {
      const { limit, cursor, data_hash: dataHash } = query;
      const page = await shares.list({ limit, cursor, dataHash });
      return pageReply(
        { shares: page.shares.map(wireShare), count: page.count, next_cursor: page.next },
        page.next,
      );
    },

    listReceived: async ({ query }) => {
      const { received, total, next } = await inbox.list(query);
      return pageReply(
        { received: received.map(wireReceived), count: received.length, total, next_cursor: next },
        next,
      );
    },

    deleteReceived: async ({ params }) => wireReceived(await inbox.remove(params.id)),

    self: () => {
      const { nodeId, address, multiaddrs, encryptionKey } = node.self();
      return {
        node_id: nodeId,
        address,
        multiaddrs: [...multiaddrs],
        encryption_key: encryptionKey,
      };
    },

    createApiKey: async ({ body }, { identity }) => {
      const { expires_at: expiry = null } = body;
      const request = {
        name: body.name,
        scopes: body.scopes,
        expiresAt: expiry === null ? null : Math.floor(expiry * 1000),
        payees: body.payees,
        spending: body.spending?.map(({ token, per_call, per_day }) => {
          return { token, perCall: per_call, perDay: per_day };
        }),
        sharesPerDay: body.shares_per_day,
        gasPerDay: body.gas_per_day,
      };
      const made = await keys.create(request, identity?.opener ?? identity ?? undefined);
      return reply(201, { ...wireKey(made), key: made.key });
    },

    listApiKeys: async ({ query }) => {
      const page = await keys.list(query);
      return pageReply(
        { keys: page.keys.map(wireKey), count: page.keys.length, next_cursor: page.next },
        page.next,
      );
    },

    revokeApiKey: async ({ params }) => wireKey(await keys.revoke(params.id)),
  };
}
