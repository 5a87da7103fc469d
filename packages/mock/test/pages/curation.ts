/** An app's page that writes a draft and has it approved, against the mock of curation. */

import { createCurationClient } from "@bourse/client/curation";
import { createDraftsClient } from "@bourse/client/curation/drafts";
import { createReviewClient } from "@bourse/client/curation/review";
import { createCurationMock, type ScenarioPerson } from "@bourse/mock/curation";

import { codeOf, tell } from "./told.ts";

const mock = await createCurationMock();
const { baseUrl } = mock;

async function loggedIn({ email, password }: ScenarioPerson) {
  const client = createCurationClient({ baseUrl, retry: false });
  await client.login({ body: { email, password } });
  const options = { baseUrl, retry: false, credentials: client.credentials } as const;
  return { ...client, ...createDraftsClient(options), ...createReviewClient(options) };
}

await tell(mock.handlers, async () => {
  const { author, curator } = await mock.scenario("examples");
  const [ada, cora] = [await loggedIn(author), await loggedIn(curator)];
  const { id } = await ada.createDraft({
    body: {
      draft_data: {
        question_text: "Will the tide gauge read above 5 metres on 28 February 2026 at noon UTC?",
        outcomes: [{ label: "Yes" }, { label: "No" }],
        resolution_sources: [{ source_url: "https://tides.example.com/1", source_type: "api" }],
        trigger_condition: "The reading at noon.",
        resolution_deadline: "2026-03-01T00:00:00Z",
      },
    },
  });
  const queued = (await cora.curatorQueue()).some((item) => item.id === id);
  const approved = await cora.approveDraft({ params: { id }, body: {} });
  const draft = await ada.getDraft({ params: { id } });
  mock.fault("getDraft", { status: 500, times: 1 });
  return {
    queued,
    approved: approved.market_id !== null,
    draft: { id: draft.id === id, status: draft.status },
    faulty: await codeOf(ada.getDraft({ params: { id } })),
    forbidden: await codeOf(ada.curatorQueue()),
  };
});
