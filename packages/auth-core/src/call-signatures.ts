/** Types of the arguments of the core's calls, checked for callers without types. */

import {
  factorArguments,
  type LoginSessions,
  type MailDelivery,
  originFault,
} from "@bourse/credentials";
import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  listOf,
  exactObject,
  finiteNumber,
  objectOf,
  optionsOf,
  trueOrFalse,
  wholeNumber,
  type ArgumentRule,
  type CallSignatures,
} from "@bourse/kernel";

import type { Accounts } from "./accounts/accounts.ts";
import type { ApiKeys } from "./api-keys/api-keys.ts";
import type { Audit } from "./audit/audit.ts";
import type { Devices } from "./devices/devices.ts";
import type { UserDirectory } from "./directory/user-directory.ts";
import { AuthError } from "./errors.ts";
import type { Factors } from "./factors/factors.ts";
import type { Guard } from "./guard/guard.ts";
import type { OpenId } from "./openid/openid.ts";
import type { Organizations } from "./organizations/organizations.ts";
import type { PersonalData } from "./personal-data/personal-data.ts";
import type { Registry } from "./registry/registry.ts";

const text = anyText;
const origin: ArgumentRule = (_argument, value) => {
  const fault = originFault(value);
  if (fault === undefined) return;
  throw new AuthError("VALIDATION_ERROR", fault.message, { details: { path: fault.path } });
};
const limit = absentOr(wholeNumber({ min: 1, max: 1000 }));
const count = absentOr(anyNumber);
const requestRules = {
  route: absentOr(text),
  bytes: count,
  cost: count,
  address: absentOr(text),
  origin: absentOr(text),
  use: absentOr(trueOrFalse),
};
const request = absentOr(objectOf(requestRules));
const requestToVerify = absentOr(objectOf({ ...requestRules, owner: absentOr(trueOrFalse) }));
/** Limits of a key, or null for none. */
const limits: ArgumentRule = (argument, value) => {
  if (value === null) return;
  objectOf({ requests: count, bytes: count, cost: count, windowSeconds: anyNumber })(
    argument,
    value,
  );
};
const page = optionsOf({ limit, cursor: absentOr(text) });

const maybeText = absentOr(text);
const narrowed = absentOr(listOf(text));
const session = objectOf({ userId: text, sessionId: text });

/** Arguments of {@link Accounts}. */
export const accountCalls: CallSignatures<Accounts> = {
  register: {
    input: exactObject({
      email: text,
      password: text,
      name: absentOr(text),
      invitation: absentOr(text),
    }),
    origin,
  },
  add: { email: text },
  login: {
    input: objectOf({
      email: text,
      password: text,
      deviceSecret: maybeText,
      permissions: narrowed,
    }),
    origin,
  },
  loginWithFactor: { answer: factorArguments.login, origin },
  beginPasskeyLogin: { input: optionsOf({ challenge: maybeText }) },
  loginWithPasskey: {
    input: objectOf({ credential: factorArguments.assertion, permissions: narrowed }),
    origin,
  },
  changePassword: {
    userId: text,
    sessionId: text,
    input: objectOf({ currentPassword: text, newPassword: text }),
    origin,
  },
  changeEmail: {
    userId: text,
    sessionId: text,
    input: objectOf({ email: text, currentPassword: text }),
    origin,
  },
  requestPasswordReset: { email: text, origin },
  resetPassword: { input: objectOf({ token: text, password: text }), origin },
  passwordResetLink: { email: text },
  emailState: { userId: text },
  requestEmailVerification: { userId: text, origin },
  verifyEmail: { token: text, origin },
  changeName: { userId: text, name: text },
  disable: { email: text },
  enable: { email: text },
  get: { userId: text },
};

/** Arguments of {@link UserDirectory}. */
export const userCalls: CallSignatures<UserDirectory> = {
  list: {
    query: optionsOf({
      email: absentOr(text),
      status: absentOr(text),
      limit,
      cursor: absentOr(text),
    }),
  },
  get: { userId: text },
  disable: { userId: text, origin },
  enable: { userId: text, origin },
  setRole: { userId: text, role: text, origin },
};

/** Arguments of {@link Factors}. */
export const factorCalls: CallSignatures<Factors> = {
  list: { userId: text },
  addTotp: { userId: text },
  confirmTotp: { userId: text, confirmation: objectOf({ id: text, code: text }), origin },
  beginPasskey: { userId: text },
  addPasskey: { userId: text, passkey: factorArguments.newPasskey, origin },
  remove: { userId: text, id: text, origin },
  removeAll: { email: text },
  devices: { userId: text },
  forgetDevice: { userId: text, id: text, origin },
  requireStepUp: { session },
  stepUp: { session, answer: factorArguments.answer, origin },
};

/** Arguments of {@link MailDelivery}. */
export const mailCalls: CallSignatures<MailDelivery> = { start: {}, deliverDue: {}, measure: {} };

/** Arguments of {@link LoginSessions}. */
export const sessionCalls: CallSignatures<LoginSessions> = {
  refresh: {
    refreshToken: text,
    options: optionsOf({ rotate: absentOr(trueOrFalse) }),
    origin,
  },
  logout: { refreshToken: text, origin },
  list: { userId: text },
  endIfLive: { userId: text, sessionId: text, origin },
  end: { userId: text, sessionId: text, origin },
  endEverybody: {},
};

