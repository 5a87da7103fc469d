/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { authRoutes } from "@bourse/contract/auth";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

import type { SafeResult } from "../client.ts";

type AuthRoutes<Key extends keyof typeof authRoutes> = TypesOf<(typeof authRoutes)[Key]>;

/** Types of `register`. */
export interface RegisterTypes extends AuthRoutes<"register"> {}
/** Input of `register`. */
export interface RegisterInput extends CallInput<RegisterTypes> {}
/** Output of `register`. */
export type RegisterOutput = ResponseData<RegisterTypes>;
/** Result of `register.safe`. */
export type RegisterSafeResult = SafeResult<RegisterTypes>;
/** Own error codes of `register`. */
export type RegisterCode = RegisterTypes["codes"];

/** Types of `login`. */
export interface LoginTypes extends AuthRoutes<"login"> {}
/** Input of `login`. */
export interface LoginInput extends CallInput<LoginTypes> {}
/** Output of `login`. */
export type LoginOutput = ResponseData<LoginTypes>;
/** Result of `login.safe`. */
export type LoginSafeResult = SafeResult<LoginTypes>;
/** Own error codes of `login`. */
export type LoginCode = LoginTypes["codes"];

/** Types of `refresh`. */
export interface RefreshTypes extends AuthRoutes<"refresh"> {}
/** Input of `refresh`. */
export interface RefreshInput extends CallInput<RefreshTypes> {}
/** Output of `refresh`. */
export type RefreshOutput = ResponseData<RefreshTypes>;
/** Result of `refresh.safe`. */
export type RefreshSafeResult = SafeResult<RefreshTypes>;
/** Own error codes of `refresh`. */
export type RefreshCode = RefreshTypes["codes"];

/** Types of `logout`. */
export interface LogoutTypes extends AuthRoutes<"logout"> {}
/** Input of `logout`. */
export interface LogoutInput extends CallInput<LogoutTypes> {}
/** Output of `logout`. */
export type LogoutOutput = ResponseData<LogoutTypes>;
/** Result of `logout.safe`. */
export type LogoutSafeResult = SafeResult<LogoutTypes>;
/** Own error codes of `logout`. */
export type LogoutCode = LogoutTypes["codes"];

/** Types of `me`. */
export interface MeTypes extends AuthRoutes<"me"> {}
/** Input of `me`. */
export interface MeInput extends CallInput<MeTypes> {}
/** Output of `me`. */
export type MeOutput = ResponseData<MeTypes>;
/** Result of `me.safe`. */
export type MeSafeResult = SafeResult<MeTypes>;
/** Own error codes of `me`. */
export type MeCode = MeTypes["codes"];

/** Types of `updateMe`. */
export interface UpdateMeTypes extends AuthRoutes<"updateMe"> {}
/** Input of `updateMe`. */
export interface UpdateMeInput extends CallInput<UpdateMeTypes> {}
/** Output of `updateMe`. */
export type UpdateMeOutput = ResponseData<UpdateMeTypes>;
/** Result of `updateMe.safe`. */
export type UpdateMeSafeResult = SafeResult<UpdateMeTypes>;
/** Own error codes of `updateMe`. */
export type UpdateMeCode = UpdateMeTypes["codes"];

/** Types of `changeEmail`. */
export interface ChangeEmailTypes extends AuthRoutes<"changeEmail"> {}
/** Input of `changeEmail`. */
export interface ChangeEmailInput extends CallInput<ChangeEmailTypes> {}
/** Output of `changeEmail`. */
export type ChangeEmailOutput = ResponseData<ChangeEmailTypes>;
/** Result of `changeEmail.safe`. */
export type ChangeEmailSafeResult = SafeResult<ChangeEmailTypes>;
/** Own error codes of `changeEmail`. */
export type ChangeEmailCode = ChangeEmailTypes["codes"];

/** Types of `changePassword`. */
export interface ChangePasswordTypes extends AuthRoutes<"changePassword"> {}
/** Input of `changePassword`. */
export interface ChangePasswordInput extends CallInput<ChangePasswordTypes> {}
/** Output of `changePassword`. */
export type ChangePasswordOutput = ResponseData<ChangePasswordTypes>;
/** Result of `changePassword.safe`. */
export type ChangePasswordSafeResult = SafeResult<ChangePasswordTypes>;
/** Own error codes of `changePassword`. */
export type ChangePasswordCode = ChangePasswordTypes["codes"];

/** Types of `forgotPassword`. */
export interface ForgotPasswordTypes extends AuthRoutes<"forgotPassword"> {}
/** Input of `forgotPassword`. */
export interface ForgotPasswordInput extends CallInput<ForgotPasswordTypes> {}
/** Output of `forgotPassword`. */
export type ForgotPasswordOutput = ResponseData<ForgotPasswordTypes>;
/** Result of `forgotPassword.safe`. */
export type ForgotPasswordSafeResult = SafeResult<ForgotPasswordTypes>;
/** Own error codes of `forgotPassword`. */
export type ForgotPasswordCode = ForgotPasswordTypes["codes"];

/** Types of `resetPassword`. */
export interface ResetPasswordTypes extends AuthRoutes<"resetPassword"> {}
/** Input of `resetPassword`. */
export interface ResetPasswordInput extends CallInput<ResetPasswordTypes> {}
/** Output of `resetPassword`. */
export type ResetPasswordOutput = ResponseData<ResetPasswordTypes>;
/** Result of `resetPassword.safe`. */
export type ResetPasswordSafeResult = SafeResult<ResetPasswordTypes>;
/** Own error codes of `resetPassword`. */
export type ResetPasswordCode = ResetPasswordTypes["codes"];

/** Types of `emailState`. */
export interface EmailStateTypes extends AuthRoutes<"emailState"> {}
/** Input of `emailState`. */
export interface EmailStateInput extends CallInput<EmailStateTypes> {}
/** Output of `emailState`. */
export type EmailStateOutput = ResponseData<EmailStateTypes>;
/** Result of `emailState.safe`. */
export type EmailStateSafeResult = SafeResult<EmailStateTypes>;
/** Own error codes of `emailState`. */
export type EmailStateCode = EmailStateTypes["codes"];

