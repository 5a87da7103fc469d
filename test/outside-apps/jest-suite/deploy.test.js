import { createAuthMock } from "@bourse/mock/auth";
import { setupServer } from "msw/node";

import { deploy } from "./deploy.js";

const baseUrl = "http://auth.test";
const mock = await createAuthMock({ baseUrl });
const network = setupServer(...mock.handlers);

beforeAll(() => network.listen());
afterAll(async () => {
  network.close();
  await mock.close();
});

test("a key may deploy until it is revoked; a failure is told", async () => {
  const { keys } = await mock.scenario("keys");
  expect(await deploy(baseUrl, keys.living)).toBe("recorded");
  expect(await deploy(baseUrl, keys.revoked)).toBe("INVALID_API_KEY");
  mock.fault("createDeployment", { status: 503 });
  expect(await deploy(baseUrl, keys.living)).toBe("HTTP_503");
});
