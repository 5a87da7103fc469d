/** Handlers of the external API: sharing, reading, verification, history and network. */

import { pageReply, reply, type Handlers } from "@bourse/contract";
import type { NodeExternalApi, PeerList } from "@bourse/contract/node";
import type { DataNode } from "@bourse/node-core";

import type { NodeCaller } from "./authenticate.ts";
import { exportRecords } from "./wire/export-records.ts";
import { wirePeer, wirePending, wireRecord, wireStats, wireVerification } from "./wire/views.ts";

type Routes = Omit<NodeExternalApi["routes"], "health">;

export function externalHandlers(node: DataNode): Handlers<Routes, NodeCaller> {
  const { compliance, shares } = node;
  return {
    shareData: async ({ body, headers }, { identity }) => {
      const key = headers["idempotency-key"];
      const scope = identity?.id ?? "open";
      const outcome = await shares.share(
        {
          data: body.data,
          recipient: body.recipient,
          paymentToken: body.payment_token,
          paymentAmount: body.payment_amount,
          payer: body.payer,
        },
        {
          ...(key === undefined ? {} : { request: { scope, key } }),
          ...(identity === null ? {} : { by: identity }),
        },
      );
      const { dataHash, recipient } = outcome.share;
      // The answer has no field for the hash, so a header carries it.
      const hash = { "data-hash": dataHash };
      return outcome.kind === "proved"
        ? reply(201, { success: true as const, tx_hash: outcome.share.txHash, recipient }, hash)
        : reply(
            202,
            {
              ...wirePending("share", outcome.share.txHash, outcome.share.transactionId),
              recipient,
            },
            hash,
          );
    },

    getData: ({ params }) => shares.read(params.data_hash),

    verifyData: async ({ params, query }) =>
      wireVerification(await compliance.verify(params.data_hash, query)),

    complianceHistory: async ({ query }) => {
      const { filters = [], sender, limit, cursor } = query;
      const page = await compliance.history({
        filters,
        sender,
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      return pageReply(
        {
          history: page.records.map(wireRecord),
          count: page.records.length,
          filters,
          total: page.total,
          next_cursor: page.next,
        },
        page.next,
      );
    },

    exportCompliance: ({ query: { filters = [], sender, format } }) => {
      const pieces = exportRecords(compliance.entries({ filters, sender }), format);
      return reply(200, streamOf(pieces), {
        ...(format === "csv" ? { "content-type": "text/csv; charset=utf-8" } : {}),
        "content-disposition": `attachment; filename="compliance-history.${format}"`,
      });
    },

    networkStats: () => wireStats(node.stats()),

    listPeers: ({ query }, { identity }) => {
      const isReader = identity?.scopes.includes("read") ?? false;
      return peerList(node, query, isReader);
    },
  };
}

/** The known peers; where they are is for readers of the node only. */
export function peerList(
  node: Pick<DataNode, "peers">,
  query: { readonly healthy: boolean },
  isReader: boolean,
): PeerList {
  const peers = node.peers(query).map((peer) => wirePeer(peer, isReader));
  return { peers, count: peers.length };
}

/** Streams the pieces at the reader's pace: each is requested when the one before was read, and none after a cancel. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