/** Types of `requestEmailVerification`. */
export interface RequestEmailVerificationTypes extends AuthRoutes<"requestEmailVerification"> {}
/** Input of `requestEmailVerification`. */
export interface RequestEmailVerificationInput extends CallInput<RequestEmailVerificationTypes> {}
/** Output of `requestEmailVerification`. */
export type RequestEmailVerificationOutput = ResponseData<RequestEmailVerificationTypes>;
/** Result of `requestEmailVerification.safe`. */
export type RequestEmailVerificationSafeResult = SafeResult<RequestEmailVerificationTypes>;
/** Own error codes of `requestEmailVerification`. */
export type RequestEmailVerificationCode = RequestEmailVerificationTypes["codes"];

/** Types of `verifyEmail`. */
export interface VerifyEmailTypes extends AuthRoutes<"verifyEmail"> {}
/** Input of `verifyEmail`. */
export interface VerifyEmailInput extends CallInput<VerifyEmailTypes> {}
/** Output of `verifyEmail`. */
export type VerifyEmailOutput = ResponseData<VerifyEmailTypes>;
/** Result of `verifyEmail.safe`. */
export type VerifyEmailSafeResult = SafeResult<VerifyEmailTypes>;
/** Own error codes of `verifyEmail`. */
export type VerifyEmailCode = VerifyEmailTypes["codes"];

/** Types of `loginWithFactor`. */
export interface LoginWithFactorTypes extends AuthRoutes<"loginWithFactor"> {}
/** Input of `loginWithFactor`. */
export interface LoginWithFactorInput extends CallInput<LoginWithFactorTypes> {}
/** Output of `loginWithFactor`. */
export type LoginWithFactorOutput = ResponseData<LoginWithFactorTypes>;
/** Result of `loginWithFactor.safe`. */
export type LoginWithFactorSafeResult = SafeResult<LoginWithFactorTypes>;
/** Own error codes of `loginWithFactor`. */
export type LoginWithFactorCode = LoginWithFactorTypes["codes"];

/** Types of `listFactors`. */
export interface ListFactorsTypes extends AuthRoutes<"listFactors"> {}
/** Input of `listFactors`. */
export interface ListFactorsInput extends CallInput<ListFactorsTypes> {}
/** Output of `listFactors`. */
export type ListFactorsOutput = ResponseData<ListFactorsTypes>;
/** Result of `listFactors.safe`. */
export type ListFactorsSafeResult = SafeResult<ListFactorsTypes>;
/** Own error codes of `listFactors`. */
export type ListFactorsCode = ListFactorsTypes["codes"];

/** Types of `addTotp`. */
export interface AddTotpTypes extends AuthRoutes<"addTotp"> {}
/** Input of `addTotp`. */
export interface AddTotpInput extends CallInput<AddTotpTypes> {}
/** Output of `addTotp`. */
export type AddTotpOutput = ResponseData<AddTotpTypes>;
/** Result of `addTotp.safe`. */
export type AddTotpSafeResult = SafeResult<AddTotpTypes>;
/** Own error codes of `addTotp`. */
export type AddTotpCode = AddTotpTypes["codes"];

/** Types of `confirmTotp`. */
export interface ConfirmTotpTypes extends AuthRoutes<"confirmTotp"> {}
/** Input of `confirmTotp`. */
export interface ConfirmTotpInput extends CallInput<ConfirmTotpTypes> {}
/** Output of `confirmTotp`. */
export type ConfirmTotpOutput = ResponseData<ConfirmTotpTypes>;
/** Result of `confirmTotp.safe`. */
export type ConfirmTotpSafeResult = SafeResult<ConfirmTotpTypes>;
/** Own error codes of `confirmTotp`. */
export type ConfirmTotpCode = ConfirmTotpTypes["codes"];

/** Types of `removeFactor`. */
export interface RemoveFactorTypes extends AuthRoutes<"removeFactor"> {}
/** Input of `removeFactor`. */
export interface RemoveFactorInput extends CallInput<RemoveFactorTypes> {}
/** Output of `removeFactor`. */
export type RemoveFactorOutput = ResponseData<RemoveFactorTypes>;
/** Result of `removeFactor.safe`. */
export type RemoveFactorSafeResult = SafeResult<RemoveFactorTypes>;
/** Own error codes of `removeFactor`. */
export type RemoveFactorCode = RemoveFactorTypes["codes"];

/** Types of `stepUp`. */
export interface StepUpTypes extends AuthRoutes<"stepUp"> {}
/** Input of `stepUp`. */
export interface StepUpInput extends CallInput<StepUpTypes> {}
/** Output of `stepUp`. */
export type StepUpOutput = ResponseData<StepUpTypes>;
/** Result of `stepUp.safe`. */
export type StepUpSafeResult = SafeResult<StepUpTypes>;
/** Own error codes of `stepUp`. */
export type StepUpCode = StepUpTypes["codes"];

/** Types of `listRememberedDevices`. */
export interface ListRememberedDevicesTypes extends AuthRoutes<"listRememberedDevices"> {}
/** Input of `listRememberedDevices`. */
export interface ListRememberedDevicesInput extends CallInput<ListRememberedDevicesTypes> {}
/** Output of `listRememberedDevices`. */
export type ListRememberedDevicesOutput = ResponseData<ListRememberedDevicesTypes>;
/** Result of `listRememberedDevices.safe`. */
export type ListRememberedDevicesSafeResult = SafeResult<ListRememberedDevicesTypes>;
/** Own error codes of `listRememberedDevices`. */
export type ListRememberedDevicesCode = ListRememberedDevicesTypes["codes"];

/** Types of `forgetDevice`. */
export interface ForgetDeviceTypes extends AuthRoutes<"forgetDevice"> {}
/** Input of `forgetDevice`. */
export interface ForgetDeviceInput extends CallInput<ForgetDeviceTypes> {}
/** Output of `forgetDevice`. */
export type ForgetDeviceOutput = ResponseData<ForgetDeviceTypes>;
/** Result of `forgetDevice.safe`. */
export type ForgetDeviceSafeResult = SafeResult<ForgetDeviceTypes>;
/** Own error codes of `forgetDevice`. */
export type ForgetDeviceCode = ForgetDeviceTypes["codes"];

/** Types of `beginPasskey`. */
export interface BeginPasskeyTypes extends AuthRoutes<"beginPasskey"> {}
/** Input of `beginPasskey`. */
export interface BeginPasskeyInput extends CallInput<BeginPasskeyTypes> {}
/** Output of `beginPasskey`. */
export type BeginPasskeyOutput = ResponseData<BeginPasskeyTypes>;
/** Result of `beginPasskey.safe`. */
export type BeginPasskeySafeResult = SafeResult<BeginPasskeyTypes>;
/** Own error codes of `beginPasskey`. */
export type BeginPasskeyCode = BeginPasskeyTypes["codes"];