/** Arguments of {@link ApiKeys}. */
export const keyCalls: CallSignatures<ApiKeys<string>> = {
  create: {
    userId: text,
    key: exactObject({
      name: text,
      permissions: listOf(text),
      expiresInDays: absentOr(anyNumber),
      parentId: absentOr(text),
      environment: absentOr(text),
      organizationId: absentOr(text),
    }),
    origin,
  },
  list: { userId: text, options: optionsOf({ organizationId: absentOr(text) }) },
  page: {
    userId: text,
    options: optionsOf({
      limit,
      cursor: absentOr(text),
      organizationId: absentOr(text),
      q: absentOr(text),
      status: absentOr(text),
    }),
  },
  get: { userId: text, id: text },
  update: {
    userId: text,
    id: text,
    change: exactObject({
      name: absentOr(text),
      limits: absentOr(limits),
      addresses: absentOr(listOf(text)),
      origins: absentOr(listOf(text)),
      byKeyId: absentOr(text),
    }),
    origin,
  },
  rotate: {
    userId: text,
    id: text,
    rotation: optionsOf({ graceSeconds: absentOr(anyNumber), byKeyId: absentOr(text) }),
    origin,
  },
  usage: { userId: text, id: text, options: page },
  usageSums: {
    userId: text,
    id: text,
    sums: exactObject({ per: text, from: absentOr(finiteNumber()) }),
  },
  revoke: { userId: text, id: text, origin },
  authenticate: { key: text, origin, request },
  verify: { key: text, permission: absentOr(text), origin, request: requestToVerify },
  forgetAll: {},
};

/** Arguments of {@link Guard}; `identify` answers anything, and is asked at every request. */
export const guardCalls: CallSignatures<Guard<string>> = {
  identify: "unchecked",
  authorize: { credentials: objectOf({}), permission: text, origin, request },
};

/** Arguments of {@link Registry}. */
export const registryCalls: CallSignatures<Registry> = {
  createDeployment: { userId: text, input: objectOf({ name: text, chains: listOf(text) }) },
  listDeployments: { userId: text, options: page },
  getDeployment: { userId: text, id: text },
  moveDeployment: { userId: text, id: text, to: text },
  createTransaction: {
    userId: text,
    input: objectOf({ deploymentId: text, chain: text, hash: text }),
  },
  listTransactions: { userId: text, options: page },
  getTransaction: { userId: text, hash: text, chain: absentOr(text) },
  moveTransaction: { userId: text, hash: text, to: text, chain: absentOr(text) },
  usage: { userId: text, liveSessions: anyNumber },
};

/** Arguments of {@link Organizations}. */
export const organizationCalls: CallSignatures<Organizations> = {
  create: { userId: text, input: objectOf({ name: text }), origin },
  list: { userId: text },
  get: { userId: text, id: text },
  rename: { userId: text, id: text, name: text, origin },
  remove: { userId: text, id: text, origin },
  members: { userId: text, id: text },
  changeRole: {
    userId: text,
    id: text,
    member: objectOf({ userId: text, role: text }),
    origin,
  },
  removeMember: { userId: text, id: text, memberId: text, origin },
  invite: {
    userId: text,
    input: objectOf({ organizationId: text, email: text, role: absentOr(text) }),
    origin,
  },
  invitations: { userId: text, organizationId: absentOr(text) },
  revokeInvitation: { userId: text, id: text, origin },
  acceptInvitation: {
    userId: text,
    proof: objectOf({ token: absentOr(text), id: absentOr(text) }),
    origin,
  },
  nameOf: { id: text },
  requireRole: { userId: text, id: text, role: text },
};

/** Arguments of {@link Devices}. */
export const deviceCalls: CallSignatures<Devices> = {
  request: { input: exactObject({ clientName: absentOr(text), permissions: narrowed }), origin },
  find: { userId: text, userCode: text, origin },
  approve: { userId: text, sessionId: text, userCode: text, origin },
  deny: { userId: text, sessionId: text, userCode: text, origin },
  login: { deviceCode: text, origin },
};

const codeMembers = { code: text, verifier: text };
const redeemed = objectOf(codeMembers);

/** Arguments of {@link OpenId}. */
export const openIdCalls: CallSignatures<OpenId> = {
  providers: {},
  begin: { start: objectOf({ provider: text, challenge: text }), origin },
  finish: { answer: objectOf({ provider: text, search: text }), origin },
  login: {
    code: objectOf({ ...codeMembers, deviceSecret: maybeText, permissions: narrowed }),
    origin,
  },
  list: { userId: text },
  link: { userId: text, code: redeemed, origin },
  unlink: { userId: text, id: text, origin },
};

/** Arguments of {@link PersonalData}. */
export const personalDataCalls: CallSignatures<PersonalData> = {
  export: { userId: text },
  requestDeletion: { userId: text, sessionId: text, input: objectOf({ password: text }), origin },
  cancelDeletion: { userId: text, origin },
  deletionTime: { userId: text },
  deleteNow: { email: text },
};

/** Arguments of the subscription to the audit trail. */
export const auditCalls: CallSignatures<Pick<Audit, "on">> = { on: { listener: anyFunction } };
