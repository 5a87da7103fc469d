export { createAuthMock, type AuthMock, type AuthMockOptions } from "./auth-mock.ts";
export {
  AUTH_SCENARIOS,
  type AuthHandedOut,
  type AuthScenario,
  type ScenarioAccount,
  type ScenarioKeys,
  type ScenarioRecords,
} from "./scenario.ts";