/** Types of `addPasskey`. */
export interface AddPasskeyTypes extends AuthRoutes<"addPasskey"> {}
/** Input of `addPasskey`. */
export interface AddPasskeyInput extends CallInput<AddPasskeyTypes> {}
/** Output of `addPasskey`. */
export type AddPasskeyOutput = ResponseData<AddPasskeyTypes>;
/** Result of `addPasskey.safe`. */
export type AddPasskeySafeResult = SafeResult<AddPasskeyTypes>;
/** Own error codes of `addPasskey`. */
export type AddPasskeyCode = AddPasskeyTypes["codes"];

/** Types of `beginPasskeyLogin`. */
export interface BeginPasskeyLoginTypes extends AuthRoutes<"beginPasskeyLogin"> {}
/** Input of `beginPasskeyLogin`. */
export interface BeginPasskeyLoginInput extends CallInput<BeginPasskeyLoginTypes> {}
/** Output of `beginPasskeyLogin`. */
export type BeginPasskeyLoginOutput = ResponseData<BeginPasskeyLoginTypes>;
/** Result of `beginPasskeyLogin.safe`. */
export type BeginPasskeyLoginSafeResult = SafeResult<BeginPasskeyLoginTypes>;
/** Own error codes of `beginPasskeyLogin`. */
export type BeginPasskeyLoginCode = BeginPasskeyLoginTypes["codes"];

/** Types of `loginWithPasskey`. */
export interface LoginWithPasskeyTypes extends AuthRoutes<"loginWithPasskey"> {}
/** Input of `loginWithPasskey`. */
export interface LoginWithPasskeyInput extends CallInput<LoginWithPasskeyTypes> {}
/** Output of `loginWithPasskey`. */
export type LoginWithPasskeyOutput = ResponseData<LoginWithPasskeyTypes>;
/** Result of `loginWithPasskey.safe`. */
export type LoginWithPasskeySafeResult = SafeResult<LoginWithPasskeyTypes>;
/** Own error codes of `loginWithPasskey`. */
export type LoginWithPasskeyCode = LoginWithPasskeyTypes["codes"];

/** Types of `exportAccount`. */
export interface ExportAccountTypes extends AuthRoutes<"exportAccount"> {}
/** Input of `exportAccount`. */
export interface ExportAccountInput extends CallInput<ExportAccountTypes> {}
/** Output of `exportAccount`. */
export type ExportAccountOutput = ResponseData<ExportAccountTypes>;
/** Result of `exportAccount.safe`. */
export type ExportAccountSafeResult = SafeResult<ExportAccountTypes>;
/** Own error codes of `exportAccount`. */
export type ExportAccountCode = ExportAccountTypes["codes"];

/** Types of `deleteAccount`. */
export interface DeleteAccountTypes extends AuthRoutes<"deleteAccount"> {}
/** Input of `deleteAccount`. */
export interface DeleteAccountInput extends CallInput<DeleteAccountTypes> {}
/** Output of `deleteAccount`. */
export type DeleteAccountOutput = ResponseData<DeleteAccountTypes>;
/** Result of `deleteAccount.safe`. */
export type DeleteAccountSafeResult = SafeResult<DeleteAccountTypes>;
/** Own error codes of `deleteAccount`. */
export type DeleteAccountCode = DeleteAccountTypes["codes"];

/** Types of `cancelDeletion`. */
export interface CancelDeletionTypes extends AuthRoutes<"cancelDeletion"> {}
/** Input of `cancelDeletion`. */
export interface CancelDeletionInput extends CallInput<CancelDeletionTypes> {}
/** Output of `cancelDeletion`. */
export type CancelDeletionOutput = ResponseData<CancelDeletionTypes>;
/** Result of `cancelDeletion.safe`. */
export type CancelDeletionSafeResult = SafeResult<CancelDeletionTypes>;
/** Own error codes of `cancelDeletion`. */
export type CancelDeletionCode = CancelDeletionTypes["codes"];

/** Types of `requestDeviceCode`. */
export interface RequestDeviceCodeTypes extends AuthRoutes<"requestDeviceCode"> {}
/** Input of `requestDeviceCode`. */
export interface RequestDeviceCodeInput extends CallInput<RequestDeviceCodeTypes> {}
/** Output of `requestDeviceCode`. */
export type RequestDeviceCodeOutput = ResponseData<RequestDeviceCodeTypes>;
/** Result of `requestDeviceCode.safe`. */
export type RequestDeviceCodeSafeResult = SafeResult<RequestDeviceCodeTypes>;
/** Own error codes of `requestDeviceCode`. */
export type RequestDeviceCodeCode = RequestDeviceCodeTypes["codes"];

/** Types of `findDevice`. */
export interface FindDeviceTypes extends AuthRoutes<"findDevice"> {}
/** Input of `findDevice`. */
export interface FindDeviceInput extends CallInput<FindDeviceTypes> {}
/** Output of `findDevice`. */
export type FindDeviceOutput = ResponseData<FindDeviceTypes>;
/** Result of `findDevice.safe`. */
export type FindDeviceSafeResult = SafeResult<FindDeviceTypes>;
/** Own error codes of `findDevice`. */
export type FindDeviceCode = FindDeviceTypes["codes"];

/** Types of `approveDevice`. */
export interface ApproveDeviceTypes extends AuthRoutes<"approveDevice"> {}
/** Input of `approveDevice`. */
export interface ApproveDeviceInput extends CallInput<ApproveDeviceTypes> {}
/** Output of `approveDevice`. */
export type ApproveDeviceOutput = ResponseData<ApproveDeviceTypes>;
/** Result of `approveDevice.safe`. */
export type ApproveDeviceSafeResult = SafeResult<ApproveDeviceTypes>;
/** Own error codes of `approveDevice`. */
export type ApproveDeviceCode = ApproveDeviceTypes["codes"];

/** Types of `deviceToken`. */
export interface DeviceTokenTypes extends AuthRoutes<"deviceToken"> {}
/** Input of `deviceToken`. */
export interface DeviceTokenInput extends CallInput<DeviceTokenTypes> {}
/** Output of `deviceToken`. */
export type DeviceTokenOutput = ResponseData<DeviceTokenTypes>;
/** Result of `deviceToken.safe`. */
export type DeviceTokenSafeResult = SafeResult<DeviceTokenTypes>;
/** Own error codes of `deviceToken`. */
export type DeviceTokenCode = DeviceTokenTypes["codes"];

