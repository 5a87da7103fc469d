export {
  defineCollection,
  type CollectionDefinition,
  type IndexDefinition,
} from "./define-collection.ts";
export { StoreError, type StoreErrorCode } from "./errors.ts";
export type * from "./port.ts";
