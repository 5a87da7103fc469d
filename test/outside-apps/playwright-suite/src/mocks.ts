// Both services inside the page, behind msw's service worker. Tests reach
// them as `globalThis.mocks`.
import { createAuthMock, type AuthMock } from "@bourse/mock/auth";
import {
  createCurationMock,
  type CurationMock,
} from "@bourse/mock/curation";
import { setupWorker } from "msw/browser";

declare global {
  var mocks: { readonly auth: AuthMock; readonly curation: CurationMock };
}

export async function startMocks(): Promise<void> {
  const auth = await createAuthMock({
    baseUrl: "http://auth.desk.example",
  });
  const curation = await createCurationMock({
    baseUrl: "http://curation.desk.example",
  });
  await auth.scenario("keys");
  await curation.scenario("examples");
  await setupWorker(...auth.handlers, ...curation.handlers).start({
    quiet: true,
  });
  globalThis.mocks = { auth, curation };
}