/** Types of `listOpenIdProviders`. */
export interface ListOpenIdProvidersTypes extends AuthRoutes<"listOpenIdProviders"> {}
/** Input of `listOpenIdProviders`. */
export interface ListOpenIdProvidersInput extends CallInput<ListOpenIdProvidersTypes> {}
/** Output of `listOpenIdProviders`. */
export type ListOpenIdProvidersOutput = ResponseData<ListOpenIdProvidersTypes>;
/** Result of `listOpenIdProviders.safe`. */
export type ListOpenIdProvidersSafeResult = SafeResult<ListOpenIdProvidersTypes>;
/** Own error codes of `listOpenIdProviders`. */
export type ListOpenIdProvidersCode = ListOpenIdProvidersTypes["codes"];

/** Types of `openIdLogin`. */
export interface OpenIdLoginTypes extends AuthRoutes<"openIdLogin"> {}
/** Input of `openIdLogin`. */
export interface OpenIdLoginInput extends CallInput<OpenIdLoginTypes> {}
/** Output of `openIdLogin`. */
export type OpenIdLoginOutput = ResponseData<OpenIdLoginTypes>;
/** Result of `openIdLogin.safe`. */
export type OpenIdLoginSafeResult = SafeResult<OpenIdLoginTypes>;
/** Own error codes of `openIdLogin`. */
export type OpenIdLoginCode = OpenIdLoginTypes["codes"];

/** Types of `listIdentities`. */
export interface ListIdentitiesTypes extends AuthRoutes<"listIdentities"> {}
/** Input of `listIdentities`. */
export interface ListIdentitiesInput extends CallInput<ListIdentitiesTypes> {}
/** Output of `listIdentities`. */
export type ListIdentitiesOutput = ResponseData<ListIdentitiesTypes>;
/** Result of `listIdentities.safe`. */
export type ListIdentitiesSafeResult = SafeResult<ListIdentitiesTypes>;
/** Own error codes of `listIdentities`. */
export type ListIdentitiesCode = ListIdentitiesTypes["codes"];

/** Types of `linkIdentity`. */
export interface LinkIdentityTypes extends AuthRoutes<"linkIdentity"> {}
/** Input of `linkIdentity`. */
export interface LinkIdentityInput extends CallInput<LinkIdentityTypes> {}
/** Output of `linkIdentity`. */
export type LinkIdentityOutput = ResponseData<LinkIdentityTypes>;
/** Result of `linkIdentity.safe`. */
export type LinkIdentitySafeResult = SafeResult<LinkIdentityTypes>;
/** Own error codes of `linkIdentity`. */
export type LinkIdentityCode = LinkIdentityTypes["codes"];

/** Types of `unlinkIdentity`. */
export interface UnlinkIdentityTypes extends AuthRoutes<"unlinkIdentity"> {}
/** Input of `unlinkIdentity`. */
export interface UnlinkIdentityInput extends CallInput<UnlinkIdentityTypes> {}
/** Output of `unlinkIdentity`. */
export type UnlinkIdentityOutput = ResponseData<UnlinkIdentityTypes>;
/** Result of `unlinkIdentity.safe`. */
export type UnlinkIdentitySafeResult = SafeResult<UnlinkIdentityTypes>;
/** Own error codes of `unlinkIdentity`. */
export type UnlinkIdentityCode = UnlinkIdentityTypes["codes"];

/** Types of `listSessions`. */
export interface ListSessionsTypes extends AuthRoutes<"listSessions"> {}
/** Input of `listSessions`. */
export interface ListSessionsInput extends CallInput<ListSessionsTypes> {}
/** Output of `listSessions`. */
export type ListSessionsOutput = ResponseData<ListSessionsTypes>;
/** Result of `listSessions.safe`. */
export type ListSessionsSafeResult = SafeResult<ListSessionsTypes>;
/** Own error codes of `listSessions`. */
export type ListSessionsCode = ListSessionsTypes["codes"];

/** Types of `endSession`. */
export interface EndSessionTypes extends AuthRoutes<"endSession"> {}
/** Input of `endSession`. */
export interface EndSessionInput extends CallInput<EndSessionTypes> {}
/** Output of `endSession`. */
export type EndSessionOutput = ResponseData<EndSessionTypes>;
/** Result of `endSession.safe`. */
export type EndSessionSafeResult = SafeResult<EndSessionTypes>;
/** Own error codes of `endSession`. */
export type EndSessionCode = EndSessionTypes["codes"];

/** Types of `createApiKey`. */
export interface CreateApiKeyTypes extends AuthRoutes<"createApiKey"> {}
/** Input of `createApiKey`. */
export interface CreateApiKeyInput extends CallInput<CreateApiKeyTypes> {}
/** Output of `createApiKey`. */
export type CreateApiKeyOutput = ResponseData<CreateApiKeyTypes>;
/** Result of `createApiKey.safe`. */
export type CreateApiKeySafeResult = SafeResult<CreateApiKeyTypes>;
/** Own error codes of `createApiKey`. */
export type CreateApiKeyCode = CreateApiKeyTypes["codes"];

/** Types of `listApiKeys`. */
export interface ListApiKeysTypes extends AuthRoutes<"listApiKeys"> {}
/** Input of `listApiKeys`. */
export interface ListApiKeysInput extends CallInput<ListApiKeysTypes> {}
/** Output of `listApiKeys`. */
export type ListApiKeysOutput = ResponseData<ListApiKeysTypes>;
/** Result of `listApiKeys.safe`. */
export type ListApiKeysSafeResult = SafeResult<ListApiKeysTypes>;
/** Own error codes of `listApiKeys`. */
export type ListApiKeysCode = ListApiKeysTypes["codes"];

/** Types of `verifyApiKey`. */
export interface VerifyApiKeyTypes extends AuthRoutes<"verifyApiKey"> {}
/** Input of `verifyApiKey`. */
export interface VerifyApiKeyInput extends CallInput<VerifyApiKeyTypes> {}
/** Output of `verifyApiKey`. */
export type VerifyApiKeyOutput = ResponseData<VerifyApiKeyTypes>;
/** Result of `verifyApiKey.safe`. */
export type VerifyApiKeySafeResult = SafeResult<VerifyApiKeyTypes>;
/** Own error codes of `verifyApiKey`. */
export type VerifyApiKeyCode = VerifyApiKeyTypes["codes"];

