/** URLs as they may be shown: where they point to, without what may be a secret. */

/** True for a text that begins as a URL does, with or without `//` after its scheme. */
export function isUrlLike(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/**
 * One URL, or a comma list of URLs, with `…` for each secret: a login up to the last `@`; of http and WebSocket URLs
 * the query, the fragment and each segment of the path that looks like a key; of others, such as stores, the values of
 * parameters that are named like a secret. Any other text comes back as it is.
 */
export function maskUrls(text: string): string {
  return text
    .split(/,(?=\s*[a-z][a-z0-9+.-]*:\/\/)/i)
    .map(maskUrl)
    .join(",");
}

function maskUrl(text: string): string {
  const [, scheme = "", rest] = /^(\s*[a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(text) ?? [];
  if (rest === undefined) return text;
  const bare = rest.replace(/^.*@/s, "…@");
  if (!/^\s*(?:https?|wss?):/i.test(scheme)) return scheme + bare.replace(NAMED_SECRET, "$1…");
  const [, host = "", path = "", more = ""] = /^([^/?#]*)([^?#]*)(.*)$/s.exec(bare) ?? [];
  const segments = path.split("/").map((segment) => (looksLikeKey(segment) ? "…" : segment));
  return scheme + host + segments.join("/") + (more === "" ? "" : `${more.charAt(0)}…`);
}

const NAMED_SECRET = /([?&][^=&]*(?:pass|token|secret|key)[^=&]*=)[^&#]*/gi;

const KEY_LENGTH = 16;

/** True for 16 characters and more, unless they are words in small letters, such as `api-of-the-main-network`. */
function looksLikeKey(segment: string): boolean {
  return segment.length >= KEY_LENGTH && !/^[a-z]{1,15}(?:[-_.][a-z]{1,15})*$/.test(segment);
}
