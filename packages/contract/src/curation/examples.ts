/** Examples of the docs; a test holds each against its schema. */

const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
const marketId = "8c1d0b57-93b1-4c35-8a44-5c1c2a7b9e02";
const createdAt = "2026-01-01T00:00:00.000Z";
const deadline = "2026-04-01T00:00:00.000Z";
const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const question = "Will the bridge carry more than 1,000 transfers a day by 31 March 2026?";

export const user = {
  id,
  wallet_address: wallet,
  username: "ada",
  email: null,
  display_name: "Ada",
  avatar_url: null,
  bio: null,
  wallet_verified: false,
  roles: [],
  total_markets_created: 0,
  created_at: createdAt,
  updated_at: createdAt,
  last_login_at: null,
};
const access = {
  access_token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
  token_type: "bearer",
  expires_in: 900,
};
const refreshToken = `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`;
const proof = { message: "localhost:3001 wants you to sign in with …", signature: "0x…" };

export const registration = { wallet_address: wallet, username: "ada" };
export const signedIn = { ...access, refresh_token: refreshToken, user };
export const login = { email: "ada@example.com", password: "correct horse battery" };
export const refresh = { refresh_token: refreshToken };
export const refreshed = access;
export const nonceRequest = { wallet_address: wallet };
export const nonce = {
  nonce: "k3Jb7Qd0Zt5Xw9Rm",
  message: proof.message,
  expires_at: "2026-01-01T00:05:00.000Z",
};
export const profile = { display_name: "Ada" };
export const walletChange = { wallet_address: wallet, ...proof };
export const session = {
  id,
  created_at: createdAt,
  last_used_at: createdAt,
  expires_at: "2026-01-31T00:00:00.000Z",
  user_agent: "curl/8.5.0",
  ip: "203.0.113.7",
  current: true,
};
export const ended = { id };
export const roles = { roles: ["curator"] };
export const curator = { ...user, username: "grace", roles: ["curator"] };

const draftData = {
  question_text: question,
  topic_tags: ["bridges"],
  outcomes: [{ label: "Yes" }, { label: "No" }],
  resolution_sources: [{ source_url: "https://stats.example.com/bridge.json", source_type: "api" }],
  resolution_deadline: deadline,
};
export const newDraft = { draft_data: draftData };
export const draft = {
  id,
  creator_id: id,
  creator_wallet: wallet,
  draft_data: draftData,
  status: "pending",
  assigned_curator_id: null,
  assigned_curator_name: null,
  claim_expires_at: null,
  ai_model_used: null,
  ai_generation_metadata: null,
  quality_score: 0.82,
  safety_score: 1,
  clarity_score: 0.75,
  validation_errors: [],
  validation_warnings: [],
  curator_notes: null,
  requested_changes: null,
  version: 1,
  market_id: null,
  created_at: createdAt,
  updated_at: createdAt,
  submitted_at: createdAt,
  reviewed_at: null,
  approved_at: null,
};
export const draftEdit = { draft_data: { summary: "Counted by the bridge's own statistics." } };
export const newComment = { body: "Which time zone ends the day?" };
export const comment = {
  id,
  draft_id: id,
  author_id: id,
  author_name: "grace",
  author_role: "curator",
  body: newComment.body,
  created_at: createdAt,
};
export const draftVersion = {
  version: 1,
  draft_data: draftData,
  editor_id: id,
  editor_name: "ada",
  curator_response: null,
  created_at: createdAt,
};
export const fieldChange = {
  field: "summary",
  old_value: null,
  new_value: draftEdit.draft_data.summary,
  change_type: "added",
};
export const action = {
  id,
  draft_id: id,
  action: "submit",
  actor_id: id,
  actor_name: "ada",
  from_status: null,
  to_status: "pending",
  version: 1,
  note: null,
  self_reviewed: false,
  created_at: createdAt,
};

export const queueItem = {
  id,
  creator_wallet: wallet,
  question_text: question,
  status: "pending",
  assigned_curator_name: null,
  quality_score: 0.82,
  version: 1,
  created_at: createdAt,
  submitted_at: createdAt,
  claim_expires_at: null,
};
export const claimed = {
  ...draft,
  status: "in_review",
  assigned_curator_id: id,
  assigned_curator_name: "grace",
  claim_expires_at: "2026-01-01T00:30:00.000Z",
};
export const approval = { curator_notes: "Clear, and easy to resolve." };
export const approved = {
  ...draft,
  ...approval,
  status: "approved",
  market_id: marketId,
  reviewed_at: createdAt,
  approved_at: createdAt,
};
export const rejection = { reason: "The same market is open already." };
export const changeRequest = {
  requested_changes: { resolution_deadline: "Name the time zone." },
  curator_notes: "Almost there: one detail is missing.",
};
export const bulkClaim = { draft_ids: [id] };
export const bulkOutcome = { success: [id], failed: [] };
export const stats = {
  curator_id: id,
  curator_name: "grace",
  total_reviewed: 12,
  total_approved: 8,
  total_rejected: 2,
  avg_review_time_hours: 3.5,
  approval_rate: 0.8,
};

export const marketItem = {
  id: marketId,
  question_text: question,
  summary: null,
  topic_tags: ["bridges"],
  state: "active",
  outcomes: [
    { id: "o1", label: "Yes", payout_weight: 1, current_probability: 0.5, display_order: 0 },
    { id: "o2", label: "No", payout_weight: 1, current_probability: 0.5, display_order: 1 },
  ],
  total_volume: "0",
  created_at: createdAt,
  resolution_deadline: deadline,
  creator_wallet: wallet,
};
export const market = {
  ...marketItem,
  external_links: [],
  primary_sources: [],
  trigger_condition: null,
  fallback_logic: null,
  invalidation_clause: null,
  resolution_sources: draftData.resolution_sources,
  trading_fee_bps: 200,
  settlement_fee_bps: 100,
  fee_split_lp_bps: 100,
  fee_split_creator_bps: 50,
  fee_split_treasury_bps: 50,
  creator_stake: "0",
  proof_bounty: "0",
  dispute_bond_minimum: "0",
  open_at: null,
  lock_at: null,
  dispute_window_hours: 72,
  version: 1,
  draft_id: id,
  resolved_at: null,
  resolution: null,
};
export const resolution = { outcome_id: "o1", evidence_url: "https://stats.example.com/day" };
export const reason = { reason: "The source counted another bridge." };

export const health = { service: "bourse-curation", status: "ok", version: "1.0.0" };
