/** A file as a reply that a browser keeps until it changes (RFC 9110 section 13: ETag, If-None-Match). */

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { Incoming, Outgoing } from "@bourse/contract";

export interface FileContent {
  readonly mediaType: string;
  readonly content: Uint8Array | string;
}

interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Uint8Array;
  readonly zipped: Uint8Array;
}

const compress = promisify(gzip);

/**
 * Answers with what `load` gives, which is asked for once: whole, gzipped where the caller takes it, or 304.
 * `cacheControl`: by default a browser asks each time whether it changed. `vary`: headers that the answer depends on.
 */
export function cachedFile(
  load: () => FileContent | Promise<FileContent>,
  cacheControl = "no-cache",
  vary = "Accept-Encoding",
): (incoming: Incoming) => Promise<Outgoing> {
  let prepared: Promise<Prepared> | undefined;
  return async ({ headers: asked }) => {
    // A failure is not kept: the next visit tries again.
    prepared ??= prepare(load, cacheControl, vary).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const { headers, plain, zipped } = await prepared;
    if (matches(asked["if-none-match"], headers["etag"] ?? "")) {
      return { status: 304, headers, body: undefined };
    }
    return /\bgzip\b/.test(String(asked["accept-encoding"] ?? ""))
      ? { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body: zipped }
      : { status: 200, headers, body: plain };
  };
}

async function prepare(
  load: () => FileContent | Promise<FileContent>,
  cacheControl: string,
  vary: string,
): Promise<Prepared> {
  const { mediaType, content } = await load();
  const plain = typeof content === "string" ? Buffer.from(content) : content;
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 27);
  const headers = Object.freeze({
    "content-type": mediaType,
    "cache-control": cacheControl,
    // Weak: the plain and the gzipped bytes share it.
    etag: `W/"${digest}"`,
    vary,
  });
  return { headers, plain, zipped: await compress(plain) };
}

function matches(given: string | readonly string[] | undefined, etag: string): boolean {
  if (given === undefined) return false;
  const opaque = etag.replace(/^W\//, "");
  return String(given)
    .split(",")
    .some(
      (candidate) => candidate.trim() === "*" || candidate.trim().replace(/^W\//, "") === opaque,
    );
}
