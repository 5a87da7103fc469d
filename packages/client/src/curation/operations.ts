/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { accountRoutes, marketRoutes } from "@bourse/contract/curation";

import type { SafeResult } from "../client.ts";

type AccountRoutes<Key extends keyof typeof accountRoutes> = TypesOf<(typeof accountRoutes)[Key]>;
type MarketRoutes<Key extends keyof typeof marketRoutes> = TypesOf<(typeof marketRoutes)[Key]>;

/** Types of `issueNonce`. */
export interface IssueNonceTypes extends AccountRoutes<"issueNonce"> {}
/** Input of `issueNonce`. */
export interface IssueNonceInput extends CallInput<IssueNonceTypes> {}
/** Output of `issueNonce`. */
export type IssueNonceOutput = ResponseData<IssueNonceTypes>;
/** Result of `issueNonce.safe`. */
export type IssueNonceSafeResult = SafeResult<IssueNonceTypes>;
/** Own error codes of `issueNonce`. */
export type IssueNonceCode = IssueNonceTypes["codes"];

/** Types of `register`. */
export interface RegisterTypes extends AccountRoutes<"register"> {}
/** Input of `register`. */
export interface RegisterInput extends CallInput<RegisterTypes> {}
/** Output of `register`. */
export type RegisterOutput = ResponseData<RegisterTypes>;
/** Result of `register.safe`. */
export type RegisterSafeResult = SafeResult<RegisterTypes>;
/** Own error codes of `register`. */
export type RegisterCode = RegisterTypes["codes"];

/** Types of `login`. */
export interface LoginTypes extends AccountRoutes<"login"> {}
/** Input of `login`. */
export interface LoginInput extends CallInput<LoginTypes> {}
/** Output of `login`. */
export type LoginOutput = ResponseData<LoginTypes>;
/** Result of `login.safe`. */
export type LoginSafeResult = SafeResult<LoginTypes>;
/** Own error codes of `login`. */
export type LoginCode = LoginTypes["codes"];

/** Types of `refresh`. */
export interface RefreshTypes extends AccountRoutes<"refresh"> {}
/** Input of `refresh`. */
export interface RefreshInput extends CallInput<RefreshTypes> {}
/** Output of `refresh`. */
export type RefreshOutput = ResponseData<RefreshTypes>;
/** Result of `refresh.safe`. */
export type RefreshSafeResult = SafeResult<RefreshTypes>;
/** Own error codes of `refresh`. */
export type RefreshCode = RefreshTypes["codes"];

/** Types of `logout`. */
export interface LogoutTypes extends AccountRoutes<"logout"> {}
/** Input of `logout`. */
export interface LogoutInput extends CallInput<LogoutTypes> {}
/** Output of `logout`. */
export type LogoutOutput = ResponseData<LogoutTypes>;
/** Result of `logout.safe`. */
export type LogoutSafeResult = SafeResult<LogoutTypes>;
/** Own error codes of `logout`. */
export type LogoutCode = LogoutTypes["codes"];

/** Types of `me`. */
export interface MeTypes extends AccountRoutes<"me"> {}
/** Input of `me`. */
export interface MeInput extends CallInput<MeTypes> {}
/** Output of `me`. */
export type MeOutput = ResponseData<MeTypes>;
/** Result of `me.safe`. */
export type MeSafeResult = SafeResult<MeTypes>;
/** Own error codes of `me`. */
export type MeCode = MeTypes["codes"];

/** Types of `updateMe`. */
export interface UpdateMeTypes extends AccountRoutes<"updateMe"> {}
/** Input of `updateMe`. */
export interface UpdateMeInput extends CallInput<UpdateMeTypes> {}
/** Output of `updateMe`. */
export type UpdateMeOutput = ResponseData<UpdateMeTypes>;
/** Result of `updateMe.safe`. */
export type UpdateMeSafeResult = SafeResult<UpdateMeTypes>;
/** Own error codes of `updateMe`. */
export type UpdateMeCode = UpdateMeTypes["codes"];

/** Types of `setWallet`. */
export interface SetWalletTypes extends AccountRoutes<"setWallet"> {}
/** Input of `setWallet`. */
export interface SetWalletInput extends CallInput<SetWalletTypes> {}
/** Output of `setWallet`. */
export type SetWalletOutput = ResponseData<SetWalletTypes>;
/** Result of `setWallet.safe`. */
export type SetWalletSafeResult = SafeResult<SetWalletTypes>;
/** Own error codes of `setWallet`. */
export type SetWalletCode = SetWalletTypes["codes"];

/** Types of `setEmail`. */
export interface SetEmailTypes extends AccountRoutes<"setEmail"> {}
/** Input of `setEmail`. */
export interface SetEmailInput extends CallInput<SetEmailTypes> {}
/** Output of `setEmail`. */
export type SetEmailOutput = ResponseData<SetEmailTypes>;
/** Result of `setEmail.safe`. */
export type SetEmailSafeResult = SafeResult<SetEmailTypes>;
/** Own error codes of `setEmail`. */
export type SetEmailCode = SetEmailTypes["codes"];

