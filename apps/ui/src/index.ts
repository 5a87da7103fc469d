export { addCommands, commands, useCommands, type Command } from "./model/commands.ts";
export { lostSince, returns, startReconnecting, watchedFetch } from "./model/connection.ts";
export { loginFetch } from "./model/login-fetch.ts";
export { look, tokenColour, watchLook } from "./model/appearance.ts";
export { firstOf } from "./model/first-of.ts";
export {
  dayOfUtc,
  localTick,
  utcDay,
  utcMinute,
  utcOpen,
  utcTick,
  zoneAt,
} from "./model/chart-times.ts";
export { ago, bytes, clockTime, duration, elapsed, moment, short, spaced } from "./model/format.ts";
export {
  count,
  everyDigit,
  fixed,
  grouped,
  numeral,
  percent,
  price,
  signedPercent,
} from "./model/numeral.ts";
export { clockOffset, serverNow } from "./model/server-clock.ts";
export { forgetToken, takeLinks, tokenFor } from "./model/mail-link.ts";
export { loaded, paged, type Loaded, type Paged } from "./model/loaded.ts";
export { formatPlace, parsePlace, type Place } from "./model/place-text.ts";
export { go, place, setQuery, useQuery } from "./model/place.ts";
export { takePasskey } from "./model/passkeys.ts";
export { signInFailure, takeSignIn, type SignInAim } from "./model/provider-sign-in.ts";
export { challengeOf, orAsking, type FactorChallenge } from "./model/step-up.ts";
export { dismiss, toast, toasts, type Toast } from "./model/toasts.ts";
export { untilKnown } from "./model/until-known.ts";
export { useAction, type Action } from "./parts/action.ts";
export { useDecision, type Decision } from "./parts/decision.ts";
export { ONCE } from "./model/once.ts";
export { AuditRecord } from "./parts/audit-record.tsx";
export { Badge } from "./parts/badge.tsx";
export { Card } from "./parts/card.tsx";
export { Checks } from "./parts/checks.tsx";
export { CodeInput } from "./parts/code-input.tsx";
export { Code } from "./parts/code.tsx";
export { Confirm } from "./parts/confirm.tsx";
export { Dialog } from "./parts/dialog.tsx";
export { Empty } from "./parts/empty.tsx";
export { Bytes, Elapsed, Numeral, Percent, Price, Rounded } from "./parts/figures.tsx";
export { Field } from "./parts/field.tsx";
export { Form } from "./parts/form.tsx";
export { useIsNarrow } from "./parts/is-narrow.ts";
export { KeyEntry } from "./parts/key-entry.tsx";
export { Later } from "./parts/later.tsx";
export { More } from "./parts/more.tsx";
export { Notice } from "./parts/notice.tsx";
export { Opener } from "./parts/opener.tsx";
export { ReadingHint } from "./parts/reading-hint.tsx";
export { Record } from "./parts/record.tsx";
export { RememberCheck } from "./parts/remember-check.tsx";
export { PasskeyButton } from "./parts/passkey-button.tsx";
export { Plain } from "./parts/plain.tsx";
export { ProviderButtons } from "./parts/provider-buttons.tsx";
export { rowColumns, type RowColumn } from "./parts/row-columns.ts";
export { useRowKeys } from "./parts/row-keys.ts";
export { Rows } from "./parts/rows.tsx";
export { Rotation } from "./parts/rotation.tsx";
export { saveFile } from "./parts/save-file.ts";
export { SecretInput } from "./parts/secret-input.tsx";
export { ShownOnce } from "./parts/shown-once.tsx";
export { SignInCard } from "./parts/sign-in-card.tsx";
export { StepUp } from "./parts/step-up.tsx";
export { Table } from "./parts/table.tsx";
export { TextInput } from "./parts/text-input.tsx";
export { Tile } from "./parts/tile.tsx";
export { VirtualTable, type Column } from "./parts/virtual-table.tsx";
export { DevicesCard } from "./pages/devices.tsx";
export { FactorsCard, type FactorCalls } from "./pages/factors.tsx";
export { ForgottenPassword, NewPassword, ProvedAddress } from "./pages/recovery.tsx";
export { webhooksHeading } from "./pages/webhooks/shown-webhook.ts";
export type { WebhookPages } from "./pages/webhooks/webhook-calls.ts";
export { Webhooks } from "./pages/webhooks/webhooks.tsx";
export { Keys } from "./shell/key-sheet.tsx";
export { reachesOne } from "./shell/page-at.ts";
export { Shell, type Page } from "./shell/shell.tsx";
