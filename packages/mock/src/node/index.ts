export {
  createNodeMock,
  type NodeMock,
  type NodeMockOptions,
  type NodeScenario,
  type NodeUrls,
} from "./node-mock.ts";
