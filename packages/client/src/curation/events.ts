export {
  createCuratorEvents,
  type CuratorEvents,
  type CuratorEventsOptions,
} from "./curator-events.ts";
