/** Types of the arguments of the core's calls, checked for callers without types. */

import { factorArguments, type MailDelivery, originFault } from "@bourse/credentials";
import {
  absentOr,
  allOf,
  anyJson,
  anyMap,
  anyNumber,
  anySignal,
  anyText,
  exactObject,
  finiteNumber,
  listOf,
  nullOr,
  objectOf,
  optionsOf,
  readable,
  trueOrFalse,
  wholeNumber,
  type ArgumentRule,
  type CallRules,
  type CallSignatures,
} from "@bourse/kernel";

import type { Accounts } from "./accounts/accounts.ts";
import type { Admins } from "./accounts/admins.ts";
import type { Factors } from "./accounts/factors.ts";
import type { Guard } from "./accounts/guard.ts";
import type { LoginSessions } from "./accounts/login-sessions.ts";
import type { UserDirectory } from "./accounts/user-directory.ts";
import type { Drafts } from "./drafts/drafts.ts";
import type { CurationEvents } from "./events/curation-events.ts";
import { invalid } from "./invalid.ts";
import type { Markets } from "./markets/markets.ts";
import type { Moderation } from "./moderation/moderation.ts";
import type { OpenId } from "./openid/openid.ts";
import type { PersonalData } from "./personal-data/personal-data.ts";
import type { WalletRecovery } from "./recovery/wallet-recovery.ts";
import type { Review } from "./review/review.ts";
import type { WalletProofs } from "./wallet/wallet-proofs.ts";

const text = anyText;
const maybeText = absentOr(text);
const maybeNumber = absentOr(anyNumber);
const actor = objectOf({
  id: text,
  username: text,
  roles: listOf(text),
  walletAddress: nullOr(text),
  sessionId: nullOr(text),
  tokenExpiresAt: maybeNumber,
  suspension: absentOr(objectOf({ reason: text, since: anyNumber, until: nullOr(anyNumber) })),
});
const reader = nullOr(actor);
const ofActor = { actor, id: text };
const origin: ArgumentRule = (_argument, value) => {
  const fault = originFault(value);
  if (fault !== undefined) throw invalid(fault.path.split("."), fault.message, "origin");
};
const page = { limit: maybeNumber, cursor: maybeText };
const pageOf = (rules: CallRules) => optionsOf({ ...page, ...rules });
const proof = { message: text, signature: text };
const maybeProof = { message: maybeText, signature: maybeText };
const ofOwner = {
  currentPassword: maybeText,
  currentMessage: maybeText,
  currentSignature: maybeText,
  refreshToken: maybeText,
};
const seen = { version: maybeNumber };
const acknowledgement = { acknowledgeWarnings: absentOr(listOf(text)) };
const approval = absentOr(
  objectOf({
    ...seen,
    ...acknowledgement,
    curatorNotes: absentOr(nullOr(text)),
    deployImmediately: absentOr(trueOrFalse),
  }),
);
const rejection = objectOf({ ...seen, reason: text });
const range = optionsOf({ from: absentOr(finiteNumber()), to: absentOr(finiteNumber()) });
const draftData = allOf(objectOf({}), readable);

const codeMembers = { code: text, verifier: text };
const redeemed = objectOf(codeMembers);

