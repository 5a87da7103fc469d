export interface LocalRegistry {
  readonly url: string;
  readonly flags: readonly string[];
  readonly close: () => Promise<void>;
}
export function startRegistry(folder: string): Promise<LocalRegistry>;
