/** Organizations: accounts that own API keys and their records together, each with a role. */

import type * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { BODY, bodyLimit, MaybeTime, STEP_UP, Text, Timestamp, TOKEN } from "./fields.ts";

/** A role in an organization; each has the rights of those before it. */
export const OrganizationRole = oneOf(["member", "admin", "owner"]);
export type OrganizationRole = z.infer<typeof OrganizationRole>;

const newFields = {
  /** Name of the organization, 1–100 characters. */
  name: line(1, 100),
};
/** An organization to create, or its new name. */
export interface NewOrganization extends Fields<typeof newFields> {}
export const NewOrganization: ObjectSchema<NewOrganization> = object(newFields);

const organizationFields = {
  /** Organization id, a UUID. */
  id: Text,
  /** Name of the organization. */
  name: Text,
  /** Role of the caller. */
  role: OrganizationRole,
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
};
/** An organization as a member sees it. */
export interface Organization extends Fields<typeof organizationFields> {}
export const Organization: ObjectSchema<Organization> = object(organizationFields);

const deletedFields = {
  /** Id of the organization that was deleted. */
  id: Text,
};
/** The organization that was deleted. */
export interface DeletedOrganization extends Fields<typeof deletedFields> {}
export const DeletedOrganization: ObjectSchema<DeletedOrganization> = object(deletedFields);

const memberFields = {
  /** Account id, a UUID. */
  userId: Text,
  /** E-mail address of the account. */
  email: Text,
  /** Display name of the account; empty when it has none. */
  name: Text,
  /** Time at which the account has proved its e-mail address, ISO 8601 in UTC; null where it has not. */
  emailVerifiedAt: MaybeTime,
  /** Role in the organization. */
  role: OrganizationRole,
  /** Time at which the account became a member, ISO 8601 in UTC. */
  joinedAt: Timestamp,
};
/** A member of an organization. */
export interface Member extends Fields<typeof memberFields> {}
export const Member: ObjectSchema<Member> = object(memberFields);

const changeFields = {
  /** New role, at most that of the caller. */
  role: OrganizationRole,
};
/** The new role of a member. */
export interface MemberChange extends Fields<typeof changeFields> {}
export const MemberChange: ObjectSchema<MemberChange> = object(changeFields);

const removedFields = {
  /** Account id of the member who was removed. */
  userId: Text,
};
/** The member who was removed. */
export interface RemovedMember extends Fields<typeof removedFields> {}
export const RemovedMember: ObjectSchema<RemovedMember> = object(removedFields);

const organizationParams = {
  /** Organization id, a UUID. */
  id: Text,
};
interface OrganizationParams extends Fields<typeof organizationParams> {}
const OrganizationParams: ObjectSchema<OrganizationParams> = object(organizationParams);

const memberParams = {
  ...organizationParams,
  /** Account id of the member, a UUID. */
  userId: Text,
};
interface MemberParams extends Fields<typeof memberParams> {}
const MemberParams: ObjectSchema<MemberParams> = object(memberParams);

const FOUND = { ...TOKEN, NOT_FOUND: 404 } as const;
const MANAGED = { ...FOUND, FORBIDDEN: 403 } as const;