/** Arguments of {@link Accounts}. */
export const accountCalls: CallSignatures<Accounts> = {
  register: {
    input: exactObject({
      walletAddress: text,
      username: text,
      email: maybeText,
      password: maybeText,
      adminCode: maybeText,
      openId: absentOr(redeemed),
      ...maybeProof,
    }),
    origin,
  },
  login: {
    input: exactObject({
      walletAddress: maybeText,
      email: maybeText,
      password: maybeText,
      deviceSecret: maybeText,
      ...maybeProof,
    }),
    origin,
  },
  loginWithFactor: { answer: factorArguments.login, origin },
  beginPasskeyLogin: { input: optionsOf({ challenge: maybeText }) },
  loginWithPasskey: { input: objectOf({ credential: factorArguments.assertion }), origin },
  get: { userId: text },
  walletName: { userId: text },
  update: {
    actor,
    patch: objectOf({
      username: maybeText,
      displayName: absentOr(nullOr(text)),
      avatarUrl: absentOr(nullOr(text)),
      bio: absentOr(nullOr(text)),
    }),
  },
  setWallet: { actor, input: exactObject({ walletAddress: text, ...proof, ...ofOwner }), origin },
  setEmail: {
    actor,
    input: exactObject({ email: text, newPassword: maybeText, adminCode: maybeText, ...ofOwner }),
    origin,
  },
  setPassword: { actor, input: exactObject({ newPassword: text, ...ofOwner }), origin },
  redeemAdminCode: { actor, code: text },
  requestPasswordReset: { email: text, origin },
  resetPassword: { input: objectOf({ token: text, password: text }), origin },
  passwordResetLink: { email: text },
  emailState: { actor },
  requestEmailVerification: { actor, origin },
  verifyEmail: { token: text, origin, actor: absentOr(reader) },
};

/** Arguments of {@link Factors}. */
export const factorCalls: CallSignatures<Factors> = {
  list: { actor },
  addTotp: { actor },
  confirmTotp: { actor, confirmation: objectOf({ id: text, code: text }), origin },
  beginPasskey: { actor },
  addPasskey: { actor, passkey: factorArguments.newPasskey },
  remove: ofActor,
  removeAll: { userId: text },
  devices: { actor },
  forgetDevice: ofActor,
  requireStepUp: { actor },
  stepUp: { actor, answer: factorArguments.answer, origin },
};

/** Arguments of {@link OpenId}. */
export const openIdCalls: CallSignatures<OpenId> = {
  providers: {},
  begin: { start: objectOf({ provider: text, challenge: text }), origin },
  finish: { answer: objectOf({ provider: text, search: text }), origin },
  login: { code: objectOf({ ...codeMembers, deviceSecret: maybeText }), origin },
  list: { actor },
  link: { actor, code: redeemed },
  unlink: ofActor,
};

/** Arguments of {@link WalletRecovery}. */
export const recoveryCalls: CallSignatures<WalletRecovery> = {
  request: { email: text, origin },
  prove: {
    proof: objectOf({
      token: maybeText,
      ...maybeProof,
      challenge: maybeText,
      code: maybeText,
      credential: absentOr(factorArguments.assertion),
    }),
    origin,
  },
  complete: {
    completion: objectOf({ recoveryToken: text, walletAddress: text, ...proof }),
    origin,
  },
  cancel: { actor, origin },
  wallets: { actor },
  addWallet: { actor, input: exactObject({ walletAddress: text, ...proof, ...ofOwner }), origin },
  removeWallet: { actor, walletAddress: text },
};

/** Arguments of {@link PersonalData}. */
export const personalDataCalls: CallSignatures<PersonalData> = {
  export: { actor },
  requestDeletionCode: { actor, origin },
  requestDeletion: { actor, proof: objectOf({ code: maybeText, ...ofOwner }), origin },
  cancelDeletion: { actor, origin },
  deleteNow: { word: text },
};

/** Arguments of {@link Moderation}. */
export const moderationCalls: CallSignatures<Moderation> = {
  suspend: {
    actor,
    userId: text,
    input: objectOf({ reason: text, until: absentOr(nullOr(finiteNumber())) }),
  },
  reinstate: { actor, userId: text },
  hideComment: { actor, draftId: text, input: objectOf({ commentId: text, reason: text }) },
  showComment: { actor, draftId: text, input: objectOf({ commentId: text }) },
};

/** Arguments of {@link UserDirectory}. */
export const userCalls: CallSignatures<UserDirectory> = {
  list: { actor, query: pageOf({ search: maybeText }) },
  find: { actor, word: text },
  setRoles: { actor, userId: text, roles: listOf(text) },
};

/** Arguments of {@link Admins}. */
export const adminCalls: CallSignatures<Admins> = {
  list: { actor, query: pageOf({}) },
  grant: { actor, userId: text },
  revoke: { actor, userId: text },
  invite: { actor, email: text },
  renewCodes: { held: anyMap },
};

