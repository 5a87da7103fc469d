export {
  accountCalls,
  adminCalls,
  curatorCalls,
  draftCalls,
  eventCalls,
  marketCalls,
} from "./calls.ts";
export { curationService } from "./service.ts";
