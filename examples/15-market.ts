// Approves a draft, which becomes a market; the mock stands in for a
// server.
import { createCurationClient } from "@bourse/client/curation";
import { createReviewClient } from "@bourse/client/curation/review";
import { createCurationMock } from "@bourse/mock/curation";

const mock = await createCurationMock();
const { baseUrl, fetch } = mock;
const { curator, drafts } = await mock.scenario("examples");
const people = createCurationClient({ baseUrl, fetch });
const { email, password } = curator;
await people.login({ body: { email, password } });
const { credentials } = people;
const review = createReviewClient({ baseUrl, fetch, credentials });
const [id = ""] = drafts.pending;
const draft = await review.approveDraft({ params: { id } });
console.log(draft.status, draft.draft_data.question_text);
await mock.close();
