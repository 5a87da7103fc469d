export {
  createCurationMock,
  type CurationMock,
  type CurationMockOptions,
} from "./curation-mock.ts";
export {
  CURATION_SCENARIOS,
  type CurationScenario,
  type ScenarioExamples,
  type ScenarioPeople,
  type ScenarioPerson,
} from "./scenario.ts";
