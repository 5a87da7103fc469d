export {
  createCurationMock,
  type CurationMock,
  type CurationMockOptions,
} from "./curation-mock.ts";
export type { CurationScenario, ScenarioPeople, ScenarioPerson } from "./scenario.ts";
