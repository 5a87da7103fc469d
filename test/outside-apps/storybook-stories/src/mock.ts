// One mock of curation for all stories, behind msw's service worker; each
// story brings it into the state that it shows.
import { createCurationClient } from "@bourse/client/curation";
import {
  createDraftsClient,
  type DraftsClient,
} from "@bourse/client/curation/drafts";
import {
  createCurationMock,
  type CurationMock,
} from "@bourse/mock/curation";
import { setupWorker } from "msw/browser";

const baseUrl = "http://curation.stories.example";
let started: Promise<CurationMock> | undefined;

/** Starts the mock once; every further call returns the same. */
export function startMock(): Promise<CurationMock> {
  return (started ??= start());
}

async function start(): Promise<CurationMock> {
  const mock = await createCurationMock({ baseUrl });
  await setupWorker(...mock.handlers).start({ quiet: true });
  return mock;
}

/** The drafts of the scenario's author, as the author's page reads them. */
export async function authorsDrafts(): Promise<DraftsClient> {
  const mock = await startMock();
  const { author } = await mock.scenario("examples");
  const { login, credentials } = createCurationClient({ baseUrl });
  await login({ body: { email: author.email, password: author.password } });
  return createDraftsClient({ baseUrl, credentials, retry: false });
}