/** Types of `getApiKey`. */
export interface GetApiKeyTypes extends AuthRoutes<"getApiKey"> {}
/** Input of `getApiKey`. */
export interface GetApiKeyInput extends CallInput<GetApiKeyTypes> {}
/** Output of `getApiKey`. */
export type GetApiKeyOutput = ResponseData<GetApiKeyTypes>;
/** Result of `getApiKey.safe`. */
export type GetApiKeySafeResult = SafeResult<GetApiKeyTypes>;
/** Own error codes of `getApiKey`. */
export type GetApiKeyCode = GetApiKeyTypes["codes"];

/** Types of `revokeApiKey`. */
export interface RevokeApiKeyTypes extends AuthRoutes<"revokeApiKey"> {}
/** Input of `revokeApiKey`. */
export interface RevokeApiKeyInput extends CallInput<RevokeApiKeyTypes> {}
/** Output of `revokeApiKey`. */
export type RevokeApiKeyOutput = ResponseData<RevokeApiKeyTypes>;
/** Result of `revokeApiKey.safe`. */
export type RevokeApiKeySafeResult = SafeResult<RevokeApiKeyTypes>;
/** Own error codes of `revokeApiKey`. */
export type RevokeApiKeyCode = RevokeApiKeyTypes["codes"];

/** Types of `updateApiKey`. */
export interface UpdateApiKeyTypes extends AuthRoutes<"updateApiKey"> {}
/** Input of `updateApiKey`. */
export interface UpdateApiKeyInput extends CallInput<UpdateApiKeyTypes> {}
/** Output of `updateApiKey`. */
export type UpdateApiKeyOutput = ResponseData<UpdateApiKeyTypes>;
/** Result of `updateApiKey.safe`. */
export type UpdateApiKeySafeResult = SafeResult<UpdateApiKeyTypes>;
/** Own error codes of `updateApiKey`. */
export type UpdateApiKeyCode = UpdateApiKeyTypes["codes"];

/** Types of `rotateApiKey`. */
export interface RotateApiKeyTypes extends AuthRoutes<"rotateApiKey"> {}
/** Input of `rotateApiKey`. */
export interface RotateApiKeyInput extends CallInput<RotateApiKeyTypes> {}
/** Output of `rotateApiKey`. */
export type RotateApiKeyOutput = ResponseData<RotateApiKeyTypes>;
/** Result of `rotateApiKey.safe`. */
export type RotateApiKeySafeResult = SafeResult<RotateApiKeyTypes>;
/** Own error codes of `rotateApiKey`. */
export type RotateApiKeyCode = RotateApiKeyTypes["codes"];

/** Types of `getApiKeyUsage`. */
export interface GetApiKeyUsageTypes extends AuthRoutes<"getApiKeyUsage"> {}
/** Input of `getApiKeyUsage`. */
export interface GetApiKeyUsageInput extends CallInput<GetApiKeyUsageTypes> {}
/** Output of `getApiKeyUsage`. */
export type GetApiKeyUsageOutput = ResponseData<GetApiKeyUsageTypes>;
/** Result of `getApiKeyUsage.safe`. */
export type GetApiKeyUsageSafeResult = SafeResult<GetApiKeyUsageTypes>;
/** Own error codes of `getApiKeyUsage`. */
export type GetApiKeyUsageCode = GetApiKeyUsageTypes["codes"];

/** Types of `listDeployments`. */
export interface ListDeploymentsTypes extends AuthRoutes<"listDeployments"> {}
/** Input of `listDeployments`. */
export interface ListDeploymentsInput extends CallInput<ListDeploymentsTypes> {}
/** Output of `listDeployments`. */
export type ListDeploymentsOutput = ResponseData<ListDeploymentsTypes>;
/** Result of `listDeployments.safe`. */
export type ListDeploymentsSafeResult = SafeResult<ListDeploymentsTypes>;
/** Own error codes of `listDeployments`. */
export type ListDeploymentsCode = ListDeploymentsTypes["codes"];

/** Types of `createDeployment`. */
export interface CreateDeploymentTypes extends AuthRoutes<"createDeployment"> {}
/** Input of `createDeployment`. */
export interface CreateDeploymentInput extends CallInput<CreateDeploymentTypes> {}
/** Output of `createDeployment`. */
export type CreateDeploymentOutput = ResponseData<CreateDeploymentTypes>;
/** Result of `createDeployment.safe`. */
export type CreateDeploymentSafeResult = SafeResult<CreateDeploymentTypes>;
/** Own error codes of `createDeployment`. */
export type CreateDeploymentCode = CreateDeploymentTypes["codes"];

/** Types of `getDeployment`. */
export interface GetDeploymentTypes extends AuthRoutes<"getDeployment"> {}
/** Input of `getDeployment`. */
export interface GetDeploymentInput extends CallInput<GetDeploymentTypes> {}
/** Output of `getDeployment`. */
export type GetDeploymentOutput = ResponseData<GetDeploymentTypes>;
/** Result of `getDeployment.safe`. */
export type GetDeploymentSafeResult = SafeResult<GetDeploymentTypes>;
/** Own error codes of `getDeployment`. */
export type GetDeploymentCode = GetDeploymentTypes["codes"];

/** Types of `moveDeployment`. */
export interface MoveDeploymentTypes extends AuthRoutes<"moveDeployment"> {}
/** Input of `moveDeployment`. */
export interface MoveDeploymentInput extends CallInput<MoveDeploymentTypes> {}
/** Output of `moveDeployment`. */
export type MoveDeploymentOutput = ResponseData<MoveDeploymentTypes>;
/** Result of `moveDeployment.safe`. */
export type MoveDeploymentSafeResult = SafeResult<MoveDeploymentTypes>;
/** Own error codes of `moveDeployment`. */
export type MoveDeploymentCode = MoveDeploymentTypes["codes"];

/** Types of `listTransactions`. */
export interface ListTransactionsTypes extends AuthRoutes<"listTransactions"> {}
/** Input of `listTransactions`. */
export interface ListTransactionsInput extends CallInput<ListTransactionsTypes> {}
/** Output of `listTransactions`. */
export type ListTransactionsOutput = ResponseData<ListTransactionsTypes>;
/** Result of `listTransactions.safe`. */
export type ListTransactionsSafeResult = SafeResult<ListTransactionsTypes>;
/** Own error codes of `listTransactions`. */
export type ListTransactionsCode = ListTransactionsTypes["codes"];

