export {
  createCuratorEvents,
  type CuratorEvents,
  type CuratorEventsOptions,
} from "./curator-events.ts";
export type * from "@bourse/contract/curation";
export type * from "../shared-names.ts";