/** Types of `setPassword`. */
export interface SetPasswordTypes extends AccountRoutes<"setPassword"> {}
/** Input of `setPassword`. */
export interface SetPasswordInput extends CallInput<SetPasswordTypes> {}
/** Output of `setPassword`. */
export type SetPasswordOutput = ResponseData<SetPasswordTypes>;
/** Result of `setPassword.safe`. */
export type SetPasswordSafeResult = SafeResult<SetPasswordTypes>;
/** Own error codes of `setPassword`. */
export type SetPasswordCode = SetPasswordTypes["codes"];

/** Types of `redeemAdminCode`. */
export interface RedeemAdminCodeTypes extends AccountRoutes<"redeemAdminCode"> {}
/** Input of `redeemAdminCode`. */
export interface RedeemAdminCodeInput extends CallInput<RedeemAdminCodeTypes> {}
/** Output of `redeemAdminCode`. */
export type RedeemAdminCodeOutput = ResponseData<RedeemAdminCodeTypes>;
/** Result of `redeemAdminCode.safe`. */
export type RedeemAdminCodeSafeResult = SafeResult<RedeemAdminCodeTypes>;
/** Own error codes of `redeemAdminCode`. */
export type RedeemAdminCodeCode = RedeemAdminCodeTypes["codes"];

/** Types of `forgotPassword`. */
export interface ForgotPasswordTypes extends AccountRoutes<"forgotPassword"> {}
/** Input of `forgotPassword`. */
export interface ForgotPasswordInput extends CallInput<ForgotPasswordTypes> {}
/** Output of `forgotPassword`. */
export type ForgotPasswordOutput = ResponseData<ForgotPasswordTypes>;
/** Result of `forgotPassword.safe`. */
export type ForgotPasswordSafeResult = SafeResult<ForgotPasswordTypes>;
/** Own error codes of `forgotPassword`. */
export type ForgotPasswordCode = ForgotPasswordTypes["codes"];

/** Types of `resetPassword`. */
export interface ResetPasswordTypes extends AccountRoutes<"resetPassword"> {}
/** Input of `resetPassword`. */
export interface ResetPasswordInput extends CallInput<ResetPasswordTypes> {}
/** Output of `resetPassword`. */
export type ResetPasswordOutput = ResponseData<ResetPasswordTypes>;
/** Result of `resetPassword.safe`. */
export type ResetPasswordSafeResult = SafeResult<ResetPasswordTypes>;
/** Own error codes of `resetPassword`. */
export type ResetPasswordCode = ResetPasswordTypes["codes"];

/** Types of `emailState`. */
export interface EmailStateTypes extends AccountRoutes<"emailState"> {}
/** Input of `emailState`. */
export interface EmailStateInput extends CallInput<EmailStateTypes> {}
/** Output of `emailState`. */
export type EmailStateOutput = ResponseData<EmailStateTypes>;
/** Result of `emailState.safe`. */
export type EmailStateSafeResult = SafeResult<EmailStateTypes>;
/** Own error codes of `emailState`. */
export type EmailStateCode = EmailStateTypes["codes"];

/** Types of `requestEmailVerification`. */
export interface RequestEmailVerificationTypes extends AccountRoutes<"requestEmailVerification"> {}
/** Input of `requestEmailVerification`. */
export interface RequestEmailVerificationInput extends CallInput<RequestEmailVerificationTypes> {}
/** Output of `requestEmailVerification`. */
export type RequestEmailVerificationOutput = ResponseData<RequestEmailVerificationTypes>;
/** Result of `requestEmailVerification.safe`. */
export type RequestEmailVerificationSafeResult = SafeResult<RequestEmailVerificationTypes>;
/** Own error codes of `requestEmailVerification`. */
export type RequestEmailVerificationCode = RequestEmailVerificationTypes["codes"];

/** Types of `verifyEmail`. */
export interface VerifyEmailTypes extends AccountRoutes<"verifyEmail"> {}
/** Input of `verifyEmail`. */
export interface VerifyEmailInput extends CallInput<VerifyEmailTypes> {}
/** Output of `verifyEmail`. */
export type VerifyEmailOutput = ResponseData<VerifyEmailTypes>;
/** Result of `verifyEmail.safe`. */
export type VerifyEmailSafeResult = SafeResult<VerifyEmailTypes>;
/** Own error codes of `verifyEmail`. */
export type VerifyEmailCode = VerifyEmailTypes["codes"];

/** Types of `exportAccount`. */
export interface ExportAccountTypes extends AccountRoutes<"exportAccount"> {}
/** Input of `exportAccount`. */
export interface ExportAccountInput extends CallInput<ExportAccountTypes> {}
/** Output of `exportAccount`. */
export type ExportAccountOutput = ResponseData<ExportAccountTypes>;
/** Result of `exportAccount.safe`. */
export type ExportAccountSafeResult = SafeResult<ExportAccountTypes>;
/** Own error codes of `exportAccount`. */
export type ExportAccountCode = ExportAccountTypes["codes"];

/** Types of `requestDeletionCode`. */
export interface RequestDeletionCodeTypes extends AccountRoutes<"requestDeletionCode"> {}
/** Input of `requestDeletionCode`. */
export interface RequestDeletionCodeInput extends CallInput<RequestDeletionCodeTypes> {}
/** Output of `requestDeletionCode`. */
export type RequestDeletionCodeOutput = ResponseData<RequestDeletionCodeTypes>;
/** Result of `requestDeletionCode.safe`. */
export type RequestDeletionCodeSafeResult = SafeResult<RequestDeletionCodeTypes>;
/** Own error codes of `requestDeletionCode`. */
export type RequestDeletionCodeCode = RequestDeletionCodeTypes["codes"];