/** Types of `createTransaction`. */
export interface CreateTransactionTypes extends AuthRoutes<"createTransaction"> {}
/** Input of `createTransaction`. */
export interface CreateTransactionInput extends CallInput<CreateTransactionTypes> {}
/** Output of `createTransaction`. */
export type CreateTransactionOutput = ResponseData<CreateTransactionTypes>;
/** Result of `createTransaction.safe`. */
export type CreateTransactionSafeResult = SafeResult<CreateTransactionTypes>;
/** Own error codes of `createTransaction`. */
export type CreateTransactionCode = CreateTransactionTypes["codes"];

/** Types of `getTransaction`. */
export interface GetTransactionTypes extends AuthRoutes<"getTransaction"> {}
/** Input of `getTransaction`. */
export interface GetTransactionInput extends CallInput<GetTransactionTypes> {}
/** Output of `getTransaction`. */
export type GetTransactionOutput = ResponseData<GetTransactionTypes>;
/** Result of `getTransaction.safe`. */
export type GetTransactionSafeResult = SafeResult<GetTransactionTypes>;
/** Own error codes of `getTransaction`. */
export type GetTransactionCode = GetTransactionTypes["codes"];

/** Types of `moveTransaction`. */
export interface MoveTransactionTypes extends AuthRoutes<"moveTransaction"> {}
/** Input of `moveTransaction`. */
export interface MoveTransactionInput extends CallInput<MoveTransactionTypes> {}
/** Output of `moveTransaction`. */
export type MoveTransactionOutput = ResponseData<MoveTransactionTypes>;
/** Result of `moveTransaction.safe`. */
export type MoveTransactionSafeResult = SafeResult<MoveTransactionTypes>;
/** Own error codes of `moveTransaction`. */
export type MoveTransactionCode = MoveTransactionTypes["codes"];

/** Types of `getUsage`. */
export interface GetUsageTypes extends AuthRoutes<"getUsage"> {}
/** Input of `getUsage`. */
export interface GetUsageInput extends CallInput<GetUsageTypes> {}
/** Output of `getUsage`. */
export type GetUsageOutput = ResponseData<GetUsageTypes>;
/** Result of `getUsage.safe`. */
export type GetUsageSafeResult = SafeResult<GetUsageTypes>;
/** Own error codes of `getUsage`. */
export type GetUsageCode = GetUsageTypes["codes"];

/** Types of `createWebhook`. */
export interface CreateWebhookTypes extends AuthRoutes<"createWebhook"> {}
/** Input of `createWebhook`. */
export interface CreateWebhookInput extends CallInput<CreateWebhookTypes> {}
/** Output of `createWebhook`. */
export type CreateWebhookOutput = ResponseData<CreateWebhookTypes>;
/** Result of `createWebhook.safe`. */
export type CreateWebhookSafeResult = SafeResult<CreateWebhookTypes>;
/** Own error codes of `createWebhook`. */
export type CreateWebhookCode = CreateWebhookTypes["codes"];

/** Types of `listWebhooks`. */
export interface ListWebhooksTypes extends AuthRoutes<"listWebhooks"> {}
/** Input of `listWebhooks`. */
export interface ListWebhooksInput extends CallInput<ListWebhooksTypes> {}
/** Output of `listWebhooks`. */
export type ListWebhooksOutput = ResponseData<ListWebhooksTypes>;
/** Result of `listWebhooks.safe`. */
export type ListWebhooksSafeResult = SafeResult<ListWebhooksTypes>;
/** Own error codes of `listWebhooks`. */
export type ListWebhooksCode = ListWebhooksTypes["codes"];

/** Types of `getWebhook`. */
export interface GetWebhookTypes extends AuthRoutes<"getWebhook"> {}
/** Input of `getWebhook`. */
export interface GetWebhookInput extends CallInput<GetWebhookTypes> {}
/** Output of `getWebhook`. */
export type GetWebhookOutput = ResponseData<GetWebhookTypes>;
/** Result of `getWebhook.safe`. */
export type GetWebhookSafeResult = SafeResult<GetWebhookTypes>;
/** Own error codes of `getWebhook`. */
export type GetWebhookCode = GetWebhookTypes["codes"];

/** Types of `updateWebhook`. */
export interface UpdateWebhookTypes extends AuthRoutes<"updateWebhook"> {}
/** Input of `updateWebhook`. */
export interface UpdateWebhookInput extends CallInput<UpdateWebhookTypes> {}
/** Output of `updateWebhook`. */
export type UpdateWebhookOutput = ResponseData<UpdateWebhookTypes>;
/** Result of `updateWebhook.safe`. */
export type UpdateWebhookSafeResult = SafeResult<UpdateWebhookTypes>;
/** Own error codes of `updateWebhook`. */
export type UpdateWebhookCode = UpdateWebhookTypes["codes"];

/** Types of `deleteWebhook`. */
export interface DeleteWebhookTypes extends AuthRoutes<"deleteWebhook"> {}
/** Input of `deleteWebhook`. */
export interface DeleteWebhookInput extends CallInput<DeleteWebhookTypes> {}
/** Output of `deleteWebhook`. */
export type DeleteWebhookOutput = ResponseData<DeleteWebhookTypes>;
/** Result of `deleteWebhook.safe`. */
export type DeleteWebhookSafeResult = SafeResult<DeleteWebhookTypes>;
/** Own error codes of `deleteWebhook`. */
export type DeleteWebhookCode = DeleteWebhookTypes["codes"];

/** Types of `rotateWebhook`. */
export interface RotateWebhookTypes extends AuthRoutes<"rotateWebhook"> {}
/** Input of `rotateWebhook`. */
export interface RotateWebhookInput extends CallInput<RotateWebhookTypes> {}
/** Output of `rotateWebhook`. */
export type RotateWebhookOutput = ResponseData<RotateWebhookTypes>;
/** Result of `rotateWebhook.safe`. */
export type RotateWebhookSafeResult = SafeResult<RotateWebhookTypes>;
/** Own error codes of `rotateWebhook`. */
export type RotateWebhookCode = RotateWebhookTypes["codes"];