/** Arguments of {@link LoginSessions}. */
export const sessionCalls: CallSignatures<LoginSessions> = {
  refresh: {
    refreshToken: text,
    options: optionsOf({ rotate: absentOr(trueOrFalse) }),
    origin,
  },
  logout: { refreshToken: text, origin },
  list: { actor },
  end: { actor, sessionId: text, origin },
  endEverybody: {},
};

/** Arguments of {@link MailDelivery}. */
export const mailCalls: CallSignatures<MailDelivery> = { start: {}, deliverDue: {}, measure: {} };

/** Arguments of {@link Guard}. */
export const guardCalls: CallSignatures<Guard> = {
  identify: { authorization: maybeText },
  identifyOrNobody: { authorization: maybeText },
};

/** Arguments of {@link WalletProofs}. */
export const walletCalls: CallSignatures<WalletProofs> = {
  issue: { walletAddress: text, origin, host: maybeText },
};

/** Arguments of {@link Drafts}; the specification of a market is checked field by field later. */
export const draftCalls: CallSignatures<Drafts> = {
  create: {
    actor,
    input: exactObject({
      draftData,
      submit: absentOr(trueOrFalse),
      ...acknowledgement,
      aiModelUsed: absentOr(nullOr(text)),
      aiGenerationMetadata: absentOr(nullOr(allOf(objectOf({}), anyJson))),
      conversationHistory: absentOr(nullOr(listOf(anyJson))),
    }),
    options: optionsOf({ idempotencyKey: maybeText }),
  },
  list: { actor, query: pageOf({ status: maybeText }) },
  get: ofActor,
  edit: {
    ...ofActor,
    edit: objectOf({
      ...seen,
      draftData,
      curatorResponse: absentOr(nullOr(text)),
    }),
  },
  submit: { ...ofActor, input: optionsOf(acknowledgement) },
  withdraw: ofActor,
  comment: { ...ofActor, body: text },
  comments: ofActor,
  history: ofActor,
  diff: { ...ofActor, range },
  actions: ofActor,
};

/** Arguments of {@link Review}. */
export const reviewCalls: CallSignatures<Review> = {
  queue: {
    actor,
    query: pageOf({
      status: maybeText,
      assignedToMe: absentOr(trueOrFalse),
      tag: maybeText,
      minQuality: maybeNumber,
      sort: maybeText,
    }),
  },
  claim: ofActor,
  release: ofActor,
  approve: { ...ofActor, input: approval },
  reject: { ...ofActor, input: rejection },
  requestChanges: { ...ofActor, input: objectOf({ ...seen, requestedChanges: objectOf({}) }) },
  bulkClaim: { actor, ids: listOf(text) },
  bulkApprove: { actor, ids: listOf(text), input: approval },
  bulkReject: { actor, ids: listOf(text), input: rejection },
  stats: { actor, range },
};

/** Arguments of {@link Markets}. */
export const marketCalls: CallSignatures<Markets> = {
  list: {
    actor: reader,
    query: pageOf({
      state: maybeText,
      tags: absentOr(listOf(text)),
      search: maybeText,
      creator: maybeText,
      sortBy: maybeText,
      order: maybeText,
      offset: absentOr(wholeNumber({ min: 0 })),
    }),
  },
  byWallet: { actor: reader, walletAddress: text, query: pageOf({}) },
  get: { actor: reader, id: text },
  actions: ofActor,
  resolve: { ...ofActor, input: objectOf({ outcomeId: text, evidenceUrl: text }) },
  invalidate: { ...ofActor, reason: text },
  launch: ofActor,
  lock: ofActor,
  dispute: { ...ofActor, reason: text },
};

/** Arguments of {@link CurationEvents}. */
export const eventCalls: CallSignatures<CurationEvents> = {
  newest: {},
  resume: { after: anyNumber },
  subscribe: { options: optionsOf({ after: maybeNumber, signal: absentOr(anySignal) }) },
};
