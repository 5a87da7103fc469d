/** Warnings about settings that are valid but unsafe in production. */

import type { AuthEnvironment } from "./environment.ts";

/** One sentence per setting; none outside production. */
export function productionWarnings(config: AuthEnvironment): readonly string[] {
  if (config.NODE_ENV !== "production") return [];
  const origins = config.CORS_ORIGINS.filter((origin) => origin === "*" || isPlainHttp(origin));
  return [
    ...origins.map((origin) =>
      origin === "*"
        ? "CORS_ORIGINS is *: any web page may call this service; name your own origins"
        : `CORS_ORIGINS names ${origin}: tokens and keys would be sent unencrypted; use https`,
    ),
    ...(isPlainHttp(config.AUTH_ISSUER)
      ? [`AUTH_ISSUER is ${config.AUTH_ISSUER}: verifiers would fetch keys unencrypted; use https`]
      : []),
    ...(config.PUBLIC_URL !== undefined && isPlainHttp(config.PUBLIC_URL)
      ? [`PUBLIC_URL is ${config.PUBLIC_URL}: links in mails would be sent unencrypted; use https`]
      : []),
    ...(config.WEBHOOK_ALLOW_PRIVATE === "yes"
      ? [
          "WEBHOOK_ALLOW_PRIVATE is yes: every account may have this server call addresses of its own network",
        ]
      : []),
    ...(config.AUTH_ALGORITHM === "HS256"
      ? ["AUTH_ALGORITHM is HS256: no other service can verify tokens, the key set is empty"]
      : []),
  ];
}

function isPlainHttp(text: string): boolean {
  return /^http:\/\//i.test(text);
}
