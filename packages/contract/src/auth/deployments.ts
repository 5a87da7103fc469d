/** Records of deployments. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  bodyLimit,
  INVALID,
  PERMITTED,
  RecordStatus,
  security,
  Text,
  Timestamp,
} from "./fields.ts";
import { OwnedRecordQuery, OwnerQuery, recordNotes, StatusChange } from "./records.ts";

const newDeploymentFields = {
  /** Name of the deployment, 1–200 characters. */
  name: line(1, 200),
  /** Names of the chains that it is deployed to: 1–32 names of 1–64 characters. */
  chains: z.array(line(1, 64)).min(1).max(32),
};
/** A deployment to record. */
export interface NewDeployment extends Fields<typeof newDeploymentFields> {}
export const NewDeployment: ObjectSchema<NewDeployment> = object(newDeploymentFields);

const deploymentFields = {
  /** Deployment id, a UUID. */
  id: Text,
  /** Name of the deployment. */
  name: Text,
  /** Names of the chains that it is deployed to. */
  chains: list(Text),
  /** Status of the deployment: `pending → in_progress → completed | failed`. */
  status: RecordStatus,
  /** Time of creation, ISO 8601 in UTC. */
  createdAt: Timestamp,
};
/** A deployment that the caller recorded. */
export interface Deployment extends Fields<typeof deploymentFields> {}
export const Deployment: ObjectSchema<Deployment> = object(deploymentFields);

const deploymentParams = {
  /** Deployment id, a UUID. */
  id: Text,
};
interface DeploymentParams extends Fields<typeof deploymentParams> {}
const DeploymentParams: ObjectSchema<DeploymentParams> = object(deploymentParams);

export const deploymentRoutes = {
  /**
   * List the caller's deployments, newest first; requires the permission read.
   *
   * `GET /deployments` with an access token or an API key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.listDeployments();
   */
  listDeployments: route("GET", "/deployments", {
    security,
    query: OwnedRecordQuery,
    pages: true,
    responses: { 200: list(Deployment) },
    errors: { ...INVALID, ...PERMITTED, NOT_FOUND: 404 },
  }),
  /**
   * Record a deployment; requires the permission deploy.
   *
   * `POST /deployments` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createDeployment({
   *     body: { name: "token bridge", chains: ["ethereum", "base"] },
   *   });
   */
  createDeployment: route("POST", "/deployments", {
    security,
    body: NewDeployment,
    bodyLimit,
    responses: { 201: Deployment },
    errors: { ...BODY, ...PERMITTED, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * Read a deployment; requires the permission read.
   *
   * `GET /deployments/:id` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getDeployment({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getDeployment: route("GET", "/deployments/:id", {
    security,
    params: DeploymentParams,
    query: OwnerQuery,
    responses: { 200: Deployment },
    errors: { ...INVALID, ...PERMITTED, NOT_FOUND: 404 },
  }),
  /**
   * Move a deployment to its next status; requires the permission deploy.
   *
   * `PATCH /deployments/:id` with an access token or an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.moveDeployment({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { status: "in_progress" },
   *   });
   */
  moveDeployment: route("PATCH", "/deployments/:id", {
    security,
    params: DeploymentParams,
    body: StatusChange,
    bodyLimit,
    responses: { 200: Deployment },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409, QUOTA_EXCEEDED: 409 },
  }),
};

/** Notes of {@link deploymentRoutes}. A function, so that bundlers drop it from clients. */
export function deploymentNotes(): NotesOf<typeof deploymentRoutes> {
  const { id, createdAt, move, reading, list, moves } = recordNotes();
  const deployments = { tags: ["deployments"], seed: "A. Permission values: deploy" };
  const newDeployment = { name: "token bridge", chains: ["ethereum", "base"] };
  const deployment = { id, ...newDeployment, status: "pending", createdAt };
  return {
    listDeployments: {
      ...deployments,
      ...reading,
      unspecified: list,
      example: { response: [deployment] },
    },
    createDeployment: {
      ...deployments,
      unspecified: ["The record's fields.", "Nothing moves by itself: the caller moves it."],
      example: { body: newDeployment, response: deployment },
    },
    getDeployment: { ...deployments, ...reading, example: { response: deployment } },
    moveDeployment: {
      ...deployments,
      unspecified: moves,
      example: { body: move, response: { ...deployment, ...move } },
    },
  };
}
