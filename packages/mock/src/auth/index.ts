export { createAuthMock, type AuthMock, type AuthMockOptions } from "./auth-mock.ts";
export type { AuthScenario, ScenarioAccount } from "./scenario.ts";
