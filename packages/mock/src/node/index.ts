export {
  createNodeMock,
  NODE_SCENARIOS,
  type NodeExamples,
  type NodeMock,
  type NodeMockOptions,
  type NodeScenario,
  type NodeUrls,
} from "./node-mock.ts";