/** Types of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesTypes extends AuthRoutes<"listWebhookDeliveries"> {}
/** Input of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesInput extends CallInput<ListWebhookDeliveriesTypes> {}
/** Output of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesOutput = ResponseData<ListWebhookDeliveriesTypes>;
/** Result of `listWebhookDeliveries.safe`. */
export type ListWebhookDeliveriesSafeResult = SafeResult<ListWebhookDeliveriesTypes>;
/** Own error codes of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesCode = ListWebhookDeliveriesTypes["codes"];

/** Types of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryTypes extends AuthRoutes<"replayWebhookDelivery"> {}
/** Input of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryInput extends CallInput<ReplayWebhookDeliveryTypes> {}
/** Output of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryOutput = ResponseData<ReplayWebhookDeliveryTypes>;
/** Result of `replayWebhookDelivery.safe`. */
export type ReplayWebhookDeliverySafeResult = SafeResult<ReplayWebhookDeliveryTypes>;
/** Own error codes of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryCode = ReplayWebhookDeliveryTypes["codes"];

/** Types of `createOrganization`. */
export interface CreateOrganizationTypes extends AuthRoutes<"createOrganization"> {}
/** Input of `createOrganization`. */
export interface CreateOrganizationInput extends CallInput<CreateOrganizationTypes> {}
/** Output of `createOrganization`. */
export type CreateOrganizationOutput = ResponseData<CreateOrganizationTypes>;
/** Result of `createOrganization.safe`. */
export type CreateOrganizationSafeResult = SafeResult<CreateOrganizationTypes>;
/** Own error codes of `createOrganization`. */
export type CreateOrganizationCode = CreateOrganizationTypes["codes"];

/** Types of `listOrganizations`. */
export interface ListOrganizationsTypes extends AuthRoutes<"listOrganizations"> {}
/** Input of `listOrganizations`. */
export interface ListOrganizationsInput extends CallInput<ListOrganizationsTypes> {}
/** Output of `listOrganizations`. */
export type ListOrganizationsOutput = ResponseData<ListOrganizationsTypes>;
/** Result of `listOrganizations.safe`. */
export type ListOrganizationsSafeResult = SafeResult<ListOrganizationsTypes>;
/** Own error codes of `listOrganizations`. */
export type ListOrganizationsCode = ListOrganizationsTypes["codes"];

/** Types of `getOrganization`. */
export interface GetOrganizationTypes extends AuthRoutes<"getOrganization"> {}
/** Input of `getOrganization`. */
export interface GetOrganizationInput extends CallInput<GetOrganizationTypes> {}
/** Output of `getOrganization`. */
export type GetOrganizationOutput = ResponseData<GetOrganizationTypes>;
/** Result of `getOrganization.safe`. */
export type GetOrganizationSafeResult = SafeResult<GetOrganizationTypes>;
/** Own error codes of `getOrganization`. */
export type GetOrganizationCode = GetOrganizationTypes["codes"];

/** Types of `updateOrganization`. */
export interface UpdateOrganizationTypes extends AuthRoutes<"updateOrganization"> {}
/** Input of `updateOrganization`. */
export interface UpdateOrganizationInput extends CallInput<UpdateOrganizationTypes> {}
/** Output of `updateOrganization`. */
export type UpdateOrganizationOutput = ResponseData<UpdateOrganizationTypes>;
/** Result of `updateOrganization.safe`. */
export type UpdateOrganizationSafeResult = SafeResult<UpdateOrganizationTypes>;
/** Own error codes of `updateOrganization`. */
export type UpdateOrganizationCode = UpdateOrganizationTypes["codes"];

/** Types of `deleteOrganization`. */
export interface DeleteOrganizationTypes extends AuthRoutes<"deleteOrganization"> {}
/** Input of `deleteOrganization`. */
export interface DeleteOrganizationInput extends CallInput<DeleteOrganizationTypes> {}
/** Output of `deleteOrganization`. */
export type DeleteOrganizationOutput = ResponseData<DeleteOrganizationTypes>;
/** Result of `deleteOrganization.safe`. */
export type DeleteOrganizationSafeResult = SafeResult<DeleteOrganizationTypes>;
/** Own error codes of `deleteOrganization`. */
export type DeleteOrganizationCode = DeleteOrganizationTypes["codes"];

/** Types of `listMembers`. */
export interface ListMembersTypes extends AuthRoutes<"listMembers"> {}
/** Input of `listMembers`. */
export interface ListMembersInput extends CallInput<ListMembersTypes> {}
/** Output of `listMembers`. */
export type ListMembersOutput = ResponseData<ListMembersTypes>;
/** Result of `listMembers.safe`. */
export type ListMembersSafeResult = SafeResult<ListMembersTypes>;
/** Own error codes of `listMembers`. */
export type ListMembersCode = ListMembersTypes["codes"];

/** Types of `updateMember`. */
export interface UpdateMemberTypes extends AuthRoutes<"updateMember"> {}
/** Input of `updateMember`. */
export interface UpdateMemberInput extends CallInput<UpdateMemberTypes> {}
/** Output of `updateMember`. */
export type UpdateMemberOutput = ResponseData<UpdateMemberTypes>;
/** Result of `updateMember.safe`. */
export type UpdateMemberSafeResult = SafeResult<UpdateMemberTypes>;
/** Own error codes of `updateMember`. */
export type UpdateMemberCode = UpdateMemberTypes["codes"];

/** Types of `removeMember`. */
export interface RemoveMemberTypes extends AuthRoutes<"removeMember"> {}
/** Input of `removeMember`. */
export interface RemoveMemberInput extends CallInput<RemoveMemberTypes> {}
/** Output of `removeMember`. */
export type RemoveMemberOutput = ResponseData<RemoveMemberTypes>;
/** Result of `removeMember.safe`. */
export type RemoveMemberSafeResult = SafeResult<RemoveMemberTypes>;
/** Own error codes of `removeMember`. */
export type RemoveMemberCode = RemoveMemberTypes["codes"];

/** Types of `createInvitation`. */
export interface CreateInvitationTypes extends AuthRoutes<"createInvitation"> {}
/** Input of `createInvitation`. */
export interface CreateInvitationInput extends CallInput<CreateInvitationTypes> {}
/** Output of `createInvitation`. */
export type CreateInvitationOutput = ResponseData<CreateInvitationTypes>;
/** Result of `createInvitation.safe`. */
export type CreateInvitationSafeResult = SafeResult<CreateInvitationTypes>;
/** Own error codes of `createInvitation`. */
export type CreateInvitationCode = CreateInvitationTypes["codes"];

/** Types of `listInvitations`. */
export interface ListInvitationsTypes extends AuthRoutes<"listInvitations"> {}
/** Input of `listInvitations`. */
export interface ListInvitationsInput extends CallInput<ListInvitationsTypes> {}
/** Output of `listInvitations`. */
export type ListInvitationsOutput = ResponseData<ListInvitationsTypes>;
/** Result of `listInvitations.safe`. */
export type ListInvitationsSafeResult = SafeResult<ListInvitationsTypes>;
/** Own error codes of `listInvitations`. */
export type ListInvitationsCode = ListInvitationsTypes["codes"];

