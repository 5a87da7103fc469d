export {
  createCurationMock,
  type CurationMock,
  type CurationMockOptions,
  type CurationScenario,
} from "./curation-mock.ts";
