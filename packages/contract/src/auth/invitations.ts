/** Invitations to organizations, by mail. */

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  type Fields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  bodyLimit,
  Email,
  INVALID,
  opaque,
  STEP_UP,
  Text,
  Timestamp,
  TOKEN,
} from "./fields.ts";
import { Organization, OrganizationRole } from "./organizations.ts";

const newFields = {
  /** Id of the organization, 1–100 characters. */
  organizationId: opaque(100),
  /** E-mail address to invite, at most 254 characters, with or without an account. */
  email: Email,
  /** Role of the member to be, at most that of the caller. Default `member`. */
  role: OrganizationRole.optional(),
};
/** An invitation to send. */
export interface NewInvitation extends Fields<typeof newFields> {}
export const NewInvitation: ObjectSchema<NewInvitation> = exactObject(newFields);

const invitationFields = {
  /** Invitation id, a UUID. */
  id: Text,
  /** Id of the organization. */
  organizationId: Text,
  /** Name of the organization. */
  organizationName: Text,
  /** E-mail address that is invited. */
  email: Text,
  /** Role of the member to be. */
  role: OrganizationRole,
  /** Time of the invitation, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time from which it is refused, ISO 8601 in UTC. */
  expiresAt: Timestamp,
};
/** An open invitation. */
export interface Invitation extends Fields<typeof invitationFields> {}
export const Invitation: ObjectSchema<Invitation> = object(invitationFields);

const proofFields = {
  /** Token of the link: what follows `invitation=`, 1–200 characters. Default: none, and `id` is needed. */
  token: opaque(200).optional(),
  /** Invitation id, 1–100 characters, where the caller has proved the invited address; a token counts instead. */
  id: opaque(100).optional(),
};
/** The invitation that is accepted. */
export interface InvitationProof extends Fields<typeof proofFields> {}
export const InvitationProof: ObjectSchema<InvitationProof> = exactObject(proofFields);

const queryFields = {
  /** Id of the organization, 1–100 characters. Default: the invitations to the caller's own proved address. */
  organizationId: opaque(100).optional(),
};
/** The invitations that are asked for. */
export interface InvitationQuery extends Fields<typeof queryFields> {}
export const InvitationQuery: ObjectSchema<InvitationQuery> = object(queryFields);

const revokedFields = {
  /** Id of the invitation that was revoked. */
  id: Text,
};
/** The invitation that was revoked. */
export interface RevokedInvitation extends Fields<typeof revokedFields> {}
export const RevokedInvitation: ObjectSchema<RevokedInvitation> = object(revokedFields);

const invitationParams = {
  /** Invitation id, a UUID. */
  id: Text,
};
interface InvitationParams extends Fields<typeof invitationParams> {}
const InvitationParams: ObjectSchema<InvitationParams> = object(invitationParams);

const MANAGED = { ...TOKEN, NOT_FOUND: 404, FORBIDDEN: 403 } as const;

export const invitationRoutes = {
  /**
   * Invite an e-mail address to an organization by a mail with a link.
   *
   * `POST /invitations` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - MAIL_UNAVAILABLE (501): Ask the operator for a link, or to set up mail.
   * @example
   *   await client.createInvitation({
   *     body: { organizationId: "9b2f4c1e-3d5a-4f60-8a7b-6c5d4e3f2a10", email: "grace@example.com" },
   *   });
   */
  createInvitation: route("POST", "/invitations", {
    security: "bearer",
    body: NewInvitation,
    bodyLimit,
    responses: { 201: Invitation },
    errors: {
      ...BODY,
      ...MANAGED,
      ...STEP_UP,
      CONFLICT: 409,
      QUOTA_EXCEEDED: 409,
      RATE_LIMITED: 429,
      MAIL_UNAVAILABLE: 501,
    },
  }),
  /**
   * List the open invitations to an organization, or to the caller, newest first.
   *
   * `GET /invitations` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.listInvitations();
   */
  listInvitations: route("GET", "/invitations", {
    security: "bearer",
    query: InvitationQuery,
    responses: { 200: list(Invitation) },
    errors: { ...INVALID, ...MANAGED },
  }),
  /**
   * Become a member of an organization by an invitation.
   *
   * `POST /invitations/accept` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - LINK_INVALID (400): Ask for a new link.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.acceptInvitation({
   *     body: { token: "iv_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-" },
   *   });
   */
  acceptInvitation: route("POST", "/invitations/accept", {
    security: "bearer",
    body: InvitationProof,
    bodyLimit,
    responses: { 200: Organization },
    errors: { ...BODY, ...MANAGED, LINK_INVALID: 400, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * Revoke an invitation, or decline it.
   *
   * `DELETE /invitations/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.revokeInvitation({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  revokeInvitation: route("DELETE", "/invitations/:id", {
    security: "bearer",
    params: InvitationParams,
    responses: { 200: RevokedInvitation },
    errors: MANAGED,
  }),
};

/** Notes of {@link invitationRoutes}. A function, so that bundlers drop it from clients. */
export function invitationNotes(): NotesOf<typeof invitationRoutes> {
  const tags = ["organizations"];
  const id = "5d0c9e7a-1b2c-4d3e-9f80-a1b2c3d4e5f6";
  const organizationId = "9b2f4c1e-3d5a-4f60-8a7b-6c5d4e3f2a10";
  const email = "grace@example.com";
  const name = "Analytical Engines";
  const createdAt = "2026-01-01T00:00:00.000Z";
  const invitation = {
    id,
    organizationId,
    organizationName: name,
    email,
    role: "member",
    createdAt,
    expiresAt: "2026-01-08T00:00:00.000Z",
  };
  return {
    createInvitation: {
      tags,
      unspecified: [
        "The answer and the mail are the same for an address with an account and one without. The link works once, within seven days, and leads to PUBLIC_URL; only the mail has it.",
        "Another invitation of the same address ends the one before. The address of a member is 409 CONFLICT; at most 100 are open for an organization.",
        "An invitation ends when its sender may not invite any more. Mails are counted as those of forgotten passwords: 429 with Retry-After.",
        "A service without a mail server is 501 MAIL_UNAVAILABLE.",
      ],
      example: { body: { organizationId, email }, response: invitation },
    },
    listInvitations: {
      tags,
      unspecified: [
        "Owners and administrators see those of the organization. Without organizationId the caller sees those to the address of its account, once that is proved.",
      ],
      example: { response: [invitation] },
    },
    acceptInvitation: {
      tags,
      unspecified: [
        "The account needs the invited address, and either the link, which proves the address too, or a proof from before and the id. So neither a stolen link nor an account with somebody else's address opens an organization.",
        "The link of another address is 403 FORBIDDEN; one that was used or has expired is 400 LINK_INVALID; an id that is not for the caller is 404.",
        "A member who accepts keeps its role.",
      ],
      example: {
        body: { token: "iv_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-" },
        response: { id: organizationId, name, role: "member", createdAt },
      },
    },
    revokeInvitation: {
      tags,
      unspecified: [
        "Owners and administrators revoke it; the account with the invited address, once that is proved, declines it. For everybody else it is 404.",
      ],
      example: { response: { id } },
    },
  };
}