/** Types of `deleteAccount`. */
export interface DeleteAccountTypes extends AccountRoutes<"deleteAccount"> {}
/** Input of `deleteAccount`. */
export interface DeleteAccountInput extends CallInput<DeleteAccountTypes> {}
/** Output of `deleteAccount`. */
export type DeleteAccountOutput = ResponseData<DeleteAccountTypes>;
/** Result of `deleteAccount.safe`. */
export type DeleteAccountSafeResult = SafeResult<DeleteAccountTypes>;
/** Own error codes of `deleteAccount`. */
export type DeleteAccountCode = DeleteAccountTypes["codes"];

/** Types of `cancelDeletion`. */
export interface CancelDeletionTypes extends AccountRoutes<"cancelDeletion"> {}
/** Input of `cancelDeletion`. */
export interface CancelDeletionInput extends CallInput<CancelDeletionTypes> {}
/** Output of `cancelDeletion`. */
export type CancelDeletionOutput = ResponseData<CancelDeletionTypes>;
/** Result of `cancelDeletion.safe`. */
export type CancelDeletionSafeResult = SafeResult<CancelDeletionTypes>;
/** Own error codes of `cancelDeletion`. */
export type CancelDeletionCode = CancelDeletionTypes["codes"];

/** Types of `loginWithFactor`. */
export interface LoginWithFactorTypes extends AccountRoutes<"loginWithFactor"> {}
/** Input of `loginWithFactor`. */
export interface LoginWithFactorInput extends CallInput<LoginWithFactorTypes> {}
/** Output of `loginWithFactor`. */
export type LoginWithFactorOutput = ResponseData<LoginWithFactorTypes>;
/** Result of `loginWithFactor.safe`. */
export type LoginWithFactorSafeResult = SafeResult<LoginWithFactorTypes>;
/** Own error codes of `loginWithFactor`. */
export type LoginWithFactorCode = LoginWithFactorTypes["codes"];

/** Types of `listFactors`. */
export interface ListFactorsTypes extends AccountRoutes<"listFactors"> {}
/** Input of `listFactors`. */
export interface ListFactorsInput extends CallInput<ListFactorsTypes> {}
/** Output of `listFactors`. */
export type ListFactorsOutput = ResponseData<ListFactorsTypes>;
/** Result of `listFactors.safe`. */
export type ListFactorsSafeResult = SafeResult<ListFactorsTypes>;
/** Own error codes of `listFactors`. */
export type ListFactorsCode = ListFactorsTypes["codes"];

/** Types of `addTotp`. */
export interface AddTotpTypes extends AccountRoutes<"addTotp"> {}
/** Input of `addTotp`. */
export interface AddTotpInput extends CallInput<AddTotpTypes> {}
/** Output of `addTotp`. */
export type AddTotpOutput = ResponseData<AddTotpTypes>;
/** Result of `addTotp.safe`. */
export type AddTotpSafeResult = SafeResult<AddTotpTypes>;
/** Own error codes of `addTotp`. */
export type AddTotpCode = AddTotpTypes["codes"];

/** Types of `confirmTotp`. */
export interface ConfirmTotpTypes extends AccountRoutes<"confirmTotp"> {}
/** Input of `confirmTotp`. */
export interface ConfirmTotpInput extends CallInput<ConfirmTotpTypes> {}
/** Output of `confirmTotp`. */
export type ConfirmTotpOutput = ResponseData<ConfirmTotpTypes>;
/** Result of `confirmTotp.safe`. */
export type ConfirmTotpSafeResult = SafeResult<ConfirmTotpTypes>;
/** Own error codes of `confirmTotp`. */
export type ConfirmTotpCode = ConfirmTotpTypes["codes"];

/** Types of `removeFactor`. */
export interface RemoveFactorTypes extends AccountRoutes<"removeFactor"> {}
/** Input of `removeFactor`. */
export interface RemoveFactorInput extends CallInput<RemoveFactorTypes> {}
/** Output of `removeFactor`. */
export type RemoveFactorOutput = ResponseData<RemoveFactorTypes>;
/** Result of `removeFactor.safe`. */
export type RemoveFactorSafeResult = SafeResult<RemoveFactorTypes>;
/** Own error codes of `removeFactor`. */
export type RemoveFactorCode = RemoveFactorTypes["codes"];

/** Types of `stepUp`. */
export interface StepUpTypes extends AccountRoutes<"stepUp"> {}
/** Input of `stepUp`. */
export interface StepUpInput extends CallInput<StepUpTypes> {}
/** Output of `stepUp`. */
export type StepUpOutput = ResponseData<StepUpTypes>;
/** Result of `stepUp.safe`. */
export type StepUpSafeResult = SafeResult<StepUpTypes>;
/** Own error codes of `stepUp`. */
export type StepUpCode = StepUpTypes["codes"];

