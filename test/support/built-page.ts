/** A page of apps/ as it is built, in memory. */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "vite";

export interface BuiltPage {
  /** Bytes of the scripts that every reader loads, each compressed by gzip. */
  readonly scriptBytes: number;
  /** Bytes of the scripts that are loaded where a part of the page needs them, likewise. */
  readonly laterBytes: number;
  /** Bytes of one of them by the name of its first module, likewise. */
  readonly laterPart: (name: string) => number;
  /** All style sheets. */
  readonly style: string;
  /** Bytes of all style sheets, each compressed by gzip. */
  readonly zippedStyleBytes: number;
  /** Bytes of all fonts; they are compressed as they are. */
  readonly fontBytes: number;
  /** The document. */
  readonly html: string;
}

/** Pattern of addresses of others, and of scripts and styles within the document. */
export const INLINE_OR_OUTSIDE = /https?:\/\/|<script(?![^>]*\bsrc=)|\sstyle=|<style/u;

/** Builds the app in a folder, which is the parent of the caller's. */
export async function buildPage(caller: string): Promise<BuiltPage> {
  const root = fileURLToPath(new URL("..", caller));
  const built = await build({
    configFile: `${root}vite.config.ts`,
    root: `${root}page`,
    logLevel: "silent",
    build: { write: false },
  });
  if (!("output" in built)) throw new Error("expected one build");
  const assets = built.output.filter((file) => file.type === "asset");
  const styles = assets.filter(({ fileName }) => fileName.endsWith(".css"));
  const page = assets.find(({ fileName }) => fileName === "index.html");
  if (page === undefined) throw new Error("expected an index.html");
  const scripts = built.output.filter((file) => file.type === "chunk");
  const first = new Set(scripts.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // A set grows while it is walked.
  for (const name of first) {
    for (const one of scripts.find(({ fileName }) => fileName === name)?.imports ?? [])
      first.add(one);
  }
  const weigh = (isFirst: boolean): number =>
    sum(
      scripts.flatMap(({ fileName, code }) =>
        first.has(fileName) === isFirst ? [zipped(code)] : [],
      ),
    );
  return {
    scriptBytes: weigh(true),
    laterBytes: weigh(false),
    laterPart: (part) =>
      sum(scripts.flatMap(({ name, code }) => (name === part ? [zipped(code)] : []))),
    style: styles.map(({ source }) => String(source)).join(""),
    zippedStyleBytes: sum(styles.map(({ source }) => zipped(source))),
    fontBytes: sum(
      assets.flatMap(({ fileName, source }) =>
        fileName.endsWith(".woff2") ? [Buffer.byteLength(source)] : [],
      ),
    ),
    html: String(page.source),
  };
}

const zipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
