/** Accounts, logins and sessions: the wire's spelling and the core's. */

import type {
  DeletionRequest as DeletionRequestSchema,
  EmailChange as EmailChangeSchema,
  Factor as WireFactor,
  FactorLogin as FactorLoginSchema,
  LinkedIdentity,
  LoginRequest,
  Nonce,
  OpenIdLogin as OpenIdLoginSchema,
  PasswordChange as PasswordChangeSchema,
  ProfilePatch as ProfilePatchSchema,
  RecoveryCompletion as RecoveryCompletionSchema,
  RecoveryProof as RecoveryProofSchema,
  Refreshed as RefreshedSchema,
  RegisterRequest,
  SecondWallet as WireSecondWallet,
  RememberedDevice as WireDevice,
  Session as WireSession,
  SignedIn as WireSignedIn,
  User as WireUser,
  WalletChange as WalletChangeSchema,
} from "@bourse/contract/curation";
import type {
  DeletionProof,
  EmailChange,
  Factor,
  FactorLogin,
  IssuedNonce,
  Login,
  OpenIdIdentity,
  OpenIdLogin,
  OwnerProof,
  PasswordChange,
  ProfilePatch,
  RecoveryCompletion,
  RecoveryProof,
  Refreshed,
  Registration,
  SecondWallet,
  RememberedDevice,
  Session,
  SignedIn,
  User,
  WalletChange,
} from "@bourse/curation-core";

import { isoTime } from "../../time/iso-time.ts";
import { given } from "./given.ts";

type Parsed<Schema extends { parse: (value: unknown) => unknown }> = ReturnType<Schema["parse"]>;

/** The body of POST /auth/register in the core's spelling. */
export function registrationOf(body: Parsed<typeof RegisterRequest>): Registration {
  const { wallet_address, admin_code, oidc, signature, ...rest } = body;
  const proof = { signature: signature && signatureText(signature) };
  const own = { walletAddress: wallet_address, adminCode: admin_code, openId: oidc };
  return given({ ...own, ...rest, ...proof });
}

/** The body of POST /auth/login in the core's spelling. */
export function loginOf(body: Parsed<typeof LoginRequest>): Login {
  const { wallet_address, device_secret, signature, ...rest } = body;
  const proof = { signature: signature && signatureText(signature) };
  return given({
    walletAddress: wallet_address,
    deviceSecret: device_secret,
    ...rest,
    ...proof,
  });
}

/** The body of POST /auth/login/factor in the core's spelling. */
export function factorLoginOf(
  body: Omit<Parsed<typeof FactorLoginSchema>, "session">,
): FactorLogin {
  const { device_secret: deviceSecret, ...answer } = body;
  return { ...answer, deviceSecret };
}

/** The body of POST /auth/oidc/login in the core's spelling. */
export function openIdLoginOf(body: Parsed<typeof OpenIdLoginSchema>): OpenIdLogin {
  const { code, verifier, device_secret } = body;
  return given({ code, verifier, deviceSecret: device_secret });
}

/** The body of PATCH /auth/me in the core's spelling. */
export function profilePatchOf(body: Parsed<typeof ProfilePatchSchema>): ProfilePatch {
  const { display_name, avatar_url, ...rest } = body;
  return given({ displayName: display_name, avatarUrl: avatar_url, ...rest });
}

/** The body of POST /auth/me/wallet in the core's spelling. */
export function walletChangeOf(body: Parsed<typeof WalletChangeSchema>): WalletChange {
  const { wallet_address, message } = body;
  const signature = signatureText(body.signature);
  return { walletAddress: wallet_address, message, signature, ...ownerProofOf(body) };
}

/** The body of POST /auth/me/email in the core's spelling. */
export function emailChangeOf(body: Parsed<typeof EmailChangeSchema>): EmailChange {
  const { email, new_password, admin_code } = body;
  const change = given({ email, newPassword: new_password, adminCode: admin_code });
  return { ...change, ...ownerProofOf(body) };
}

/** The body of POST /auth/me/password in the core's spelling. */
export function passwordChangeOf(body: Parsed<typeof PasswordChangeSchema>): PasswordChange {
  return { newPassword: body.new_password, ...ownerProofOf(body) };
}

/** The body of DELETE /auth/me in the core's spelling. */
export function deletionProofOf(body: Parsed<typeof DeletionRequestSchema>): DeletionProof {
  return given({
    code: body.code,
    currentPassword: body.password,
    currentMessage: body.message,
    currentSignature: body.signature && signatureText(body.signature),
    refreshToken: body.refresh_token,
  });
}

/** The body of POST /auth/recovery/proof in the core's spelling. */
export function recoveryProofOf(body: Parsed<typeof RecoveryProofSchema>): RecoveryProof {
  return given({ ...body, signature: body.signature && signatureText(body.signature) });
}