/** Types of `beginPasskey`. */
export interface BeginPasskeyTypes extends AccountRoutes<"beginPasskey"> {}
/** Input of `beginPasskey`. */
export interface BeginPasskeyInput extends CallInput<BeginPasskeyTypes> {}
/** Output of `beginPasskey`. */
export type BeginPasskeyOutput = ResponseData<BeginPasskeyTypes>;
/** Result of `beginPasskey.safe`. */
export type BeginPasskeySafeResult = SafeResult<BeginPasskeyTypes>;
/** Own error codes of `beginPasskey`. */
export type BeginPasskeyCode = BeginPasskeyTypes["codes"];

/** Types of `addPasskey`. */
export interface AddPasskeyTypes extends AccountRoutes<"addPasskey"> {}
/** Input of `addPasskey`. */
export interface AddPasskeyInput extends CallInput<AddPasskeyTypes> {}
/** Output of `addPasskey`. */
export type AddPasskeyOutput = ResponseData<AddPasskeyTypes>;
/** Result of `addPasskey.safe`. */
export type AddPasskeySafeResult = SafeResult<AddPasskeyTypes>;
/** Own error codes of `addPasskey`. */
export type AddPasskeyCode = AddPasskeyTypes["codes"];

/** Types of `beginPasskeyLogin`. */
export interface BeginPasskeyLoginTypes extends AccountRoutes<"beginPasskeyLogin"> {}
/** Input of `beginPasskeyLogin`. */
export interface BeginPasskeyLoginInput extends CallInput<BeginPasskeyLoginTypes> {}
/** Output of `beginPasskeyLogin`. */
export type BeginPasskeyLoginOutput = ResponseData<BeginPasskeyLoginTypes>;
/** Result of `beginPasskeyLogin.safe`. */
export type BeginPasskeyLoginSafeResult = SafeResult<BeginPasskeyLoginTypes>;
/** Own error codes of `beginPasskeyLogin`. */
export type BeginPasskeyLoginCode = BeginPasskeyLoginTypes["codes"];

/** Types of `loginWithPasskey`. */
export interface LoginWithPasskeyTypes extends AccountRoutes<"loginWithPasskey"> {}
/** Input of `loginWithPasskey`. */
export interface LoginWithPasskeyInput extends CallInput<LoginWithPasskeyTypes> {}
/** Output of `loginWithPasskey`. */
export type LoginWithPasskeyOutput = ResponseData<LoginWithPasskeyTypes>;
/** Result of `loginWithPasskey.safe`. */
export type LoginWithPasskeySafeResult = SafeResult<LoginWithPasskeyTypes>;
/** Own error codes of `loginWithPasskey`. */
export type LoginWithPasskeyCode = LoginWithPasskeyTypes["codes"];

/** Types of `listOpenIdProviders`. */
export interface ListOpenIdProvidersTypes extends AccountRoutes<"listOpenIdProviders"> {}
/** Input of `listOpenIdProviders`. */
export interface ListOpenIdProvidersInput extends CallInput<ListOpenIdProvidersTypes> {}
/** Output of `listOpenIdProviders`. */
export type ListOpenIdProvidersOutput = ResponseData<ListOpenIdProvidersTypes>;
/** Result of `listOpenIdProviders.safe`. */
export type ListOpenIdProvidersSafeResult = SafeResult<ListOpenIdProvidersTypes>;
/** Own error codes of `listOpenIdProviders`. */
export type ListOpenIdProvidersCode = ListOpenIdProvidersTypes["codes"];

/** Types of `openIdLogin`. */
export interface OpenIdLoginTypes extends AccountRoutes<"openIdLogin"> {}
/** Input of `openIdLogin`. */
export interface OpenIdLoginInput extends CallInput<OpenIdLoginTypes> {}
/** Output of `openIdLogin`. */
export type OpenIdLoginOutput = ResponseData<OpenIdLoginTypes>;
/** Result of `openIdLogin.safe`. */
export type OpenIdLoginSafeResult = SafeResult<OpenIdLoginTypes>;
/** Own error codes of `openIdLogin`. */
export type OpenIdLoginCode = OpenIdLoginTypes["codes"];

/** Types of `listIdentities`. */
export interface ListIdentitiesTypes extends AccountRoutes<"listIdentities"> {}
/** Input of `listIdentities`. */
export interface ListIdentitiesInput extends CallInput<ListIdentitiesTypes> {}
/** Output of `listIdentities`. */
export type ListIdentitiesOutput = ResponseData<ListIdentitiesTypes>;
/** Result of `listIdentities.safe`. */
export type ListIdentitiesSafeResult = SafeResult<ListIdentitiesTypes>;
/** Own error codes of `listIdentities`. */
export type ListIdentitiesCode = ListIdentitiesTypes["codes"];

/** Types of `linkIdentity`. */
export interface LinkIdentityTypes extends AccountRoutes<"linkIdentity"> {}
/** Input of `linkIdentity`. */
export interface LinkIdentityInput extends CallInput<LinkIdentityTypes> {}
/** Output of `linkIdentity`. */
export type LinkIdentityOutput = ResponseData<LinkIdentityTypes>;
/** Result of `linkIdentity.safe`. */
export type LinkIdentitySafeResult = SafeResult<LinkIdentityTypes>;
/** Own error codes of `linkIdentity`. */
export type LinkIdentityCode = LinkIdentityTypes["codes"];

