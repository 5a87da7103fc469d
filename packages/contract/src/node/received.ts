/** Shares that other nodes have sent to this one. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  AddressText,
  Count,
  HashText,
  INVALID,
  text,
  Text,
  Time,
  TransactionHash,
  WRITING,
  STANDBY_NOTE,
} from "./fields.ts";

const receivedFields = {
  /** Id of the received share: address of the sender, a hyphen, and the data's hash. */
  id: Text,
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case. */
  data_hash: HashText,
  /** Address of the sender. */
  sender: AddressText,
  /** Hash of the transaction that recorded the share. */
  tx_hash: TransactionHash,
  /** False after a reorganisation has removed the record from the chain; the data cannot be read then. */
  verified: z.boolean(),
  /** Length of the sealed data in bytes. */
  bytes: Count,
  /** Time of arrival, Unix seconds with a fraction. */
  received_at: Time,
};
/** A share that another node has sent to this one. */
export interface ReceivedShare extends Fields<typeof receivedFields> {}
export const ReceivedShare: ObjectSchema<ReceivedShare> = object(receivedFields);

const queryFields = {
  /** Address of the sender, 0x and 40 hex digits. Default: any. */
  sender: AddressText.optional(),
  /**
   * Filter by the share's record: true lists only shares whose record is on the chain, false only the others. Default:
   * both.
   */
  verified: q.boolean().optional(),
  /** Maximum number of shares in the answer, 1–1,000. Default 100. */
  limit: q.integer({ min: 1, max: 1000 }).default(100),
  /** Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest shares. */
  cursor: text(1, 1024).optional(),
};
/** A filter of the received shares. */
export interface ReceivedQuery extends Fields<typeof queryFields> {}
interface ReceivedQueryInput extends InputFields<typeof queryFields> {}
export const ReceivedQuery: ObjectSchema<ReceivedQuery, ReceivedQueryInput> =
  exactObject(queryFields);

const listFields = {
  /** The received shares, newest first. */
  received: list(ReceivedShare),
  /** Number of shares in this answer. */
  count: Count,
  /** Number of shares in all for this filter. */
  total: Count,
  /** Position of the next page; null on the last page. */
  next_cursor: Text.nullable(),
};
/** A page of the received shares. */
export interface ReceivedList extends Fields<typeof listFields> {}
export const ReceivedList: ObjectSchema<ReceivedList> = object(listFields);

const idParams = {
  /** Id of the received share, 1–200 characters. */
  id: text(1, 200),
};
/** The received share of a path. */
export interface ReceivedParams extends Fields<typeof idParams> {}
export const ReceivedParams: ObjectSchema<ReceivedParams> = object(idParams);

export const receivedRoutes = {
  /**
   * List the shares that other nodes have sent to this one, newest first.
   *
   * `GET /received` with an API key, unless a program on the node's machine calls it directly;
   * `iterate` reads it page after page.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listReceived();
   */
  listReceived: route("GET", "/received", {
    query: ReceivedQuery,
    pages: "received",
    responses: { 200: ReceivedList },
    errors: { ...INVALID, CURSOR_INVALID: 422 },
  }),
  /**
   * Delete a received share and its data from this node.
   *
   * `DELETE /received/:id` with an API key, unless a program on the node's machine calls it
   * directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.deleteReceived({
   *     params: {
   *       id: "0x52908400098527886E0F7030069857D2E4169EE7-5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
   *     },
   *   });
   */
  deleteReceived: route("DELETE", "/received/:id", {
    params: ReceivedParams,
    responses: { 200: ReceivedShare },
    errors: { ...INVALID, ...WRITING, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link receivedRoutes}. A function, so that bundlers drop it from clients. */
export function receivedNotes(): NotesOf<typeof receivedRoutes> {
  const data_hash = "dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f";
  const sender = "0x52908400098527886E0F7030069857D2E4169EE7";
  const share = {
    id: `${sender}-${data_hash}`,
    data_hash,
    sender,
    tx_hash: "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3",
    verified: true,
    bytes: 64,
    received_at: 1_767_225_600.25,
  };
  return {
    listReceived: {
      tags: ["data"],
      unspecified: [
        "A share is listed when the chain has recorded it and the node keeps it; GET /data/{data_hash} reads it.",
      ],
      example: { response: { received: [share], count: 1, total: 1, next_cursor: null } },
    },
    deleteReceived: {
      tags: ["data"],
      unspecified: [
        STANDBY_NOTE,
        "The sender may send the share again; RECEIVE_FROM decides whose shares are accepted.",
      ],
      example: { response: share },
    },
  };
}