export const organizationRoutes = {
  /**
   * Create an organization, with the caller as its owner.
   *
   * `POST /organizations` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createOrganization({ body: { name: "Analytical Engines" } });
   */
  createOrganization: route("POST", "/organizations", {
    security: "bearer",
    body: NewOrganization,
    bodyLimit,
    responses: { 201: Organization },
    errors: { ...BODY, ...TOKEN, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * List the organizations of the caller, the newest membership first.
   *
   * `GET /organizations` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.listOrganizations();
   */
  listOrganizations: route("GET", "/organizations", {
    security: "bearer",
    responses: { 200: list(Organization) },
    errors: TOKEN,
  }),
  /**
   * Read an organization.
   *
   * `GET /organizations/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getOrganization({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getOrganization: route("GET", "/organizations/:id", {
    security: "bearer",
    params: OrganizationParams,
    responses: { 200: Organization },
    errors: FOUND,
  }),
  /**
   * Rename an organization, as one of its owners or administrators.
   *
   * `PATCH /organizations/:id` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.updateOrganization({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { name: "Analytical Engines" },
   *   });
   */
  updateOrganization: route("PATCH", "/organizations/:id", {
    security: "bearer",
    params: OrganizationParams,
    body: NewOrganization,
    bodyLimit,
    idempotent: true,
    responses: { 200: Organization },
    errors: { ...BODY, ...MANAGED },
  }),
  /**
   * Delete an organization whose API keys are all revoked, as one of its owners.
   *
   * `DELETE /organizations/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.deleteOrganization({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  deleteOrganization: route("DELETE", "/organizations/:id", {
    security: "bearer",
    params: OrganizationParams,
    responses: { 200: DeletedOrganization },
    errors: { ...MANAGED, ...STEP_UP, CONFLICT: 409 },
  }),
  /**
   * List the members of an organization, the longest membership first.
   *
   * `GET /organizations/:id/members` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.listMembers({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  listMembers: route("GET", "/organizations/:id/members", {
    security: "bearer",
    params: OrganizationParams,
    responses: { 200: list(Member) },
    errors: FOUND,
  }),
  /**
   * Give a member another role, as an owner or administrator.
   *
   * `PATCH /organizations/:id/members/:userId` with an access token.
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
   * - LAST_OWNER (409): Make another member an owner first.
   * @example
   *   await client.updateMember({
   *     params: {
   *       id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *       userId: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *     },
   *     body: { role: "admin" },
   *   });
   */
  updateMember: route("PATCH", "/organizations/:id/members/:userId", {
    security: "bearer",
    params: MemberParams,
    body: MemberChange,
    bodyLimit,
    idempotent: true,
    responses: { 200: Member },
    errors: { ...BODY, ...MANAGED, ...STEP_UP, LAST_OWNER: 409 },
  }),
  /**
   * Remove a member, as an owner or administrator, or leave the organization.
   *
   * `DELETE /organizations/:id/members/:userId` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - LAST_OWNER (409): Make another member an owner first.
   * @example
   *   await client.removeMember({
   *     params: {
   *       id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *       userId: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *     },
   *   });
   */
  removeMember: route("DELETE", "/organizations/:id/members/:userId", {
    security: "bearer",
    params: MemberParams,
    responses: { 200: RemovedMember },
    errors: { ...MANAGED, ...STEP_UP, LAST_OWNER: 409 },
  }),
};

/** Notes of {@link organizationRoutes}. A function, so that bundlers drop it from clients. */
export function organizationNotes(): NotesOf<typeof organizationRoutes> {
  const tags = ["organizations"];
  const id = "9b2f4c1e-3d5a-4f60-8a7b-6c5d4e3f2a10";
  const userId = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const createdAt = "2026-01-01T00:00:00.000Z";
  const name = "Analytical Engines";
  const organization = { id, name, role: "owner", createdAt };
  const member = { userId, email: "ada@example.com", name: "Ada", role: "owner" };
  const hidden = "An organization that the caller is no member of is 404 NOT_FOUND.";
  return {
    createOrganization: {
      tags,
      unspecified: [
        "Members read the organization, its members and its records. Administrators also rename it, invite and remove members, give them roles, and manage its API keys. Owners also delete it, and manage owners.",
        "An account is a member of 100 organizations at most; an organization has 1,000 members at most.",
      ],
      example: { body: { name }, response: organization },
    },
    listOrganizations: { tags, example: { response: [organization] } },
    getOrganization: { tags, unspecified: [hidden], example: { response: organization } },
    updateOrganization: {
      tags,
      unspecified: [hidden],
      example: { body: { name }, response: organization },
    },
    deleteOrganization: {
      tags,
      unspecified: [
        "With an API key that is not revoked it is 409 CONFLICT. Members and invitations end at once; what the organization owned is deleted within minutes.",
      ],
      example: { response: { id } },
    },
    listMembers: {
      tags,
      unspecified: [hidden],
      example: { response: [{ ...member, emailVerifiedAt: createdAt, joinedAt: createdAt }] },
    },
    updateMember: {
      tags,
      unspecified: [
        "Nobody gives or takes a role above their own: 403 FORBIDDEN. The role counts from the next request on, on other replicas too.",
        "The last owner keeps the role: 409 LAST_OWNER. Owners whose accounts are disabled or wait for their deletion do not count.",
      ],
      example: {
        body: { role: "admin" },
        response: { ...member, role: "admin", emailVerifiedAt: createdAt, joinedAt: createdAt },
      },
    },
    removeMember: {
      tags,
      unspecified: [
        "Who is removed has lost every access with the answer, on every replica. The API keys of the organization stay; the invitations of the member end.",
        "The last owner does not leave: 409 LAST_OWNER.",
      ],
      example: { response: { userId } },
    },
  };
}