/** Types of `unlinkIdentity`. */
export interface UnlinkIdentityTypes extends AccountRoutes<"unlinkIdentity"> {}
/** Input of `unlinkIdentity`. */
export interface UnlinkIdentityInput extends CallInput<UnlinkIdentityTypes> {}
/** Output of `unlinkIdentity`. */
export type UnlinkIdentityOutput = ResponseData<UnlinkIdentityTypes>;
/** Result of `unlinkIdentity.safe`. */
export type UnlinkIdentitySafeResult = SafeResult<UnlinkIdentityTypes>;
/** Own error codes of `unlinkIdentity`. */
export type UnlinkIdentityCode = UnlinkIdentityTypes["codes"];

/** Types of `listSessions`. */
export interface ListSessionsTypes extends AccountRoutes<"listSessions"> {}
/** Input of `listSessions`. */
export interface ListSessionsInput extends CallInput<ListSessionsTypes> {}
/** Output of `listSessions`. */
export type ListSessionsOutput = ResponseData<ListSessionsTypes>;
/** Result of `listSessions.safe`. */
export type ListSessionsSafeResult = SafeResult<ListSessionsTypes>;
/** Own error codes of `listSessions`. */
export type ListSessionsCode = ListSessionsTypes["codes"];

/** Types of `endSession`. */
export interface EndSessionTypes extends AccountRoutes<"endSession"> {}
/** Input of `endSession`. */
export interface EndSessionInput extends CallInput<EndSessionTypes> {}
/** Output of `endSession`. */
export type EndSessionOutput = ResponseData<EndSessionTypes>;
/** Result of `endSession.safe`. */
export type EndSessionSafeResult = SafeResult<EndSessionTypes>;
/** Own error codes of `endSession`. */
export type EndSessionCode = EndSessionTypes["codes"];

/** Types of `listRememberedDevices`. */
export interface ListRememberedDevicesTypes extends AccountRoutes<"listRememberedDevices"> {}
/** Input of `listRememberedDevices`. */
export interface ListRememberedDevicesInput extends CallInput<ListRememberedDevicesTypes> {}
/** Output of `listRememberedDevices`. */
export type ListRememberedDevicesOutput = ResponseData<ListRememberedDevicesTypes>;
/** Result of `listRememberedDevices.safe`. */
export type ListRememberedDevicesSafeResult = SafeResult<ListRememberedDevicesTypes>;
/** Own error codes of `listRememberedDevices`. */
export type ListRememberedDevicesCode = ListRememberedDevicesTypes["codes"];

/** Types of `forgetDevice`. */
export interface ForgetDeviceTypes extends AccountRoutes<"forgetDevice"> {}
/** Input of `forgetDevice`. */
export interface ForgetDeviceInput extends CallInput<ForgetDeviceTypes> {}
/** Output of `forgetDevice`. */
export type ForgetDeviceOutput = ResponseData<ForgetDeviceTypes>;
/** Result of `forgetDevice.safe`. */
export type ForgetDeviceSafeResult = SafeResult<ForgetDeviceTypes>;
/** Own error codes of `forgetDevice`. */
export type ForgetDeviceCode = ForgetDeviceTypes["codes"];

/** Types of `requestRecovery`. */
export interface RequestRecoveryTypes extends AccountRoutes<"requestRecovery"> {}
/** Input of `requestRecovery`. */
export interface RequestRecoveryInput extends CallInput<RequestRecoveryTypes> {}
/** Output of `requestRecovery`. */
export type RequestRecoveryOutput = ResponseData<RequestRecoveryTypes>;
/** Result of `requestRecovery.safe`. */
export type RequestRecoverySafeResult = SafeResult<RequestRecoveryTypes>;
/** Own error codes of `requestRecovery`. */
export type RequestRecoveryCode = RequestRecoveryTypes["codes"];

/** Types of `proveRecovery`. */
export interface ProveRecoveryTypes extends AccountRoutes<"proveRecovery"> {}
/** Input of `proveRecovery`. */
export interface ProveRecoveryInput extends CallInput<ProveRecoveryTypes> {}
/** Output of `proveRecovery`. */
export type ProveRecoveryOutput = ResponseData<ProveRecoveryTypes>;
/** Result of `proveRecovery.safe`. */
export type ProveRecoverySafeResult = SafeResult<ProveRecoveryTypes>;
/** Own error codes of `proveRecovery`. */
export type ProveRecoveryCode = ProveRecoveryTypes["codes"];

/** Types of `completeRecovery`. */
export interface CompleteRecoveryTypes extends AccountRoutes<"completeRecovery"> {}
/** Input of `completeRecovery`. */
export interface CompleteRecoveryInput extends CallInput<CompleteRecoveryTypes> {}
/** Output of `completeRecovery`. */
export type CompleteRecoveryOutput = ResponseData<CompleteRecoveryTypes>;
/** Result of `completeRecovery.safe`. */
export type CompleteRecoverySafeResult = SafeResult<CompleteRecoveryTypes>;
/** Own error codes of `completeRecovery`. */
export type CompleteRecoveryCode = CompleteRecoveryTypes["codes"];

/** Types of `cancelRecovery`. */
export interface CancelRecoveryTypes extends AccountRoutes<"cancelRecovery"> {}
/** Input of `cancelRecovery`. */
export interface CancelRecoveryInput extends CallInput<CancelRecoveryTypes> {}
/** Output of `cancelRecovery`. */
export type CancelRecoveryOutput = ResponseData<CancelRecoveryTypes>;
/** Result of `cancelRecovery.safe`. */
export type CancelRecoverySafeResult = SafeResult<CancelRecoveryTypes>;
/** Own error codes of `cancelRecovery`. */
export type CancelRecoveryCode = CancelRecoveryTypes["codes"];

