/** Examples of the docs; a test holds each against its schema. */

const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
const createdAt = "2026-01-01T00:00:00.000Z";
const token = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.e30.c2lnbmF0dXJl";
const refreshToken = `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`;
const hash = "0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b";

const user = { id, email: "ada@example.com", name: "Ada" };
export const registration = {
  email: "ada@example.com",
  password: "correct horse battery",
  name: "Ada",
};
export const registered = { user, token, refreshToken };

export const credentials = { email: "ada@example.com", password: "correct horse battery" };
export const pair = { token, refreshToken, expiresIn: 900 };

export const refresh = { refreshToken };
export const refreshed = { token, expiresIn: 900 };

export const me = { user, method: "jwt", permissions: ["deploy", "read", "billing", "admin"] };

export const passwordChange = {
  currentPassword: "correct horse battery",
  newPassword: "staple correct horse",
};

export const session = {
  id,
  createdAt,
  lastUsedAt: createdAt,
  expiresAt: "2026-01-31T00:00:00.000Z",
  userAgent: "curl/8.5.0",
  ip: "203.0.113.7",
  current: true,
};

export const newKey = { name: "build server", permissions: ["deploy", "read"] };
export const createdKey = {
  id,
  name: "build server",
  key: "bk_live_…",
  permissions: ["deploy", "read"],
  createdAt,
};
export const keyItem = { id, name: "build server", lastUsed: null, createdAt };
export const keyDetail = {
  ...keyItem,
  prefix: "bk_live_4fQz",
  permissions: ["deploy", "read"],
  status: "active",
  expiresAt: null,
};
export const revoked = { id, revokedAt: createdAt };

export const verification = { key: "bk_live_…", permission: "deploy" };
export const verdict = { valid: true, code: "VALID", id, permissions: ["deploy", "read"] };

export const newDeployment = { name: "token bridge", chains: ["ethereum", "base"] };
export const deployment = { id, ...newDeployment, status: "pending", createdAt };

export const newTransaction = { deploymentId: id, chain: "ethereum", hash };
export const transaction = { ...newTransaction, status: "pending", createdAt };

export const statusChange = { status: "in_progress" };

export const usage = {
  period: { from: createdAt, to: "2026-01-20T12:00:00.000Z" },
  apiKeys: 2,
  sessions: 1,
  deployments: 3,
  transactions: 7,
};

export const jwks = {
  keys: [
    {
      kty: "EC",
      crv: "P-256",
      x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      kid: id,
      alg: "ES256",
      use: "sig",
    },
  ],
};

export const health = { service: "bourse-auth", status: "ok", version: "1.0.0" };
