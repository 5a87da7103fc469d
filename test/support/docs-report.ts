/** Counts what the docstrings of the packages lack. */
import { docstringsOf, publishedNames, type Origin } from "./declarations.ts";
import { docstringFault, wordingFault } from "./docstring-fault.ts";
import { sources, type Package } from "./workspace.ts";

/** Findings of one package; each line says where, what and why. */
export interface DocsReport {
  /** Number of published names: exports and their members. */
  readonly names: number;
  /** Published names without a docstring. */
  readonly missing: readonly string[];
  /** Published docstrings that do not stand alone. */
  readonly unclear: readonly string[];
  /** Docstrings of private code and of tests that do not stand alone. */
  readonly private: readonly string[];
}

/** Reads the declarations of a package, and all its files for the private part. */
export function docsReport(one: Package, origin: Origin): DocsReport {
  const names = publishedNames(one, origin);
  const unclear = names.flatMap(({ place, name, doc }) => {
    const fault = doc === null ? null : docstringFault(doc);
    return fault === null ? [] : [`${place} ${name} ${fault}`];
  });
  const published = new Set(names.map(({ doc }) => doc));
  return {
    names: names.length,
    missing: names
      .filter(({ doc }) => doc === null)
      .map(({ place, name }) => `${place} ${name} has no docstring`),
    unclear,
    private: wordingFaults(one.folder, published),
  };
}

/** Faults of all docstrings below a folder, tests and scripts included, but for those of `published`. */
export function wordingFaults(
  folder: string,
  published: ReadonlySet<string | null> = new Set(),
): string[] {
  return sources(folder, /\.(?:tsx?|mjs)$/)
    .flatMap(docstringsOf)
    .flatMap(({ place, doc }) => {
      const fault = published.has(doc) ? null : wordingFault(doc);
      return fault === null ? [] : [`${place} ${fault}`];
    });
}
