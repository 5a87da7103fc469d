export function publishedFolders(): readonly string[];
export function repositoryUrl(): string;
export function isPlaceholder(url: string): boolean;
export function repositoryFields(
  url: string,
  folder: string,
): {
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly repository: {
    readonly type: "git";
    readonly url: string;
    readonly directory: string;
  };
};