/** Types of `listWallets`. */
export interface ListWalletsTypes extends AccountRoutes<"listWallets"> {}
/** Input of `listWallets`. */
export interface ListWalletsInput extends CallInput<ListWalletsTypes> {}
/** Output of `listWallets`. */
export type ListWalletsOutput = ResponseData<ListWalletsTypes>;
/** Result of `listWallets.safe`. */
export type ListWalletsSafeResult = SafeResult<ListWalletsTypes>;
/** Own error codes of `listWallets`. */
export type ListWalletsCode = ListWalletsTypes["codes"];

/** Types of `addWallet`. */
export interface AddWalletTypes extends AccountRoutes<"addWallet"> {}
/** Input of `addWallet`. */
export interface AddWalletInput extends CallInput<AddWalletTypes> {}
/** Output of `addWallet`. */
export type AddWalletOutput = ResponseData<AddWalletTypes>;
/** Result of `addWallet.safe`. */
export type AddWalletSafeResult = SafeResult<AddWalletTypes>;
/** Own error codes of `addWallet`. */
export type AddWalletCode = AddWalletTypes["codes"];

/** Types of `removeWallet`. */
export interface RemoveWalletTypes extends AccountRoutes<"removeWallet"> {}
/** Input of `removeWallet`. */
export interface RemoveWalletInput extends CallInput<RemoveWalletTypes> {}
/** Output of `removeWallet`. */
export type RemoveWalletOutput = ResponseData<RemoveWalletTypes>;
/** Result of `removeWallet.safe`. */
export type RemoveWalletSafeResult = SafeResult<RemoveWalletTypes>;
/** Own error codes of `removeWallet`. */
export type RemoveWalletCode = RemoveWalletTypes["codes"];

/** Types of `createWebhook`. */
export interface CreateWebhookTypes extends AccountRoutes<"createWebhook"> {}
/** Input of `createWebhook`. */
export interface CreateWebhookInput extends CallInput<CreateWebhookTypes> {}
/** Output of `createWebhook`. */
export type CreateWebhookOutput = ResponseData<CreateWebhookTypes>;
/** Result of `createWebhook.safe`. */
export type CreateWebhookSafeResult = SafeResult<CreateWebhookTypes>;
/** Own error codes of `createWebhook`. */
export type CreateWebhookCode = CreateWebhookTypes["codes"];

/** Types of `listWebhooks`. */
export interface ListWebhooksTypes extends AccountRoutes<"listWebhooks"> {}
/** Input of `listWebhooks`. */
export interface ListWebhooksInput extends CallInput<ListWebhooksTypes> {}
/** Output of `listWebhooks`. */
export type ListWebhooksOutput = ResponseData<ListWebhooksTypes>;
/** Result of `listWebhooks.safe`. */
export type ListWebhooksSafeResult = SafeResult<ListWebhooksTypes>;
/** Own error codes of `listWebhooks`. */
export type ListWebhooksCode = ListWebhooksTypes["codes"];

/** Types of `getWebhook`. */
export interface GetWebhookTypes extends AccountRoutes<"getWebhook"> {}
/** Input of `getWebhook`. */
export interface GetWebhookInput extends CallInput<GetWebhookTypes> {}
/** Output of `getWebhook`. */
export type GetWebhookOutput = ResponseData<GetWebhookTypes>;
/** Result of `getWebhook.safe`. */
export type GetWebhookSafeResult = SafeResult<GetWebhookTypes>;
/** Own error codes of `getWebhook`. */
export type GetWebhookCode = GetWebhookTypes["codes"];

/** Types of `updateWebhook`. */
export interface UpdateWebhookTypes extends AccountRoutes<"updateWebhook"> {}
/** Input of `updateWebhook`. */
export interface UpdateWebhookInput extends CallInput<UpdateWebhookTypes> {}
/** Output of `updateWebhook`. */
export type UpdateWebhookOutput = ResponseData<UpdateWebhookTypes>;
/** Result of `updateWebhook.safe`. */
export type UpdateWebhookSafeResult = SafeResult<UpdateWebhookTypes>;
/** Own error codes of `updateWebhook`. */
export type UpdateWebhookCode = UpdateWebhookTypes["codes"];

/** Types of `deleteWebhook`. */
export interface DeleteWebhookTypes extends AccountRoutes<"deleteWebhook"> {}
/** Input of `deleteWebhook`. */
export interface DeleteWebhookInput extends CallInput<DeleteWebhookTypes> {}
/** Output of `deleteWebhook`. */
export type DeleteWebhookOutput = ResponseData<DeleteWebhookTypes>;
/** Result of `deleteWebhook.safe`. */
export type DeleteWebhookSafeResult = SafeResult<DeleteWebhookTypes>;
/** Own error codes of `deleteWebhook`. */
export type DeleteWebhookCode = DeleteWebhookTypes["codes"];

