/** The tokens of a login. */

import * as z from "zod";

import { object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { Text } from "./fields.ts";
import { User } from "./user.ts";

export const accessToken = {
  /** Access token: a JWT (RFC 9068) for the header `Authorization: Bearer`. */
  access_token: Text,
  /** Always `bearer`. */
  token_type: z.literal("bearer"),
  /** Lifetime of the access token in seconds, at least 1. */
  expires_in: z.int().min(1),
};

const signedInFields = {
  ...accessToken,
  /** Refresh token for `POST /auth/refresh`; it is never accepted as an access token. */
  refresh_token: Text,
  /** The account that logged in. */
  user: User,
  /** Secret of the device, which stands for the second factor of its next login; only for a remembered one. */
  device_secret: Text.optional(),
};
/** The tokens of a login and its account. */
export interface SignedIn extends Fields<typeof signedInFields> {}
export const SignedIn: ObjectSchema<SignedIn> = object(signedInFields);
