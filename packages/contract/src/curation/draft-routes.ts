/** Drafts as their owners work on them. */

import * as z from "zod";

import { route } from "../route/route.ts";
import {
  DiffQuery,
  Draft,
  DraftAction,
  DraftComment,
  DraftEdit,
  DraftQuery,
  DraftVersion,
  FieldChange,
  NewComment,
  NewDraft,
} from "./drafts.ts";
import { BODY, INVALID, TOKEN, WRITING } from "./errors.ts";
import { Id } from "./fields.ts";
import { IfMatch } from "./if-match.ts";

const security = "bearer";
const FOUND = { ...TOKEN, NOT_FOUND: 404 } as const;
/** Who may see another's draft may still not move it: 403. */
const MOVE = { ...WRITING, FORBIDDEN: 403, NOT_FOUND: 404, STATE_CONFLICT: 409 } as const;

export const draftRoutes = {
  createDraft: route("POST", "/drafts", {
    security,
    body: NewDraft,
    responses: { 201: Draft },
    errors: { ...BODY, ...WRITING, DRAFT_INCOMPLETE: 422 },
  }),
  listDrafts: route("GET", "/drafts", {
    security,
    query: DraftQuery,
    responses: { 200: z.array(Draft) },
    errors: { ...INVALID, ...TOKEN, CURSOR_INVALID: 422 },
  }),
  getDraft: route("GET", "/drafts/:id", {
    security,
    params: Id,
    responses: { 200: Draft },
    errors: FOUND,
  }),
  editDraft: route("PATCH", "/drafts/:id", {
    security,
    params: Id,
    headers: IfMatch,
    body: DraftEdit,
    responses: { 200: Draft },
    errors: { ...BODY, ...MOVE, VERSION_MISMATCH: 412 },
  }),
  submitDraft: route("POST", "/drafts/:id/submit", {
    security,
    params: Id,
    responses: { 200: Draft },
    errors: { ...MOVE, DRAFT_INCOMPLETE: 422 },
  }),
  withdrawDraft: route("POST", "/drafts/:id/withdraw", {
    security,
    params: Id,
    responses: { 200: Draft },
    errors: MOVE,
  }),
  commentDraft: route("POST", "/drafts/:id/comments", {
    security,
    params: Id,
    body: NewComment,
    responses: { 201: DraftComment },
    errors: { ...BODY, ...WRITING, NOT_FOUND: 404 },
  }),
  listComments: route("GET", "/drafts/:id/comments", {
    security,
    params: Id,
    responses: { 200: z.array(DraftComment) },
    errors: FOUND,
  }),
  draftHistory: route("GET", "/drafts/:id/history", {
    security,
    params: Id,
    responses: { 200: z.array(DraftVersion) },
    errors: FOUND,
  }),
  draftDiff: route("GET", "/drafts/:id/diff", {
    security,
    params: Id,
    query: DiffQuery,
    responses: { 200: z.array(FieldChange) },
    errors: { ...INVALID, ...FOUND },
  }),
  draftActions: route("GET", "/drafts/:id/actions", {
    security,
    params: Id,
    responses: { 200: z.array(DraftAction) },
    errors: FOUND,
  }),
};