/** Types of `rotateWebhook`. */
export interface RotateWebhookTypes extends AccountRoutes<"rotateWebhook"> {}
/** Input of `rotateWebhook`. */
export interface RotateWebhookInput extends CallInput<RotateWebhookTypes> {}
/** Output of `rotateWebhook`. */
export type RotateWebhookOutput = ResponseData<RotateWebhookTypes>;
/** Result of `rotateWebhook.safe`. */
export type RotateWebhookSafeResult = SafeResult<RotateWebhookTypes>;
/** Own error codes of `rotateWebhook`. */
export type RotateWebhookCode = RotateWebhookTypes["codes"];

/** Types of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesTypes extends AccountRoutes<"listWebhookDeliveries"> {}
/** Input of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesInput extends CallInput<ListWebhookDeliveriesTypes> {}
/** Output of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesOutput = ResponseData<ListWebhookDeliveriesTypes>;
/** Result of `listWebhookDeliveries.safe`. */
export type ListWebhookDeliveriesSafeResult = SafeResult<ListWebhookDeliveriesTypes>;
/** Own error codes of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesCode = ListWebhookDeliveriesTypes["codes"];

/** Types of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryTypes extends AccountRoutes<"replayWebhookDelivery"> {}
/** Input of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryInput extends CallInput<ReplayWebhookDeliveryTypes> {}
/** Output of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryOutput = ResponseData<ReplayWebhookDeliveryTypes>;
/** Result of `replayWebhookDelivery.safe`. */
export type ReplayWebhookDeliverySafeResult = SafeResult<ReplayWebhookDeliveryTypes>;
/** Own error codes of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryCode = ReplayWebhookDeliveryTypes["codes"];

/** Types of `listMarkets`. */
export interface ListMarketsTypes extends MarketRoutes<"listMarkets"> {}
/** Input of `listMarkets`. */
export interface ListMarketsInput extends CallInput<ListMarketsTypes> {}
/** Output of `listMarkets`. */
export type ListMarketsOutput = ResponseData<ListMarketsTypes>;
/** Result of `listMarkets.safe`. */
export type ListMarketsSafeResult = SafeResult<ListMarketsTypes>;
/** Own error codes of `listMarkets`. */
export type ListMarketsCode = ListMarketsTypes["codes"];

/** Types of `getMarket`. */
export interface GetMarketTypes extends MarketRoutes<"getMarket"> {}
/** Input of `getMarket`. */
export interface GetMarketInput extends CallInput<GetMarketTypes> {}
/** Output of `getMarket`. */
export type GetMarketOutput = ResponseData<GetMarketTypes>;
/** Result of `getMarket.safe`. */
export type GetMarketSafeResult = SafeResult<GetMarketTypes>;
/** Own error codes of `getMarket`. */
export type GetMarketCode = GetMarketTypes["codes"];

/** Types of `listMarketsOfWallet`. */
export interface ListMarketsOfWalletTypes extends MarketRoutes<"listMarketsOfWallet"> {}
/** Input of `listMarketsOfWallet`. */
export interface ListMarketsOfWalletInput extends CallInput<ListMarketsOfWalletTypes> {}
/** Output of `listMarketsOfWallet`. */
export type ListMarketsOfWalletOutput = ResponseData<ListMarketsOfWalletTypes>;
/** Result of `listMarketsOfWallet.safe`. */
export type ListMarketsOfWalletSafeResult = SafeResult<ListMarketsOfWalletTypes>;
/** Own error codes of `listMarketsOfWallet`. */
export type ListMarketsOfWalletCode = ListMarketsOfWalletTypes["codes"];

/** Types of `disputeMarket`. */
export interface DisputeMarketTypes extends MarketRoutes<"disputeMarket"> {}
/** Input of `disputeMarket`. */
export interface DisputeMarketInput extends CallInput<DisputeMarketTypes> {}
/** Output of `disputeMarket`. */
export type DisputeMarketOutput = ResponseData<DisputeMarketTypes>;
/** Result of `disputeMarket.safe`. */
export type DisputeMarketSafeResult = SafeResult<DisputeMarketTypes>;
/** Own error codes of `disputeMarket`. */
export type DisputeMarketCode = DisputeMarketTypes["codes"];

/** Types of `marketActions`. */
export interface MarketActionsTypes extends MarketRoutes<"marketActions"> {}
/** Input of `marketActions`. */
export interface MarketActionsInput extends CallInput<MarketActionsTypes> {}
/** Output of `marketActions`. */
export type MarketActionsOutput = ResponseData<MarketActionsTypes>;
/** Result of `marketActions.safe`. */
export type MarketActionsSafeResult = SafeResult<MarketActionsTypes>;
/** Own error codes of `marketActions`. */
export type MarketActionsCode = MarketActionsTypes["codes"];