/** The body of POST /auth/recovery/complete in the core's spelling. */
export function recoveryCompletionOf(
  body: Parsed<typeof RecoveryCompletionSchema>,
): RecoveryCompletion {
  const { recovery_token, wallet_address, message } = body;
  const signature = signatureText(body.signature);
  return { recoveryToken: recovery_token, walletAddress: wallet_address, message, signature };
}

/** A second wallet in the wire's spelling. */
export function wireSecondWallet({ walletAddress, addedAt }: SecondWallet): WireSecondWallet {
  return { wallet_address: walletAddress, added_at: isoTime(addedAt) };
}

function ownerProofOf(
  body: Pick<
    Parsed<typeof PasswordChangeSchema>,
    "current_password" | "current_message" | "current_signature" | "refresh_token"
  >,
): OwnerProof {
  return given({
    currentPassword: body.current_password,
    currentMessage: body.current_message,
    currentSignature: body.current_signature && signatureText(body.current_signature),
    refreshToken: body.refresh_token,
  });
}

/** A signature as text: its bytes, which some wallets give out, in hexadecimal. */
function signatureText(signature: string | readonly number[]): string {
  if (typeof signature === "string") return signature;
  return `0x${signature.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** An account in the wire's spelling, with the name of its wallet; null for none. */
export function wireUser(user: User, walletName: string | null = null): WireUser {
  return {
    id: user.id,
    wallet_address: user.walletAddress,
    username: user.username,
    email: user.email,
    display_name: user.displayName,
    avatar_url: user.avatarUrl,
    bio: user.bio,
    wallet_verified: user.walletVerified,
    ...(walletName !== null && { wallet_name: walletName }),
    roles: [...user.roles],
    total_markets_created: user.totalMarketsCreated,
    created_at: isoTime(user.createdAt),
    updated_at: isoTime(user.updatedAt),
    last_login_at: isoTime(user.lastLoginAt),
    ...(user.suspension && {
      suspension: {
        reason: user.suspension.reason,
        since: isoTime(user.suspension.since),
        until: isoTime(user.suspension.until),
      },
    }),
    ...(user.deletesAt === undefined ? {} : { deletes_at: isoTime(user.deletesAt) }),
    ...(user.recovery && {
      recovery: {
        started_at: isoTime(user.recovery.startedAt),
        completes_at: isoTime(user.recovery.completesAt),
        expires_at: isoTime(user.recovery.expiresAt),
      },
    }),
  };
}

/** A login's tokens and account in the wire's spelling. */
export function wireSignedIn(given: SignedIn): WireSignedIn {
  const { token, refreshToken, expiresIn, user, deviceSecret } = given;
  return {
    access_token: token,
    refresh_token: refreshToken,
    token_type: "bearer",
    expires_in: expiresIn,
    user: wireUser(user),
    ...(deviceSecret !== null && { device_secret: deviceSecret }),
  };
}

/** The tokens of a refresh in the wire's spelling. */
export function wireRefreshed({
  token,
  refreshToken,
  expiresIn,
}: Refreshed): Parsed<typeof RefreshedSchema> {
  return {
    access_token: token,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    token_type: "bearer",
    expires_in: expiresIn,
  };
}

/** A session in the wire's spelling. */
export function wireSession(session: Session): WireSession {
  return {
    id: session.id,
    created_at: isoTime(session.createdAt),
    last_used_at: isoTime(session.lastUsedAt),
    expires_at: isoTime(session.expiresAt),
    user_agent: session.userAgent,
    ip: session.ip,
    current: session.current,
  };
}

/** A second factor in the wire's spelling. */
export function wireFactor(factor: Factor): WireFactor {
  return {
    id: factor.id,
    kind: factor.kind,
    name: factor.name,
    created_at: isoTime(factor.createdAt),
    last_used_at: isoTime(factor.lastUsedAt),
    recovery_codes: factor.recoveryCodes,
  };
}

/** An identity at an OpenID provider in the wire's spelling. */
export function wireIdentity({ createdAt, lastUsedAt, ...rest }: OpenIdIdentity): LinkedIdentity {
  return { ...rest, created_at: isoTime(createdAt), last_used_at: isoTime(lastUsedAt) };
}

/** A remembered device in the wire's spelling. */
export function wireDevice(device: RememberedDevice): WireDevice {
  return {
    id: device.id,
    created_at: isoTime(device.createdAt),
    last_used_at: isoTime(device.lastUsedAt),
    expires_at: isoTime(device.expiresAt),
    user_agent: device.userAgent,
    ip: device.ip,
  };
}

/** A nonce with its message in the wire's spelling. */
export function wireNonce({ nonce, message, expiresAt }: IssuedNonce): Parsed<typeof Nonce> {
  return { nonce, message, expires_at: isoTime(expiresAt) };
}
