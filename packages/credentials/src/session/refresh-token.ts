/** Refresh tokens: `rt_<session id>_<secret>`. The id finds the session, the secret of its family proves it. */

const FORM = /^rt_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/;

export interface RefreshToken {
  readonly sessionId: string;
  /** 32 bytes in base64url. */
  readonly secret: string;
}

/** The token as the client holds it. */
export function formatRefreshToken(sessionId: string, secret: string): string {
  return `rt_${sessionId}_${secret}`;
}

/** The token's parts, or undefined when it does not have the form of a refresh token. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const match = FORM.exec(token);
  if (match === null) return undefined;
  const [, sessionId = "", secret = ""] = match;
  return { sessionId, secret };
}