/** Types of `acceptInvitation`. */
export interface AcceptInvitationTypes extends AuthRoutes<"acceptInvitation"> {}
/** Input of `acceptInvitation`. */
export interface AcceptInvitationInput extends CallInput<AcceptInvitationTypes> {}
/** Output of `acceptInvitation`. */
export type AcceptInvitationOutput = ResponseData<AcceptInvitationTypes>;
/** Result of `acceptInvitation.safe`. */
export type AcceptInvitationSafeResult = SafeResult<AcceptInvitationTypes>;
/** Own error codes of `acceptInvitation`. */
export type AcceptInvitationCode = AcceptInvitationTypes["codes"];

/** Types of `revokeInvitation`. */
export interface RevokeInvitationTypes extends AuthRoutes<"revokeInvitation"> {}
/** Input of `revokeInvitation`. */
export interface RevokeInvitationInput extends CallInput<RevokeInvitationTypes> {}
/** Output of `revokeInvitation`. */
export type RevokeInvitationOutput = ResponseData<RevokeInvitationTypes>;
/** Result of `revokeInvitation.safe`. */
export type RevokeInvitationSafeResult = SafeResult<RevokeInvitationTypes>;
/** Own error codes of `revokeInvitation`. */
export type RevokeInvitationCode = RevokeInvitationTypes["codes"];

/** Types of `listAudit`. */
export interface ListAuditTypes extends AuthRoutes<"listAudit"> {}
/** Input of `listAudit`. */
export interface ListAuditInput extends CallInput<ListAuditTypes> {}
/** Output of `listAudit`. */
export type ListAuditOutput = ResponseData<ListAuditTypes>;
/** Result of `listAudit.safe`. */
export type ListAuditSafeResult = SafeResult<ListAuditTypes>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = ListAuditTypes["codes"];

/** Types of the calls of `authRoutes`, by operation id. */
export interface AuthRouteTypes {
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
  /** `POST /auth/email`. */
  changeEmail: ChangeEmailTypes;
  /** `POST /auth/password`. */
  changePassword: ChangePasswordTypes;
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
  /** `GET /auth/remembered-devices`. */
  listRememberedDevices: ListRememberedDevicesTypes;
  /** `DELETE /auth/remembered-devices/:id`. */
  forgetDevice: ForgetDeviceTypes;
  /** `POST /auth/passkeys/options`. */
  beginPasskey: BeginPasskeyTypes;
  /** `POST /auth/passkeys`. */
  addPasskey: AddPasskeyTypes;
  /** `POST /auth/passkeys/login/options`. */
  beginPasskeyLogin: BeginPasskeyLoginTypes;
  /** `POST /auth/passkeys/login`. */
  loginWithPasskey: LoginWithPasskeyTypes;
  /** `GET /auth/me/export`. */
  exportAccount: ExportAccountTypes;
  /** `DELETE /auth/me`. */
  deleteAccount: DeleteAccountTypes;
  /** `DELETE /auth/me/deletion`. */
  cancelDeletion: CancelDeletionTypes;
  /** `POST /auth/device/code`. */
  requestDeviceCode: RequestDeviceCodeTypes;
  /** `POST /auth/device/find`. */
  findDevice: FindDeviceTypes;
  /** `POST /auth/device/approve`. */
  approveDevice: ApproveDeviceTypes;
  /** `POST /auth/device/token`. */
  deviceToken: DeviceTokenTypes;
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
  /** `POST /auth/api-keys`. */
  createApiKey: CreateApiKeyTypes;
  /** `GET /auth/api-keys`. */
  listApiKeys: ListApiKeysTypes;
  /** `POST /auth/api-keys/verify`. */
  verifyApiKey: VerifyApiKeyTypes;
  /** `GET /auth/api-keys/:id`. */
  getApiKey: GetApiKeyTypes;
  /** `DELETE /auth/api-keys/:id`. */
  revokeApiKey: RevokeApiKeyTypes;
  /** `PATCH /auth/api-keys/:id`. */
  updateApiKey: UpdateApiKeyTypes;
  /** `POST /auth/api-keys/:id/rotate`. */
  rotateApiKey: RotateApiKeyTypes;
  /** `GET /auth/api-keys/:id/usage`. */
  getApiKeyUsage: GetApiKeyUsageTypes;
  /** `GET /deployments`. */
  listDeployments: ListDeploymentsTypes;
  /** `POST /deployments`. */
  createDeployment: CreateDeploymentTypes;
  /** `GET /deployments/:id`. */
  getDeployment: GetDeploymentTypes;
  /** `PATCH /deployments/:id`. */
  moveDeployment: MoveDeploymentTypes;
  /** `GET /transactions`. */
  listTransactions: ListTransactionsTypes;
  /** `POST /transactions`. */
  createTransaction: CreateTransactionTypes;
  /** `GET /transactions/:hash`. */
  getTransaction: GetTransactionTypes;
  /** `PATCH /transactions/:hash`. */
  moveTransaction: MoveTransactionTypes;
  /** `GET /billing/usage`. */
  getUsage: GetUsageTypes;
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
  /** `POST /webhooks/:id/deliveries/:deliveryId/replay`. */
  replayWebhookDelivery: ReplayWebhookDeliveryTypes;
  /** `POST /organizations`. */
  createOrganization: CreateOrganizationTypes;
  /** `GET /organizations`. */
  listOrganizations: ListOrganizationsTypes;
  /** `GET /organizations/:id`. */
  getOrganization: GetOrganizationTypes;
  /** `PATCH /organizations/:id`. */
  updateOrganization: UpdateOrganizationTypes;
  /** `DELETE /organizations/:id`. */
  deleteOrganization: DeleteOrganizationTypes;
  /** `GET /organizations/:id/members`. */
  listMembers: ListMembersTypes;
  /** `PATCH /organizations/:id/members/:userId`. */
  updateMember: UpdateMemberTypes;
  /** `DELETE /organizations/:id/members/:userId`. */
  removeMember: RemoveMemberTypes;
  /** `POST /invitations`. */
  createInvitation: CreateInvitationTypes;
  /** `GET /invitations`. */
  listInvitations: ListInvitationsTypes;
  /** `POST /invitations/accept`. */
  acceptInvitation: AcceptInvitationTypes;
  /** `DELETE /invitations/:id`. */
  revokeInvitation: RevokeInvitationTypes;
  /** `GET /audit`. */
  listAudit: ListAuditTypes;
}
