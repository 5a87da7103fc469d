/** An app's page that logs in, keeps an API key and meets faults, against the mock of auth. */

import { createAuthClient } from "@bourse/client/auth";
import { createAuthMock } from "@bourse/mock/auth";

import { codeOf, tell } from "./told.ts";

const mock = await createAuthMock();
const { baseUrl, clock } = mock;

await tell(mock.handlers, async () => {
  const ada = await mock.scenario("keys");
  const client = createAuthClient({ baseUrl, retry: false });
  const wrong = await codeOf(
    client.login({ body: { email: ada.email, password: "not this one" } }),
  );
  await client.login({ body: { email: ada.email, password: ada.password } });
  const { key } = await client.createApiKey({ body: { name: "page", permissions: ["read"] } });
  const owner = createAuthClient({ baseUrl, apiKey: key, retry: false });
  const names = (await client.listApiKeys()).map((one) => one.name);
  await clock.advance(906_000);
  const { method } = await client.me();
  mock.fault("me", { status: 503, times: 1 });
  const faulty = [await codeOf(client.me()), await codeOf(client.me())];
  mock.fault("me", { network: true, times: 1 });
  const broken = await codeOf(client.me());
  return {
    wrong,
    names,
    method,
    byKey: (await owner.me()).method,
    refreshed: mock.calls("refresh").length,
    faulty,
    broken,
    slow: await slowLogin(),
  };
});

/** A hash with the parameters of a real server. */
async function slowLogin(): Promise<string> {
  const real = await createAuthMock({ baseUrl: "http://slow.mock", hashing: "real" });
  const { email } = await real.scenario("account");
  const { user } = await real.core().accounts.login({ email, password: "correct horse battery" });
  await real.close();
  return user.email;
}
