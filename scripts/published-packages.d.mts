export function publishedFolders(): readonly string[];
export function releaseRepository(
  variables?: Readonly<Record<string, string | undefined>>,
): string | undefined;
export function repositoryFields(
  url: string,
  folder: string,
): Readonly<Record<"homepage" | "bugs" | "repository", unknown>>;
export function releasedManifest<Manifest extends { readonly name?: string }>(
  manifest: Manifest,
  variables?: Readonly<Record<string, string | undefined>>,
): Manifest & {
  readonly homepage?: string;
  readonly bugs?: unknown;
  readonly repository?: unknown;
};
