/** Options that every engine takes, and their rules. */

import type { Clock } from "../clock.ts";
import { KernelError } from "../kernel-error.ts";
import { integerOption, optional, portOption } from "../option-rules.ts";
import type { OptionRule, OptionRules } from "../options.ts";
import type { Collection, Entity } from "./port.ts";

/** Options that every engine takes. */
export interface StoreOptions {
  /** All collections that will be used. */
  readonly collections: readonly Collection<Entity>[];
  /** A transaction that does nothing for so long is rolled back. 1–600,000. Default 10,000. */
  readonly transactionIdleMilliseconds?: number;
  /**
   * Size in bytes that the store may not grow past: a write beyond it is refused with STORE_FULL, and deleting makes
   * room. 65,536–1,099,511,627,776. Default: 67,108,864 (64 MiB) in the lowdb engine, no bound in the others.
   */
  readonly maxBytes?: number;
  /**
   * Key of the documents' checksums, 32 bytes: with it, documents that somebody without the key has changed are found
   * as well. A function is called once, after the store is locked and before it is read. Default: checksums without a
   * key.
   */
  readonly checksumKey?: Uint8Array | ChecksumKeySource;
  /** Clock behind `now()` of the store. Default: the engine's own, which is the system's in engines of one process. */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** Function that returns the key of a store's checksums; `isNew` is true when there is no store at the place yet. */
export type ChecksumKeySource = (state: {
  /** True when the store is about to be made. */
  readonly isNew: boolean;
}) => Promise<Uint8Array | undefined>;

const collections: OptionRule<readonly Collection<Entity>[]> = {
  expected: "a list of collections, each made by defineCollection",
  accepts: (value) => Array.isArray(value) && value.every(isCollection),
  absent: null,
};

/** The rules of {@link StoreOptions}, for `resolveOptions`; an engine adds its own beside them. */
export const STORE_OPTION_RULES: OptionRules<ResolvedStoreOptions> = {
  collections,
  maxBytes: optional(integerOption({ min: 65_536, max: 2 ** 40 })),
  checksumKey: optional({
    expected: "a key of 32 bytes, or a function that returns one",
    accepts: (value) => typeof value === "function" || isKey(value),
    absent: null,
  }),
  transactionIdleMilliseconds: integerOption({ min: 1, max: 600_000, default: 10_000 }),
  clock: optional(portOption<Pick<Clock, "now">>(["now"])),
};

/** Options with their defaults. */
export interface ResolvedStoreOptions extends Required<
  Pick<StoreOptions, "collections" | "transactionIdleMilliseconds">
> {
  /** Size in bytes that the store may not grow past; undefined for the engine's own bound. */
  readonly maxBytes: number | undefined;
  /** Key of the documents' checksums, or a function that returns it; undefined for checksums without a key. */
  readonly checksumKey: Uint8Array | ChecksumKeySource | undefined;
  /** Clock behind `now()`; undefined for the engine's own. */
  readonly clock: Pick<Clock, "now"> | undefined;
}

/** The key that an engine's options give. @throws KernelError OPTION_INVALID when a function returns another thing */
export async function checksumKeyOf(
  option: StoreOptions["checksumKey"],
  isNew: boolean,
): Promise<Uint8Array | undefined> {
  if (typeof option !== "function") return option;
  const key = await option({ isNew });
  if (key === undefined || isKey(key)) return key;
  throw new KernelError(
    "OPTION_INVALID",
    "checksumKey: expected a function that returns 32 bytes.",
  );
}

function isKey(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === 32;
}

function isCollection(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, indexes } = value as Partial<Collection<Entity>>;
  return typeof name === "string" && typeof indexes === "object" && indexes !== null;
}
