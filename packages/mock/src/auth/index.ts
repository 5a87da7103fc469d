export { createAuthMock, type AuthMock, type AuthMockOptions } from "./auth-mock.ts";
export { AUTH_SCENARIOS, type AuthScenario, type ScenarioAccount } from "./scenario.ts";
