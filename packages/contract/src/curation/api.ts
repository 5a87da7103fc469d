/** Market curation as a table: paths under `/api/v1`, snake_case, no envelope, errors as `{detail}`. */

import * as z from "zod";

import { AuditEntry } from "../audit/entry.ts";
import { OpenIdProvider } from "../openid/forms.ts";
import { defineApi, type Api } from "../route/api.ts";
import { documented, type DocumentedApi } from "../route/docs.ts";
import { object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { plainDetailErrors } from "../wire/error-schemas.ts";
import { plainDetail } from "../wire/plain-detail.ts";
import { accountNotes, accountRoutes } from "./accounts.ts";
import { adminNotes, adminRoutes } from "./admin.ts";
import { auditNotes } from "./audit.ts";
import { bulkNotes, BulkOutcome } from "./bulk-review.ts";
import { credentialNotes } from "./credentials.ts";
import { DraftData } from "./draft-data.ts";
import { DraftAction, DraftComment, DraftVersion, FieldChange, trailNotes } from "./draft-trail.ts";
import { Draft, DraftDetail, draftNotes, draftRoutes } from "./drafts.ts";
import { CuratorEvent, CuratorGap, eventNotes, eventRoutes } from "./events.ts";
import { Factor, factorNotes, NewTotp, RecoveryCodes } from "./factors.ts";
import { DraftStatus, MarketState, Role, Text } from "./fields.ts";
import { MarketAction } from "./market-trail.ts";
import { Market, MarketItem, marketNotes, marketRoutes } from "./markets.ts";
import { moderationNotes } from "./moderation.ts";
import { LinkedIdentity, openIdNotes } from "./openid.ts";
import { AddedPasskey, passkeyNotes } from "./passkeys.ts";
import { AccountExport, personalDataNotes, PlannedDeletion } from "./personal-data.ts";
import { recoveryNotes } from "./recovery.ts";
import { RememberedDevice, rememberedDeviceNotes } from "./remembered-devices.ts";
import { CuratorStats, QueueItem, queueNotes } from "./review-queue.ts";
import { curatorRoutes, decisionNotes } from "./review.ts";
import { curationService } from "./service.ts";
import { sessionNotes } from "./sessions.ts";
import { SignedIn } from "./signed-in.ts";
import { User } from "./user.ts";
import { ProvedRecovery, SecondWallet, walletRecoveryNotes } from "./wallet-recovery.ts";
import { Webhook, WebhookDelivery, webhookNotes, WebhookWithSecret } from "./webhooks.ts";

type CurationRoutes = typeof accountRoutes &
  typeof draftRoutes &
  typeof curatorRoutes &
  typeof eventRoutes &
  typeof marketRoutes &
  typeof adminRoutes;

/** The market curation API; handlers and mocks are typed by it. */
export const curationApi: Api<CurationRoutes> = defineApi<CurationRoutes>({
  ...curationService,
  title: "Bourse market curation",
  version: "1",
  wire: plainDetail,
  routes: {
    ...accountRoutes,
    ...draftRoutes,
    ...curatorRoutes,
    ...eventRoutes,
    ...marketRoutes,
    ...adminRoutes,
  },
});

/** The type of {@link curationApi}. */
export type CurationApi = typeof curationApi;

/** {@link curationApi} with its documentation, without the texts of `@bourse/documents`. */
export const documentedCurationApi: DocumentedApi<CurationRoutes> = documented(curationApi, {
  routes: {
    ...accountNotes(),
    ...credentialNotes(),
    ...factorNotes(),
    ...passkeyNotes(),
    ...openIdNotes(),
    ...recoveryNotes(),
    ...personalDataNotes(),
    ...walletRecoveryNotes(),
    ...sessionNotes(),
    ...rememberedDeviceNotes(),
    ...draftNotes(),
    ...trailNotes(),
    ...queueNotes(),
    ...bulkNotes(),
    ...decisionNotes(),
    ...moderationNotes(),
    ...eventNotes(),
    ...marketNotes(),
    ...adminNotes(),
    ...auditNotes(),
    ...webhookNotes(),
  },
  description:
    "Drafts of prediction markets, their review by curators, and the markets that come of them.",
  tags: {
    accounts: "Accounts, wallets, credentials and sessions.",
    "sign-in with others": "OpenID providers, and the identities that sign in to an account.",
    drafts: "Drafts: written, versioned, discussed and submitted.",
    curator: "The review queue, decisions and their live feed.",
    markets: "Markets: searched, resolved, disputed and amended.",
    admin: "Roles and states of accounts.",
    audit: "The audit trail.",
    webhooks: "Events of drafts and markets, posted to addresses of the account.",
  },
  errors: plainDetailErrors,
  schemas: {
    AccountExport,
    AuditEntry,
    BulkOutcome,
    CuratorEvent,
    CuratorGap,
    CuratorStats,
    Draft,
    DraftAction,
    DraftComment,
    DraftData,
    DraftDetail,
    DraftStatus,
    DraftVersion,
    AddedPasskey,
    Factor,
    RememberedDevice,
    FieldChange,
    LinkedIdentity,
    Market,
    MarketAction,
    MarketItem,
    MarketState,
    NewTotp,
    OpenIdProvider,
    PlannedDeletion,
    ProvedRecovery,
    QueueItem,
    RecoveryCodes,
    Role,
    SecondWallet,
    SignedIn,
    User,
    Webhook,
    WebhookDelivery,
    WebhookWithSecret,
  },
});

const healthFields = {
  /** Name of the service. */
  service: Text,
  /** Always `ok`: a service that is out of order answers 503. */
  status: z.literal("ok"),
  /** Version of the service. */
  version: Text,
  /** Present where a login may be kept in a cookie. */
  cookies: z.literal(true).optional(),
  /** Present where passkeys are set up. */
  passkeys: z.literal(true).optional(),
};
/** The health of the service. */
export interface CurationHealth extends Fields<typeof healthFields> {}
export const CurationHealth: ObjectSchema<CurationHealth> = object(healthFields);

const healthRoutes = {
  /**
   * Report the service and its version.
   *
   * `GET /health`.
   *
   * @throws Problem:
   * - SERVICE_UNAVAILABLE (503): Call again later.
   * @example
   *   await client.health();
   */
  health: route("GET", "/health", {
    responses: { 200: CurationHealth },
    errors: { SERVICE_UNAVAILABLE: 503 },
  }),
};

/** The health route, beside the API and outside its prefix. */
export const curationHealthApi: Api<typeof healthRoutes> = defineApi({
  id: "curation-health",
  title: "Health of the Bourse market curation service",
  version: "1",
  basePath: "",
  wire: plainDetail,
  security: {},
  routes: healthRoutes,
});

/** The type of {@link curationHealthApi}. */
export type CurationHealthApi = typeof curationHealthApi;

/** {@link curationHealthApi} with its documentation. */
export const documentedCurationHealthApi: DocumentedApi<typeof healthRoutes> = documented(
  curationHealthApi,
  {
    routes: {
      health: {
        tags: ["health"],
        example: { response: { service: "bourse-curation", status: "ok", version: "1.0.0" } },
      },
    },
    tags: { health: "Health of the service." },
    errors: plainDetailErrors,
  },
);