/** Types of the calls of `accountRoutes`, by operation id. */
export interface AccountRouteTypes {
  /** `POST /auth/nonce`. */
  issueNonce: IssueNonceTypes;
  /** `POST /auth/register`. */
  register: RegisterTypes;
  /** `POST /auth/login`. */
  login: LoginTypes;
  /** `POST /auth/refresh`. */
  refresh: RefreshTypes;
  /** `POST /auth/logout`. */
  logout: LogoutTypes;
  /** `GET /auth/me`. */
  me: MeTypes;
  /** `PATCH /auth/me`. */
  updateMe: UpdateMeTypes;
  /** `POST /auth/me/wallet`. */
  setWallet: SetWalletTypes;
  /** `POST /auth/me/email`. */
  setEmail: SetEmailTypes;
  /** `POST /auth/me/password`. */
  setPassword: SetPasswordTypes;
  /** `POST /auth/admin-code`. */
  redeemAdminCode: RedeemAdminCodeTypes;
  /** `POST /auth/password/forgot`. */
  forgotPassword: ForgotPasswordTypes;
  /** `POST /auth/password/reset`. */
  resetPassword: ResetPasswordTypes;
  /** `GET /auth/email`. */
  emailState: EmailStateTypes;
  /** `POST /auth/email/verification`. */
  requestEmailVerification: RequestEmailVerificationTypes;
  /** `POST /auth/email/verify`. */
  verifyEmail: VerifyEmailTypes;
  /** `GET /auth/me/export`. */
  exportAccount: ExportAccountTypes;
  /** `POST /auth/me/deletion/code`. */
  requestDeletionCode: RequestDeletionCodeTypes;
  /** `DELETE /auth/me`. */
  deleteAccount: DeleteAccountTypes;
  /** `DELETE /auth/me/deletion`. */
  cancelDeletion: CancelDeletionTypes;
  /** `POST /auth/login/factor`. */
  loginWithFactor: LoginWithFactorTypes;
  /** `GET /auth/factors`. */
  listFactors: ListFactorsTypes;
  /** `POST /auth/factors/totp`. */
  addTotp: AddTotpTypes;
  /** `POST /auth/factors/totp/confirm`. */
  confirmTotp: ConfirmTotpTypes;
  /** `DELETE /auth/factors/:id`. */
  removeFactor: RemoveFactorTypes;
  /** `POST /auth/step-up`. */
  stepUp: StepUpTypes;
  /** `POST /auth/passkeys/options`. */
  beginPasskey: BeginPasskeyTypes;
  /** `POST /auth/passkeys`. */
  addPasskey: AddPasskeyTypes;
  /** `POST /auth/passkeys/login/options`. */
  beginPasskeyLogin: BeginPasskeyLoginTypes;
  /** `POST /auth/passkeys/login`. */
  loginWithPasskey: LoginWithPasskeyTypes;
  /** `GET /auth/oidc`. */
  listOpenIdProviders: ListOpenIdProvidersTypes;
  /** `POST /auth/oidc/login`. */
  openIdLogin: OpenIdLoginTypes;
  /** `GET /auth/oidc/identities`. */
  listIdentities: ListIdentitiesTypes;
  /** `POST /auth/oidc/identities`. */
  linkIdentity: LinkIdentityTypes;
  /** `DELETE /auth/oidc/identities/:id`. */
  unlinkIdentity: UnlinkIdentityTypes;
  /** `GET /auth/sessions`. */
  listSessions: ListSessionsTypes;
  /** `DELETE /auth/sessions/:id`. */
  endSession: EndSessionTypes;
  /** `GET /auth/remembered-devices`. */
  listRememberedDevices: ListRememberedDevicesTypes;
  /** `DELETE /auth/remembered-devices/:id`. */
  forgetDevice: ForgetDeviceTypes;
  /** `POST /auth/recovery`. */
  requestRecovery: RequestRecoveryTypes;
  /** `POST /auth/recovery/proof`. */
  proveRecovery: ProveRecoveryTypes;
  /** `POST /auth/recovery/complete`. */
  completeRecovery: CompleteRecoveryTypes;
  /** `DELETE /auth/recovery`. */
  cancelRecovery: CancelRecoveryTypes;
  /** `GET /auth/wallets`. */
  listWallets: ListWalletsTypes;
  /** `POST /auth/wallets`. */
  addWallet: AddWalletTypes;
  /** `DELETE /auth/wallets/:wallet_address`. */
  removeWallet: RemoveWalletTypes;
  /** `POST /webhooks`. */
  createWebhook: CreateWebhookTypes;
  /** `GET /webhooks`. */
  listWebhooks: ListWebhooksTypes;
  /** `GET /webhooks/:id`. */
  getWebhook: GetWebhookTypes;
  /** `PATCH /webhooks/:id`. */
  updateWebhook: UpdateWebhookTypes;
  /** `DELETE /webhooks/:id`. */
  deleteWebhook: DeleteWebhookTypes;
  /** `POST /webhooks/:id/rotate`. */
  rotateWebhook: RotateWebhookTypes;
  /** `GET /webhooks/:id/deliveries`. */
  listWebhookDeliveries: ListWebhookDeliveriesTypes;
  /** `POST /webhooks/:id/deliveries/:delivery_id/replay`. */
  replayWebhookDelivery: ReplayWebhookDeliveryTypes;
}

/** Types of the calls of `marketRoutes`, by operation id. */
export interface MarketRouteTypes {
  /** `GET /markets`. */
  listMarkets: ListMarketsTypes;
  /** `GET /markets/:id`. */
  getMarket: GetMarketTypes;
  /** `GET /markets/user/:wallet_address`. */
  listMarketsOfWallet: ListMarketsOfWalletTypes;
  /** `POST /markets/:id/dispute`. */
  disputeMarket: DisputeMarketTypes;
  /** `GET /markets/:id/actions`. */
  marketActions: MarketActionsTypes;
}
