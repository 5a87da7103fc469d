/** Written by scripts/write-texts.ts out of the doc comments of the contract's routes and fields: change those instead. */

import type { Texts } from "@bourse/contract";

export const texts: Readonly<Record<"curation" | "curation-health", Texts>> = {
  curation: {
    issueNonce: "Issue a message for a wallet to sign, which is valid for five minutes and once",
    "issueNonce.body.wallet_address":
      "EVM address (EIP-55 checked when in mixed case) or Solana address, 1–100 characters.",
    "issueNonce.200.nonce": "Random value in the message; it can be used once.",
    "issueNonce.200.message": "Message to sign with the wallet.",
    "issueNonce.200.expires_at":
      "Time at which the message expires, ISO 8601 in UTC: five minutes from now.",
    register: "Create an account for a wallet and log it in",
    "register.body.wallet_address":
      "EVM address (EIP-55 checked when in mixed case) or Solana address, 1–100 characters.",
    "register.body.username":
      "Unique name: 3–50 letters, digits and `_ . -`, compared without case.",
    "register.body.email": "E-mail address, 1–320 characters; it comes with `password`.",
    "register.body.password":
      "Password, 8–128 characters in a registration; common and predictable ones, the username and the e-mail address are refused.",
    "register.body.message":
      "Sign-in message from `POST /auth/nonce`, 1–10,000 characters; it comes with `signature`.",
    "register.body.signature":
      "Signature of the message by the wallet, as text or as an array of its bytes; it comes with `message`.",
    "register.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    "register.body.admin_code":
      "One-time code of the operator, 1–200 characters; needed for an e-mail address that is reserved for an admin.",
    "register.body.oidc":
      "Code of a sign-in that no account is linked with: `registration` of the refused login, and its verifier.",
    "register.body.oidc.code": "Code behind `#signed-in=` of the page's address, 1–200 characters.",
    "register.body.oidc.verifier":
      "Verifier whose SHA-256 the sign-in began with as `challenge`, 43–128 characters of RFC 7636.",
    login: "Log in by a signed message, or by e-mail and password",
    "login.body.wallet_address":
      "Wallet address of the account, 1–100 characters. Default: the address in the message.",
    "login.body.device_secret":
      "Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none.",
    "login.body.email": "E-mail address, 1–320 characters; it comes with `password`.",
    "login.body.password":
      "Password, 8–128 characters in a registration; common and predictable ones, the username and the e-mail address are refused.",
    "login.body.message":
      "Sign-in message from `POST /auth/nonce`, 1–10,000 characters; it comes with `signature`.",
    "login.body.signature":
      "Signature of the message by the wallet, as text or as an array of its bytes; it comes with `message`.",
    "login.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    refresh: "Exchange a refresh token for a new access token",
    "refresh.body.refresh_token": "Refresh token of the login, 1–512 characters.",
    "refresh.body.rotate":
      "True to issue a new refresh token too; the old one then ends 30 seconds later. Default false.",
    "refresh.200.access_token":
      "Access token: a JWT (RFC 9068) for the header `Authorization: Bearer`.",
    "refresh.200.token_type": "Always `bearer`.",
    "refresh.200.expires_in": "Lifetime of the access token in seconds, at least 1.",
    "refresh.200.refresh_token": "New refresh token, present only when `rotate` was true.",
    logout: "End the session of a refresh token, and its access tokens with it",
    "logout.body.refresh_token": "Refresh token of the login to end, 1–512 characters.",
    "logout.200.revoked": "True when this call ended the session, false when it had ended before.",
    me: "Read the account of the caller",
    updateMe: "Change the caller's profile; null removes a field",
    "updateMe.body.username":
      "New unique name: 3–50 letters, digits and `_ . -`. Default: unchanged.",
    "updateMe.body.display_name":
      "New name to show, at most 100 characters; null removes it. Default: unchanged.",
    "updateMe.body.avatar_url":
      "New URL of a picture, at most 2,000 characters; null removes it. Default: unchanged.",
    "updateMe.body.bio":
      "New text about the user, at most 1,000 characters; null removes it. Default: unchanged.",
    deleteAccount: "Delete the account after a waiting time, and end every session now",
    "deleteAccount.body.password": "Current password, 1–1,024 characters.",
    "deleteAccount.body.code": "Code from `POST /auth/me/deletion/code`, 1–200 characters.",
    "deleteAccount.body.message":
      "Message from `POST /auth/nonce` for the account's proved wallet, 1–10,000 characters; with `signature`.",
    "deleteAccount.body.signature": "Signature of `message`, as text or as an array of its bytes.",
    "deleteAccount.body.refresh_token":
      "Refresh token of the session, 1–512 characters, for an account with neither a password nor a proved wallet.",
    setWallet: "Prove the account's wallet, or change to a proved one; every other session ends",
    "setWallet.body.wallet_address":
      "EVM address (EIP-55 checked when in mixed case) or Solana address, 1–100 characters.",
    "setWallet.body.message": "Sign-in message from `POST /auth/nonce`, 1–10,000 characters.",
    "setWallet.body.signature":
      "Signature of the message by the wallet: 1–10,000 characters of hexadecimal, base58 or base64, or 0–4,096 bytes.",
    "setWallet.body.current_password":
      "Current password, 1–1,024 characters; or else a signed message, where the account can log in by one of the two.",
    "setWallet.body.current_message":
      "Message from `POST /auth/nonce` for the account's proved wallet, 1–10,000 characters; with `current_signature`.",
    "setWallet.body.current_signature":
      "Signature of `current_message`, as text or as an array of its bytes.",
    "setWallet.body.refresh_token":
      "Refresh token of the session, 1–512 characters, for an account with neither a password nor a proved wallet.",
    setEmail: "Set or change the e-mail address of the account; every other session ends",
    "setEmail.body.email": "New e-mail address, 1–320 characters.",
    "setEmail.body.new_password":
      "New password, 8–128 characters; required while the account has none. Default: unchanged.",
    "setEmail.body.admin_code":
      "One-time code of the operator, 1–200 characters; needed for an address that is reserved for an admin.",
    "setEmail.body.current_password":
      "Current password, 1–1,024 characters; or else a signed message, where the account can log in by one of the two.",
    "setEmail.body.current_message":
      "Message from `POST /auth/nonce` for the account's proved wallet, 1–10,000 characters; with `current_signature`.",
    "setEmail.body.current_signature":
      "Signature of `current_message`, as text or as an array of its bytes.",
    "setEmail.body.refresh_token":
      "Refresh token of the session, 1–512 characters, for an account with neither a password nor a proved wallet.",
    setPassword: "Change the password of the account; every other session ends",
    "setPassword.body.new_password":
      "New password, 8–128 characters; common and predictable ones, the username and the e-mail address are refused.",
    "setPassword.body.current_password":
      "Current password, 1–1,024 characters; or else a signed message, where the account can log in by one of the two.",
    "setPassword.body.current_message":
      "Message from `POST /auth/nonce` for the account's proved wallet, 1–10,000 characters; with `current_signature`.",
    "setPassword.body.current_signature":
      "Signature of `current_message`, as text or as an array of its bytes.",
    "setPassword.body.refresh_token":
      "Refresh token of the session, 1–512 characters, for an account with neither a password nor a proved wallet.",
    redeemAdminCode:
      "Become an admin by the operator's one-time code for the account's e-mail address",
    "redeemAdminCode.body.admin_code":
      "One-time code of the operator for the account's e-mail address, 1–200 characters.",
    forgotPassword: "Ask for a mail with a link to a new password",
    "forgotPassword.body.email":
      "E-mail address of the account, 1–320 characters, compared without case.",
    resetPassword: "Replace a forgotten password by the token of a link and end every session",
    "resetPassword.body.token":
      "Token of the link: what follows `reset-password=`, 1–200 characters.",
    "resetPassword.body.password":
      "New password, 8–128 characters; common and predictable ones, the username and the e-mail address are refused.",
    emailState: "Read the e-mail address of the account and the state of its proof",
    "emailState.200.email": "E-mail address of the account; null when it has none.",
    "emailState.200.verified_at":
      "Time at which the owner proved this address, ISO 8601 in UTC; null until then.",
    requestEmailVerification:
      "Ask for a mail with a link that proves the e-mail address of the account",
    verifyEmail: "Prove an e-mail address by the token of a link",
    "verifyEmail.body.token": "Token of the link: what follows `verify-email=`, 1–200 characters.",
    exportAccount: "Copy all that is held about the account, as one JSON document",
    requestDeletionCode: "Ask for a mail with a code that proves the wish to delete the account",
    cancelDeletion: "Cancel the deletion of the account that waits",
    loginWithFactor: "Exchange the challenge of a login and a second factor for tokens",
    "loginWithFactor.body.challenge":
      "Token of the challenge that the refusal names, 1–200 characters.",
    "loginWithFactor.body.code":
      "Six digits of the authenticator app, or a recovery code in any case, with or without hyphens.",
    "loginWithFactor.body.credential": "Use of a passkey for this challenge, in place of a code.",
    "loginWithFactor.body.credential.id": "Id of the passkey, in base64url.",
    "loginWithFactor.body.credential.rawId": "The same id.",
    "loginWithFactor.body.credential.type": "Kind of the credential.",
    "loginWithFactor.body.credential.response": "Answer of the authenticator.",
    "loginWithFactor.body.credential.response.clientDataJSON":
      "Challenge, origin and purpose as the browser saw them, in base64url.",
    "loginWithFactor.body.credential.response.authenticatorData":
      "Site, flags and counter as the authenticator saw them, in base64url.",
    "loginWithFactor.body.credential.response.signature": "Signature over both, in base64url.",
    "loginWithFactor.body.credential.response.userHandle":
      "Handle of the account, in base64url; authenticators that keep none send none.",
    "loginWithFactor.body.remember":
      "True to remember this device, so that its next logins need no second factor. Default false.",
    "loginWithFactor.body.device_secret":
      "Secret that this device has of an earlier time, 1–200 characters; it ends with a new one. Default: none.",
    "loginWithFactor.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    listFactors: "List the caller's second factors",
    addTotp: "Begin an authenticator app; only this answer shows its secret",
    confirmTotp:
      "Confirm an authenticator app by its first code; only this answer shows the recovery codes",
    "confirmTotp.body.id": "Factor id, a UUID.",
    "confirmTotp.body.code": "Six digits that the authenticator app shows.",
    removeFactor: "Remove a second factor",
    "removeFactor.params.id": "Factor id, a UUID.",
    "removeFactor.200.id": "Factor id, a UUID.",
    stepUp: "Step the session up for ten minutes by a second factor",
    "stepUp.body.challenge": "Token of the challenge that the refusal names, 1–200 characters.",
    "stepUp.body.code":
      "Six digits of the authenticator app, or a recovery code in any case, with or without hyphens.",
    "stepUp.body.credential": "Use of a passkey for this challenge, in place of a code.",
    "stepUp.body.credential.id": "Id of the passkey, in base64url.",
    "stepUp.body.credential.rawId": "The same id.",
    "stepUp.body.credential.type": "Kind of the credential.",
    "stepUp.body.credential.response": "Answer of the authenticator.",
    "stepUp.body.credential.response.clientDataJSON":
      "Challenge, origin and purpose as the browser saw them, in base64url.",
    "stepUp.body.credential.response.authenticatorData":
      "Site, flags and counter as the authenticator saw them, in base64url.",
    "stepUp.body.credential.response.signature": "Signature over both, in base64url.",
    "stepUp.body.credential.response.userHandle":
      "Handle of the account, in base64url; authenticators that keep none send none.",
    beginPasskey: "Begin a passkey: options for the browser",
    "beginPasskey.200.challenge": "Random text that the authenticator signs, in base64url.",
    "beginPasskey.200.rp": "The site.",
    "beginPasskey.200.rp.id": "Host of the site.",
    "beginPasskey.200.rp.name": "Name of the service.",
    "beginPasskey.200.user": "The account.",
    "beginPasskey.200.user.id": "Handle of the account, in base64url.",
    "beginPasskey.200.user.name": "Name of the account.",
    "beginPasskey.200.user.displayName": "Name of the account, as it is shown.",
    "beginPasskey.200.pubKeyCredParams": "Algorithms that are accepted, the preferred one first.",
    "beginPasskey.200.pubKeyCredParams.type": "Kind of the credential.",
    "beginPasskey.200.pubKeyCredParams.alg":
      "Algorithm of signatures (COSE), such as -7 for ES256.",
    "beginPasskey.200.timeout": "Time for the person in milliseconds, at least 1.",
    "beginPasskey.200.attestation": "No proof of the authenticator's maker is asked for.",
    "beginPasskey.200.excludeCredentials": "Passkeys that the account has.",
    "beginPasskey.200.excludeCredentials.type": "Kind of the credential.",
    "beginPasskey.200.excludeCredentials.id": "Id of the passkey, in base64url.",
    "beginPasskey.200.excludeCredentials.transports": "Ways in which its authenticator is reached.",
    "beginPasskey.200.authenticatorSelection": "Demands on the authenticator.",
    "beginPasskey.200.authenticatorSelection.residentKey":
      "Demand that the passkey can be found without a user name.",
    "beginPasskey.200.authenticatorSelection.requireResidentKey":
      "The same demand, as level 1 spells it.",
    "beginPasskey.200.authenticatorSelection.userVerification":
      "Demand that the person is verified.",
    addPasskey:
      "Add the passkey that a browser has made; with the first factor only this answer shows the recovery codes",
    "addPasskey.body.credential": "The browser's answer to the options.",
    "addPasskey.body.credential.id": "Id of the passkey, in base64url.",
    "addPasskey.body.credential.rawId": "The same id.",
    "addPasskey.body.credential.type": "Kind of the credential.",
    "addPasskey.body.credential.response": "Answer of the authenticator.",
    "addPasskey.body.credential.response.clientDataJSON":
      "Challenge, origin and purpose as the browser saw them, in base64url.",
    "addPasskey.body.credential.response.attestationObject":
      "Public key and data of the authenticator, in base64url.",
    "addPasskey.body.credential.response.transports":
      "Ways in which the authenticator is reached, such as `internal`.",
    "addPasskey.body.name":
      "Name by which its owner knows it, one line of 1–100 characters. Default `Passkey`.",
    beginPasskeyLogin: "Begin the use of a passkey: options for the browser",
    "beginPasskeyLogin.body.challenge":
      "Token of the challenge that a refusal names, 1–200 characters. Default: none, for a login by a passkey alone.",
    "beginPasskeyLogin.200.challenge": "Random text that the authenticator signs, in base64url.",
    "beginPasskeyLogin.200.rpId": "Host of the site.",
    "beginPasskeyLogin.200.allowCredentials":
      "Passkeys that may answer; none stands for any that the authenticator finds.",
    "beginPasskeyLogin.200.allowCredentials.type": "Kind of the credential.",
    "beginPasskeyLogin.200.allowCredentials.id": "Id of the passkey, in base64url.",
    "beginPasskeyLogin.200.allowCredentials.transports":
      "Ways in which its authenticator is reached.",
    "beginPasskeyLogin.200.userVerification": "Demand that the person is verified.",
    "beginPasskeyLogin.200.timeout": "Time for the person in milliseconds, at least 1.",
    loginWithPasskey: "Exchange a passkey alone for tokens",
    "loginWithPasskey.body.credential": "The browser's answer to the options.",
    "loginWithPasskey.body.credential.id": "Id of the passkey, in base64url.",
    "loginWithPasskey.body.credential.rawId": "The same id.",
    "loginWithPasskey.body.credential.type": "Kind of the credential.",
    "loginWithPasskey.body.credential.response": "Answer of the authenticator.",
    "loginWithPasskey.body.credential.response.clientDataJSON":
      "Challenge, origin and purpose as the browser saw them, in base64url.",
    "loginWithPasskey.body.credential.response.authenticatorData":
      "Site, flags and counter as the authenticator saw them, in base64url.",
    "loginWithPasskey.body.credential.response.signature": "Signature over both, in base64url.",
    "loginWithPasskey.body.credential.response.userHandle":
      "Handle of the account, in base64url; authenticators that keep none send none.",
    "loginWithPasskey.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    listOpenIdProviders: "List the OpenID providers that people can sign in with",
    openIdLogin: "Exchange the code of a sign-in for tokens",
    "openIdLogin.body.code": "Code behind `#signed-in=` of the page's address, 1–200 characters.",
    "openIdLogin.body.verifier":
      "Verifier whose SHA-256 the sign-in began with as `challenge`, 43–128 characters of RFC 7636.",
    "openIdLogin.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    "openIdLogin.body.device_secret":
      "Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none.",
    listIdentities: "List the identities that sign in to the account",
    linkIdentity: "Link the account with the identity of a sign-in",
    "linkIdentity.body.code": "Code behind `#signed-in=` of the page's address, 1–200 characters.",
    "linkIdentity.body.verifier":
      "Verifier whose SHA-256 the sign-in began with as `challenge`, 43–128 characters of RFC 7636.",
    unlinkIdentity: "Unlink an identity from the account",
    "unlinkIdentity.params.id": "Id of the link, a UUID.",
    "unlinkIdentity.200.id": "Id of the link that was ended.",
    listSessions: "List the caller's sessions, newest first",
    "listSessions.200.id": "Session id, a UUID.",
    "listSessions.200.created_at": "Time of the login, ISO 8601 in UTC.",
    "listSessions.200.last_used_at": "Time of the last refresh, or of the login, ISO 8601 in UTC.",
    "listSessions.200.expires_at":
      "Time at which the session ends unless it is refreshed, ISO 8601 in UTC.",
    "listSessions.200.user_agent":
      "The header `User-Agent` of the login; null when there was none.",
    "listSessions.200.ip": "IP address that the login came from; null when it is not known.",
    "listSessions.200.current": "True for the session of the access token in use.",
    endSession: "End a session, and its access tokens with it",
    "endSession.params.id": "Session id, a UUID.",
    "endSession.200.id": "Session id, a UUID.",
    listRememberedDevices: "List the caller's remembered devices, newest first",
    forgetDevice: "Forget a device: logins from it need a second factor again",
    "forgetDevice.params.id": "Device id, a UUID.",
    "forgetDevice.200.id": "Device id, a UUID.",
    requestRecovery:
      "Ask for a mail with a link that begins the recovery of an account whose wallet is lost",
    "requestRecovery.body.email":
      "E-mail address of the account, 1–320 characters, compared without case.",
    cancelRecovery: "End the recovery of the account that waits",
    proveRecovery:
      "Begin a recovery by a link or a second wallet, or renew its token when it can be completed",
    "proveRecovery.body.token":
      "Token of the link: what follows `recover-wallet=`, 1–200 characters; or else a message with its signature.",
    "proveRecovery.body.message":
      "Message from `POST /auth/nonce` for a second wallet, 1–10,000 characters; with `signature`.",
    "proveRecovery.body.signature":
      "Signature of `message` by the second wallet, as text or as an array of its bytes.",
    "proveRecovery.body.challenge":
      "Token of the challenge that a FACTOR_REQUIRED names, 1–200 characters; it comes with the same proof once more.",
    "proveRecovery.body.code":
      "Six digits of the authenticator app, or a recovery code; with `challenge`.",
    "proveRecovery.body.credential": "Use of a passkey for the challenge, in place of a code.",
    "proveRecovery.body.credential.id": "Id of the passkey, in base64url.",
    "proveRecovery.body.credential.rawId": "The same id.",
    "proveRecovery.body.credential.type": "Kind of the credential.",
    "proveRecovery.body.credential.response": "Answer of the authenticator.",
    "proveRecovery.body.credential.response.clientDataJSON":
      "Challenge, origin and purpose as the browser saw them, in base64url.",
    "proveRecovery.body.credential.response.authenticatorData":
      "Site, flags and counter as the authenticator saw them, in base64url.",
    "proveRecovery.body.credential.response.signature": "Signature over both, in base64url.",
    "proveRecovery.body.credential.response.userHandle":
      "Handle of the account, in base64url; authenticators that keep none send none.",
    completeRecovery:
      "Give the account another wallet, after the waiting time, and end every session",
    "completeRecovery.body.recovery_token": "Token of the newest proof, 1–200 characters.",
    "completeRecovery.body.wallet_address":
      "EVM address (EIP-55 checked when in mixed case) or Solana address, 1–100 characters.",
    "completeRecovery.body.message":
      "Sign-in message from `POST /auth/nonce`, 1–10,000 characters.",
    "completeRecovery.body.signature":
      "Signature of the message by the wallet: 1–10,000 characters of hexadecimal, base58 or base64, or 0–4,096 bytes.",
    listWallets: "List the second wallets of the account, newest first",
    addWallet: "Add a second wallet, which can recover the account",
    "addWallet.body.wallet_address":
      "EVM address (EIP-55 checked when in mixed case) or Solana address, 1–100 characters.",
    "addWallet.body.message": "Sign-in message from `POST /auth/nonce`, 1–10,000 characters.",
    "addWallet.body.signature":
      "Signature of the message by the wallet: 1–10,000 characters of hexadecimal, base58 or base64, or 0–4,096 bytes.",
    "addWallet.body.current_password":
      "Current password, 1–1,024 characters; or else a signed message, where the account can log in by one of the two.",
    "addWallet.body.current_message":
      "Message from `POST /auth/nonce` for the account's proved wallet, 1–10,000 characters; with `current_signature`.",
    "addWallet.body.current_signature":
      "Signature of `current_message`, as text or as an array of its bytes.",
    "addWallet.body.refresh_token":
      "Refresh token of the session, 1–512 characters, for an account with neither a password nor a proved wallet.",
    removeWallet: "Remove a second wallet",
    "removeWallet.params.wallet_address": "Address of the wallet, 1–100 characters.",
    "removeWallet.200.wallet_address": "Address of the wallet, 1–100 characters.",
    createWebhook: "Create a webhook; only this answer shows its secret",
    "createWebhook.body.url":
      "Address that events are posted to, `https:`, 1–2,048 characters, without a login or a fragment.",
    "createWebhook.body.events":
      "Types of the events that it gets, each named once; `*` stands for all.",
    listWebhooks: "List the caller's webhooks, oldest first",
    getWebhook: "Read a webhook",
    "getWebhook.params.id": "Webhook id, a UUID.",
    updateWebhook: "Change a webhook, or switch it off or on",
    "updateWebhook.params.id": "Webhook id, a UUID.",
    "updateWebhook.body.url":
      "Address that events are posted to, `https:`, 1–2,048 characters. Default: unchanged.",
    "updateWebhook.body.events":
      "Types of the events that it gets, each named once; `*` stands for all. Default: unchanged.",
    "updateWebhook.body.enabled":
      "False to switch the webhook off, true to switch it on again. Default: unchanged.",
    deleteWebhook: "Delete a webhook with its deliveries",
    "deleteWebhook.params.id": "Webhook id, a UUID.",
    "deleteWebhook.200.id": "Id of the webhook that was deleted.",
    rotateWebhook: "Replace the secret of a webhook; only this answer shows the new one",
    "rotateWebhook.params.id": "Webhook id, a UUID.",
    "rotateWebhook.body.grace_seconds":
      "Seconds for which the former secret signs as well, 0–604,800. Default 86,400.",
    listWebhookDeliveries: "List the deliveries of a webhook, newest first",
    "listWebhookDeliveries.params.id": "Webhook id, a UUID.",
    "listWebhookDeliveries.query.limit":
      "Maximum number of items in the answer, 1–100. Default 50.",
    "listWebhookDeliveries.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    replayWebhookDelivery: "Send a delivery again that has ended",
    "replayWebhookDelivery.params.id": "Webhook id, a UUID.",
    "replayWebhookDelivery.params.delivery_id": "Delivery id, a UUID.",
    createDraft: "Create a draft, submitted at once unless `submit` is false",
    "createDraft.headers.idempotency-key":
      "Key of this call, 1–255 characters: a repeat by the same account under it creates no second draft for 24 hours.",
    "createDraft.body.draft_data":
      "The market specification; it may be incomplete when `submit` is false.",
    "createDraft.body.submit": "True to submit the draft for review at once. Default true.",
    "createDraft.body.ai_model_used":
      "Name of the model that wrote the draft, 1–200 characters; null or absent when a person did.",
    "createDraft.body.ai_generation_metadata":
      "Facts about the generation, kept as they are; whole numbers past 2^53 − 1 only as text. Default null.",
    "createDraft.body.conversation_history":
      "Messages that led to the draft: at most 1,000, kept as they are, with the same rule. Default null.",
    "createDraft.body.acknowledge_warnings":
      "Codes of the warnings that the caller knows and accepts, at most 20 of 1–50 characters. Without `no_deadline` a draft without a resolution deadline is refused, without `no_source` one without a source; other codes are taken and change nothing. Default: none.",
    listDrafts: "List the caller's drafts, newest first; the next page is in the header Link",
    "listDrafts.query.status": "Only drafts of this status. Default: every status.",
    "listDrafts.query.limit": "Maximum number of items in the answer, 1–100. Default 50.",
    "listDrafts.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    getDraft:
      "Read a draft with its conversation and an ETag; 404 for all but its owner, curators and admins",
    "getDraft.params.id": "Draft id, a UUID.",
    "getDraft.headers.if-none-match":
      "ETags of the answers that the caller has; when the current one is among them, the answer is 304 without a body.",
    editDraft: "Change fields of a draft; null removes a field, and every edit is a version",
    "editDraft.params.id": "Draft id, a UUID.",
    "editDraft.headers.if-match":
      "ETag of the version that the caller saw, or `*`; another current version is 412. Default: any version.",
    "editDraft.body.draft_data": "The fields to change; null removes a field, an absent one stays.",
    "editDraft.body.draft_data.question_text":
      "Question that the market decides, at most 500 characters; at least 10 to be submitted.",
    "editDraft.body.draft_data.summary": "Summary for lists, at most 500 characters.",
    "editDraft.body.draft_data.topic_tags":
      "Topics to find the market by: at most 20, each 1–50 characters.",
    "editDraft.body.draft_data.external_links":
      "URLs of further reading: at most 20, each 1–2,000 characters.",
    "editDraft.body.draft_data.outcomes":
      "Possible outcomes: at most 100; at least 2 with different labels to be submitted.",
    "editDraft.body.draft_data.outcomes.label":
      "Name of the outcome, 1–100 characters, unique in its draft.",
    "editDraft.body.draft_data.outcomes.payout_weight":
      "Share of the payout that goes to this outcome when it comes true, 0–1.",
    "editDraft.body.draft_data.outcomes.display_order":
      "Position of the outcome in lists, 0–1,000.",
    "editDraft.body.draft_data.primary_sources":
      "Sources that the question rests on: at most 20, each 1–2,000 characters.",
    "editDraft.body.draft_data.trigger_condition":
      "Condition under which the market is decided, at most 5,000 characters.",
    "editDraft.body.draft_data.fallback_logic":
      "Rule for the case that the sources fail, at most 5,000 characters.",
    "editDraft.body.draft_data.invalidation_clause":
      "Condition under which the market is invalid, at most 5,000 characters.",
    "editDraft.body.draft_data.resolution_sources": "Sources that decide the market: at most 20.",
    "editDraft.body.draft_data.resolution_sources.source_url":
      "URL of the source, 1–2,000 characters.",
    "editDraft.body.draft_data.resolution_sources.source_type": "Kind of the source.",
    "editDraft.body.draft_data.resolution_sources.priority": "Rank among the sources, 0–1,000.",
    "editDraft.body.draft_data.resolution_sources.expected_data_pattern":
      "Pattern that the data of the source is expected to match, at most 1,000 characters.",
    "editDraft.body.draft_data.resolution_sources.min_confirmations":
      "Number of confirmations that the source needs, 1–100.",
    "editDraft.body.draft_data.trading_fee_bps":
      "Trading fee in basis points (0.01 %), 0–500. Default 200.",
    "editDraft.body.draft_data.settlement_fee_bps":
      "Settlement fee in basis points (0.01 %), 0–500. Default 100.",
    "editDraft.body.draft_data.fee_split_lp_bps":
      "Part of the trading fee for liquidity providers, in basis points, 0–500. Default 100.",
    "editDraft.body.draft_data.fee_split_creator_bps":
      "Part of the trading fee for the creator, in basis points, 0–500. Default 50.",
    "editDraft.body.draft_data.fee_split_treasury_bps":
      "Part of the trading fee for the treasury, in basis points, 0–500. Default 50.",
    "editDraft.body.draft_data.creator_stake":
      "Stake of the creator in the token's smallest unit: at most 78 digits, or a safe integer.",
    "editDraft.body.draft_data.proof_bounty":
      "Bounty for a proof in the token's smallest unit: at most 78 digits, or a safe integer.",
    "editDraft.body.draft_data.dispute_bond_minimum":
      "Smallest bond of a dispute in the token's smallest unit: at most 78 digits, or a safe integer.",
    "editDraft.body.draft_data.open_at":
      "Time at which the market opens, ISO 8601 with an offset. Default: on approval.",
    "editDraft.body.draft_data.lock_at":
      "Time at which trading ends, ISO 8601 with an offset; after `open_at`.",
    "editDraft.body.draft_data.resolution_deadline":
      "Time by which the market is decided, ISO 8601 with an offset; after `lock_at`.",
    "editDraft.body.draft_data.dispute_window_hours":
      "Hours in which a resolution can be disputed, 1–8,760. Default 72.",
    "editDraft.body.curator_response":
      "Answer to the curator's requested changes, at most 5,000 characters. Default null.",
    submitDraft:
      "Submit a draft for review; without a deadline or a source only when that is acknowledged",
    "submitDraft.params.id": "Draft id, a UUID.",
    "submitDraft.body.acknowledge_warnings":
      "Codes of the warnings that the caller knows and accepts, at most 20 of 1–50 characters. Without `no_deadline` a draft without a resolution deadline is refused, without `no_source` one without a source; other codes are taken and change nothing. Default: none.",
    withdrawDraft:
      "Withdraw a draft for good, submitted or not; its trail stays, and it no longer counts as open",
    "withdrawDraft.params.id": "Draft id, a UUID.",
    commentDraft: "Comment on a draft; 404 for all but its owner, curators and admins",
    "commentDraft.params.id": "Draft id, a UUID.",
    "commentDraft.body.body": "Text of the comment, 1–5,000 characters.",
    listComments:
      "List the comments on a draft, oldest first; 404 for all but its owner, curators and admins",
    "listComments.params.id": "Draft id, a UUID.",
    draftHistory:
      "List the versions of a draft, oldest first; 404 for all but its owner, curators and admins",
    "draftHistory.params.id": "Draft id, a UUID.",
    draftDiff: "Compare two versions of a draft field by field, by default the last two",
    "draftDiff.params.id": "Draft id, a UUID.",
    "draftDiff.query.from": "Older version to compare, from 1. Default: the version before `to`.",
    "draftDiff.query.to": "Newer version to compare, from 1. Default: the current version.",
    draftActions:
      "List the audit trail of a draft, oldest first; 404 for all but its owner, curators and admins",
    "draftActions.params.id": "Draft id, a UUID.",
    curatorQueue: "List the drafts that wait for review",
    "curatorQueue.query.status": "Only drafts of this status. Default: `pending` and `in_review`.",
    "curatorQueue.query.assigned_to_me":
      "True to list only drafts that the caller claimed. Default false.",
    "curatorQueue.query.tag":
      "Only drafts with this topic tag, 1–50 characters. Default: every tag.",
    "curatorQueue.query.min_quality": "Smallest quality score, 0–1. Default: every score.",
    "curatorQueue.query.sort":
      "Order of the list: by submission (`oldest` or `newest` first) or by `quality`, best first. Default `oldest`.",
    "curatorQueue.query.limit": "Maximum number of items in the answer, 1–100. Default 50.",
    "curatorQueue.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    curatorStats: "Count the decisions of each curator and the time they took",
    "curatorStats.query.from":
      "Start of the period of decisions, ISO 8601 with an offset, inclusive. Default: the first decision.",
    "curatorStats.query.to":
      "End of the period of decisions, ISO 8601 with an offset. Default: now.",
    bulkClaim: "Claim up to 100 drafts, each in its own transaction",
    "bulkClaim.body.draft_ids": "Ids of the drafts, 1–100; each is its own transaction.",
    bulkApprove: "Approve up to 100 drafts, each in its own transaction",
    "bulkApprove.body.draft_ids": "Ids of the drafts, 1–100; each is its own transaction.",
    "bulkApprove.body.curator_notes":
      "Notes for the owner, at most 5,000 characters. Default null.",
    "bulkApprove.body.acknowledge_warnings":
      "Codes of the warnings that the caller knows and accepts, at most 20 of 1–50 characters. Without `no_deadline` a draft without a resolution deadline is refused, without `no_source` one without a source; other codes are taken and change nothing. Default: none.",
    bulkReject: "Reject up to 100 drafts, each in its own transaction",
    "bulkReject.body.draft_ids": "Ids of the drafts, 1–100; each is its own transaction.",
    "bulkReject.body.reason": "Reason for the owner, 10–5,000 characters.",
    claimDraft: "Claim a draft for 30 minutes, which every action renews",
    "claimDraft.params.id": "Draft id, a UUID.",
    releaseDraft: "Release the claim on a draft",
    "releaseDraft.params.id": "Draft id, a UUID.",
    approveDraft: "Approve a draft and create its market, both or neither",
    "approveDraft.params.id": "Draft id, a UUID.",
    "approveDraft.headers.if-match":
      "ETag of the version that the caller saw, or `*`; another current version is 412. Default: any version.",
    "approveDraft.body.curator_notes":
      "Notes for the owner, at most 5,000 characters. Default null.",
    "approveDraft.body.acknowledge_warnings":
      "Codes of the warnings that the caller knows and accepts, at most 20 of 1–50 characters. Without `no_deadline` a draft without a resolution deadline is refused, without `no_source` one without a source; other codes are taken and change nothing. Default: none.",
    "approveDraft.body.deploy_immediately":
      "True to open the market at once, whatever `open_at` says. Default false.",
    "approveDraft.body.version":
      "Version that the curator saw, from 1; another current version is 412. Default: any version.",
    rejectDraft: "Reject a draft; a `version` or If-Match other than the current version is 412",
    "rejectDraft.params.id": "Draft id, a UUID.",
    "rejectDraft.headers.if-match":
      "ETag of the version that the caller saw, or `*`; another current version is 412. Default: any version.",
    "rejectDraft.body.reason": "Reason for the owner, 10–5,000 characters.",
    "rejectDraft.body.version":
      "Version that the curator saw, from 1; another current version is 412. Default: any version.",
    requestChanges:
      "Ask the author for changes; a `version` or If-Match other than the current version is 412",
    "requestChanges.params.id": "Draft id, a UUID.",
    "requestChanges.headers.if-match":
      "ETag of the version that the caller saw, or `*`; another current version is 412. Default: any version.",
    "requestChanges.body.requested_changes":
      "Requested changes, by field: names of 1–100 characters, texts of 1–5,000.",
    "requestChanges.body.curator_notes": "Notes for the owner, 10–5,000 characters.",
    "requestChanges.body.version":
      "Version that the curator saw, from 1; another current version is 412. Default: any version.",
    reviewActions: "List the audit trail of a draft, oldest first; for curators",
    "reviewActions.params.id": "Draft id, a UUID.",
    reviewHistory: "List the versions of a draft, oldest first; for curators",
    "reviewHistory.params.id": "Draft id, a UUID.",
    reviewDiff:
      "Compare two versions of a draft field by field, by default the last two; for curators",
    "reviewDiff.params.id": "Draft id, a UUID.",
    "reviewDiff.query.from": "Older version to compare, from 1. Default: the version before `to`.",
    "reviewDiff.query.to": "Newer version to compare, from 1. Default: the current version.",
    suspendAccount: "Suspend an account: it can read, and change nothing",
    "suspendAccount.params.id": "Account id, a UUID.",
    "suspendAccount.body.reason":
      "Reason, 10–1,000 characters; the account that it concerns sees it.",
    "suspendAccount.body.until":
      "Time of the end, within ten years, ISO 8601 in UTC; null until it is lifted. Default null.",
    reinstateAccount: "Lift the suspension of an account",
    "reinstateAccount.params.id": "Account id, a UUID.",
    hideComment: "Hide a comment from all but its author and curators",
    "hideComment.params.id": "Draft id, a UUID.",
    "hideComment.params.comment_id": "Comment id, a UUID.",
    "hideComment.body.reason": "Reason, 10–1,000 characters; the account that it concerns sees it.",
    showComment: "Show a hidden comment again",
    "showComment.params.id": "Draft id, a UUID.",
    "showComment.params.comment_id": "Comment id, a UUID.",
    curatorEvents:
      "Stream the events of drafts and markets as Server-Sent Events: draft.submitted, draft.claimed, draft.released, draft.decided, market.created, market.resolved, market.disputed, market.amended and market.cancelled",
    "curatorEvents.headers.last-event-id":
      "Id of the last event that the caller saw, at most 15 digits; later events follow. Default: from now on.",
    listMarkets: "Find markets by state, tags, words and creator; no token is needed",
    "listMarkets.query.state": "Only markets of this state. Default: `active` and `locked`.",
    "listMarkets.query.tags":
      "Topic tags, joined by commas on the wire; a market must have all of them. Default: every market.",
    "listMarkets.query.search":
      "Words that a market must all contain, the last one or its start, 1–200 characters; best matches first. Default: every market.",
    "listMarkets.query.creator":
      "Wallet address or account id of the creator, 1–100 characters. Default: every creator.",
    "listMarkets.query.sort_by":
      "Field to order by. Default: `created_at`, or the quality of the match with `search`.",
    "listMarkets.query.order": "Direction of the order. Default: newest and largest first.",
    "listMarkets.query.offset": "Number of markets to skip, 0–1,000,000. Default 0.",
    "listMarkets.query.limit": "Maximum number of items in the answer, 1–100. Default 50.",
    "listMarkets.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    getMarket: "Read a market, with its version as ETag",
    "getMarket.params.id": "Market id, a UUID.",
    "getMarket.headers.if-none-match":
      "ETags of the answers that the caller has; when the current one is among them, the answer is 304 without a body.",
    listMarketsOfWallet:
      "List all markets of a wallet, newest first; the next page is in the header Link",
    "listMarketsOfWallet.params.wallet_address": "Wallet address of the creator.",
    "listMarketsOfWallet.query.limit": "Maximum number of items in the answer, 1–100. Default 50.",
    "listMarketsOfWallet.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    disputeMarket: "Dispute the resolution of a market inside its dispute window",
    "disputeMarket.params.id": "Market id, a UUID.",
    "disputeMarket.body.reason": "Reason, 1–5,000 characters.",
    marketActions:
      "List what was done to a market and why, oldest first; for its creator and curators",
    "marketActions.params.id": "Market id, a UUID.",
    listUsers: "List users, newest first, or those that a search finds; for admins",
    "listUsers.query.search":
      "The start of a username, or a whole id, e-mail or wallet address; 1–254 characters. Default: every user.",
    "listUsers.query.limit": "Maximum number of items in the answer, 1–100. Default 50.",
    "listUsers.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    setRoles: "Set the roles of an account, effective from the next request; for admins",
    "setRoles.params.id": "Account id, a UUID.",
    "setRoles.body.roles":
      "All roles of the account from now on, at most 2; an empty list takes every role away.",
    listAdmins: "List the admins, oldest account first; for admins",
    "listAdmins.query.limit": "Maximum number of items in the answer, 1–100. Default 50.",
    "listAdmins.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    grantAdmin: "Make an account an admin, effective from its next request; for admins",
    "grantAdmin.params.id": "Account id, a UUID.",
    revokeAdmin:
      "Take the role admin from an account, effective from its next request; for admins. The last admin keeps it.",
    "revokeAdmin.params.id": "Account id, a UUID.",
    resolveMarket: "Declare the outcome of a locked or disputed market; for admins",
    "resolveMarket.params.id": "Market id, a UUID.",
    "resolveMarket.body.outcome_id": "Id of the outcome that came true, 1–100 characters.",
    "resolveMarket.body.evidence_url": "URL of the evidence, 1–2,000 characters.",
    invalidateMarket: "Declare a locked or disputed market invalid; for admins",
    "invalidateMarket.params.id": "Market id, a UUID.",
    "invalidateMarket.body.reason": "Reason, 1–5,000 characters.",
    launchMarket: "Open a market before its time; for admins",
    "launchMarket.params.id": "Market id, a UUID.",
    lockMarket: "Lock a market before its time; for admins",
    "lockMarket.params.id": "Market id, a UUID.",
    listAudit: "List the audit trail, newest first; for admins",
    "listAudit.query.action": "Name of the act, such as `api_key.created`. Default: every act.",
    "listAudit.query.actor": "Caller, such as `user:<id>` or `key:<id>`. Default: every caller.",
    "listAudit.query.account": "Id of the account concerned. Default: every account.",
    "listAudit.query.outcome": "Verdict: `ok`, `refused` or `failed`. Default: every verdict.",
    "listAudit.query.subject":
      "Id or name of the thing that the act changed. Default: every thing.",
    "listAudit.query.q":
      "Part of the act, caller, address, error code, subject or a fact, in any case; 1–100 characters. Default: every row.",
    "listAudit.query.limit":
      "Maximum number of rows in the answer, 1–100. Default 50. A search may answer fewer and still have a next page.",
    "listAudit.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    "listAudit.query.from": "Earliest time, inclusive: ISO 8601 with an offset. Default: no bound.",
    "listAudit.query.to": "Latest time, exclusive: ISO 8601 with an offset. Default: no bound.",
    "SignedIn.access_token":
      "Access token: a JWT (RFC 9068) for the header `Authorization: Bearer`.",
    "SignedIn.token_type": "Always `bearer`.",
    "SignedIn.expires_in": "Lifetime of the access token in seconds, at least 1.",
    "SignedIn.refresh_token":
      "Refresh token for `POST /auth/refresh`; it is never accepted as an access token.",
    "SignedIn.user": "The account that logged in.",
    "SignedIn.device_secret":
      "Secret of the device, which stands for the second factor of its next login; only for a remembered one.",
    "User.id": "Account id, a UUID.",
    "User.wallet_address": "Wallet address; null when the account has none.",
    "User.username": "Unique name, 3–50 characters.",
    "User.email": "E-mail address; null when none was given.",
    "User.display_name": "Name to show in place of the username; null when none was set.",
    "User.avatar_url": "URL of a picture; null when none was set.",
    "User.bio": "Text about the user; null when none was set.",
    "User.wallet_verified": "True when the owner has proved the wallet address by a signature.",
    "User.wallet_name":
      "Name of the proved wallet, for people to read; it identifies nobody. Absent for none, and where not looked up.",
    "User.roles": "Roles of the account: none, `curator`, `admin` or both.",
    "User.total_markets_created": "Number of markets that were made from the account's drafts.",
    "User.created_at": "Time of registration, ISO 8601 in UTC.",
    "User.updated_at": "Time of the last change, ISO 8601 in UTC.",
    "User.last_login_at": "Time of the last login, ISO 8601 in UTC; null before the first one.",
    "User.suspension": "Suspension of the account, in force until its end; absent for none.",
    "User.suspension.reason": "Reason of the curator or admin.",
    "User.suspension.since": "Time of its beginning, ISO 8601 in UTC.",
    "User.suspension.until": "Time of its end, ISO 8601 in UTC; null until it is lifted.",
    "User.deletes_at":
      "Time at which the account is deleted unless the deletion is cancelled; only while one waits.",
    "User.recovery":
      "Recovery without the wallet that waits; a login or DELETE /auth/recovery ends it. Absent for none.",
    "User.recovery.started_at": "Time of its beginning, ISO 8601 in UTC.",
    "User.recovery.completes_at":
      "Time from which another wallet can take the place of the account's, ISO 8601 in UTC.",
    "User.recovery.expires_at": "Time from which it counts no more, ISO 8601 in UTC.",
    "AccountExport.exported_at": "Time of the copy, ISO 8601 in UTC.",
    "AccountExport.profile": "The account itself.",
    "AccountExport.email_verified_at":
      "Time at which the owner proved the e-mail address, ISO 8601 in UTC; null until then.",
    "AccountExport.sessions": "Sessions that are active, newest first.",
    "AccountExport.sessions.id": "Session id, a UUID.",
    "AccountExport.sessions.created_at": "Time of the login, ISO 8601 in UTC.",
    "AccountExport.sessions.last_used_at":
      "Time of the last refresh, or of the login, ISO 8601 in UTC.",
    "AccountExport.sessions.expires_at":
      "Time at which the session ends unless it is refreshed, ISO 8601 in UTC.",
    "AccountExport.sessions.user_agent":
      "The header `User-Agent` of the login; null when there was none.",
    "AccountExport.sessions.ip": "IP address that the login came from; null when it is not known.",
    "AccountExport.sessions.current": "True for the session of the access token in use.",
    "AccountExport.factors": "Second factors, without their secrets.",
    "AccountExport.identities":
      "Identities at OpenID providers that sign in to the account, oldest first.",
    "AccountExport.second_wallets":
      "Second wallets, newest first; absent from services of earlier releases.",
    "AccountExport.remembered_devices": "Remembered devices, without their secrets, newest first.",
    "AccountExport.drafts": "Drafts, oldest first.",
    "AccountExport.drafts.draft": "The draft as it is now, with its conversation.",
    "AccountExport.drafts.versions": "Its versions, oldest first.",
    "AccountExport.comments":
      "Comments that the account wrote, also on drafts of others, oldest first.",
    "AccountExport.draft_actions": "Acts of the account on drafts, oldest first.",
    "AccountExport.markets": "Markets that were made of the account's drafts, oldest first.",
    "AccountExport.market_actions": "Acts of the account on markets, oldest first.",
    "AccountExport.audit": "Newest rows of the audit trail about the account, at most 10,000.",
    "Factor.id": "Factor id, a UUID.",
    "Factor.kind": "Kind of the factor: `totp`, an authenticator app, or `passkey`.",
    "Factor.name": "Name that its owner gave it; null in an authenticator app.",
    "Factor.created_at": "Time at which it was confirmed, ISO 8601 in UTC.",
    "Factor.last_used_at":
      "Time at which it or a recovery code of it was last accepted, ISO 8601 in UTC; null before.",
    "Factor.recovery_codes": "Number of its recovery codes that were not used, 0–10.",
    "LinkedIdentity.id": "Id of the link, a UUID.",
    "LinkedIdentity.provider": "Name of the provider at the time of the link.",
    "LinkedIdentity.issuer": "Issuer of the identity.",
    "LinkedIdentity.subject": "Id of the person at the issuer.",
    "LinkedIdentity.email": "E-mail address that the provider told; null for none.",
    "LinkedIdentity.created_at": "Time of the link, ISO 8601 in UTC.",
    "LinkedIdentity.last_used_at":
      "Time of the last sign-in, ISO 8601 in UTC; null before the first one after the link.",
    "SecondWallet.wallet_address": "Address of the wallet.",
    "SecondWallet.added_at": "Time of its proof, ISO 8601 in UTC.",
    "RememberedDevice.id": "Device id, a UUID.",
    "RememberedDevice.created_at": "Time at which it was remembered, ISO 8601 in UTC.",
    "RememberedDevice.last_used_at":
      "Time of the last login from it, or of its beginning, ISO 8601 in UTC.",
    "RememberedDevice.expires_at":
      "Time from which it needs a second factor again, ISO 8601 in UTC.",
    "RememberedDevice.user_agent":
      "The header `User-Agent` of the last login from it; null when there was none.",
    "RememberedDevice.ip": "IP address of the last login from it; null when it is not known.",
    "DraftDetail.id": "Draft id, a UUID.",
    "DraftDetail.creator_id": "Account id of the draft's owner.",
    "DraftDetail.creator_wallet":
      "Wallet address of the draft's owner; null when the owner has none.",
    "DraftDetail.draft_data": "The market specification.",
    "DraftDetail.status":
      "Status of the draft between its owner and the curators, by the clock: pending once a claim has ended.",
    "DraftDetail.assigned_curator_id":
      "Account id of the curator who claimed the draft; null when nobody did.",
    "DraftDetail.assigned_curator_name":
      "Username of the curator who claimed the draft; null when nobody did.",
    "DraftDetail.claim_expires_at":
      "Time at which the claim ends, ISO 8601 in UTC; null without a claim, and once it has ended.",
    "DraftDetail.ai_model_used": "Name of the model that wrote the draft; null when a person did.",
    "DraftDetail.ai_generation_metadata":
      "Facts about the generation, as the owner gave them; null when there are none.",
    "DraftDetail.quality_score": "Score of the specification's quality by the rules, 0–1.",
    "DraftDetail.safety_score": "Score of the specification's safety by the rules, 0–1.",
    "DraftDetail.clarity_score": "Score of the specification's clarity by the rules, 0–1.",
    "DraftDetail.validation_errors": "Findings that prevent a submission and an approval.",
    "DraftDetail.validation_errors.field":
      "Field of the market specification that the finding is about.",
    "DraftDetail.validation_errors.code": "Code of the rule, for programs.",
    "DraftDetail.validation_errors.message": "Message for people: what is wrong and what to do.",
    "DraftDetail.validation_warnings":
      "Findings that prevent nothing once `no_deadline` and `no_source` are acknowledged.",
    "DraftDetail.validation_warnings.field":
      "Field of the market specification that the finding is about.",
    "DraftDetail.validation_warnings.code": "Code of the rule, for programs.",
    "DraftDetail.validation_warnings.message": "Message for people: what is wrong and what to do.",
    "DraftDetail.curator_notes": "Notes of the curator who decided last; null when there are none.",
    "DraftDetail.requested_changes":
      "Changes that the curator requested, by field; null when none are.",
    "DraftDetail.version": "Version of the draft, from 1; every edit adds 1.",
    "DraftDetail.market_id": "Id of the market that the approval made; null before.",
    "DraftDetail.created_at": "Time of creation, ISO 8601 in UTC.",
    "DraftDetail.updated_at": "Time of the last change, ISO 8601 in UTC.",
    "DraftDetail.submitted_at": "Time of the last submission, ISO 8601 in UTC; null before.",
    "DraftDetail.reviewed_at": "Time of the last decision, ISO 8601 in UTC; null before.",
    "DraftDetail.approved_at": "Time of the approval, ISO 8601 in UTC; null before.",
    "DraftDetail.conversation_history":
      "Messages that led to the draft, as the owner gave them; null when there are none.",
    "DraftData.question_text":
      "Question that the market decides, at most 500 characters; at least 10 to be submitted.",
    "DraftData.summary": "Summary for lists, at most 500 characters.",
    "DraftData.topic_tags": "Topics to find the market by: at most 20, each 1–50 characters.",
    "DraftData.external_links": "URLs of further reading: at most 20, each 1–2,000 characters.",
    "DraftData.outcomes":
      "Possible outcomes: at most 100; at least 2 with different labels to be submitted.",
    "DraftData.outcomes.label": "Name of the outcome, 1–100 characters, unique in its draft.",
    "DraftData.outcomes.payout_weight":
      "Share of the payout that goes to this outcome when it comes true, 0–1.",
    "DraftData.outcomes.display_order": "Position of the outcome in lists, 0–1,000.",
    "DraftData.primary_sources":
      "Sources that the question rests on: at most 20, each 1–2,000 characters.",
    "DraftData.trigger_condition":
      "Condition under which the market is decided, at most 5,000 characters.",
    "DraftData.fallback_logic":
      "Rule for the case that the sources fail, at most 5,000 characters.",
    "DraftData.invalidation_clause":
      "Condition under which the market is invalid, at most 5,000 characters.",
    "DraftData.resolution_sources": "Sources that decide the market: at most 20.",
    "DraftData.resolution_sources.source_url": "URL of the source, 1–2,000 characters.",
    "DraftData.resolution_sources.source_type": "Kind of the source.",
    "DraftData.resolution_sources.priority": "Rank among the sources, 0–1,000.",
    "DraftData.resolution_sources.expected_data_pattern":
      "Pattern that the data of the source is expected to match, at most 1,000 characters.",
    "DraftData.resolution_sources.min_confirmations":
      "Number of confirmations that the source needs, 1–100.",
    "DraftData.trading_fee_bps": "Trading fee in basis points (0.01 %), 0–500. Default 200.",
    "DraftData.settlement_fee_bps": "Settlement fee in basis points (0.01 %), 0–500. Default 100.",
    "DraftData.fee_split_lp_bps":
      "Part of the trading fee for liquidity providers, in basis points, 0–500. Default 100.",
    "DraftData.fee_split_creator_bps":
      "Part of the trading fee for the creator, in basis points, 0–500. Default 50.",
    "DraftData.fee_split_treasury_bps":
      "Part of the trading fee for the treasury, in basis points, 0–500. Default 50.",
    "DraftData.creator_stake":
      "Stake of the creator in the token's smallest unit: at most 78 digits, or a safe integer.",
    "DraftData.proof_bounty":
      "Bounty for a proof in the token's smallest unit: at most 78 digits, or a safe integer.",
    "DraftData.dispute_bond_minimum":
      "Smallest bond of a dispute in the token's smallest unit: at most 78 digits, or a safe integer.",
    "DraftData.open_at":
      "Time at which the market opens, ISO 8601 with an offset. Default: on approval.",
    "DraftData.lock_at": "Time at which trading ends, ISO 8601 with an offset; after `open_at`.",
    "DraftData.resolution_deadline":
      "Time by which the market is decided, ISO 8601 with an offset; after `lock_at`.",
    "DraftData.dispute_window_hours":
      "Hours in which a resolution can be disputed, 1–8,760. Default 72.",
    "DraftVersion.version": "Version number, from 1.",
    "DraftVersion.draft_data": "The market specification as it was in this version.",
    "DraftVersion.editor_id": "Account id of the editor.",
    "DraftVersion.editor_name": "Username of the editor.",
    "DraftVersion.curator_response":
      "The owner's answer to requested changes; null when there is none.",
    "DraftVersion.created_at": "Time of the edit, ISO 8601 in UTC.",
    "DraftComment.id": "Comment id, a UUID.",
    "DraftComment.draft_id": "Id of the draft that the comment belongs to.",
    "DraftComment.author_id": "Account id of the author.",
    "DraftComment.author_name": "Username of the author.",
    "DraftComment.author_role": "The author's relation to the draft.",
    "DraftComment.body":
      "Text of the comment; empty where a hidden one is read by others than its author and curators.",
    "DraftComment.created_at": "Time of the comment, ISO 8601 in UTC.",
    "DraftComment.hidden": "Present while a curator hides the comment.",
    "DraftComment.hidden.reason":
      "Reason of the curator; null for others than the comment's author and curators.",
    "DraftComment.hidden.hidden_at": "Time of the hiding, ISO 8601 in UTC.",
    "DraftAction.id": "Entry id, a UUID.",
    "DraftAction.draft_id": "Id of the draft that was acted on.",
    "DraftAction.action": "The action that was taken.",
    "DraftAction.actor_id": "Account id of the actor.",
    "DraftAction.actor_name": "Username of the actor.",
    "DraftAction.from_status":
      "Status of the draft before the action; null when the action created it.",
    "DraftAction.to_status": "Status of the draft after the action.",
    "DraftAction.version": "Version of the draft that was acted on, from 1.",
    "DraftAction.note": "The curator's notes or reason; null when there are none.",
    "DraftAction.self_reviewed": "True when an admin decided about an own draft.",
    "DraftAction.acknowledged_warnings":
      "Codes of the warnings that a submission or an approval acknowledged; absent without any.",
    "DraftAction.created_at": "Time of the action, ISO 8601 in UTC.",
    "Market.id": "Market id, a UUID.",
    "Market.question_text": "Question that the market decides.",
    "Market.summary": "Summary for lists; null when there is none.",
    "Market.topic_tags": "Topics to find the market by.",
    "Market.state": "State of the market now.",
    "Market.outcomes": "Possible outcomes, in display order.",
    "Market.outcomes.id": "Outcome id, unique in its market.",
    "Market.outcomes.label": "Name of the outcome.",
    "Market.outcomes.payout_weight":
      "Share of the payout that goes to this outcome when it comes true, 0–1.",
    "Market.outcomes.current_probability":
      "Probability of the outcome, 0–1: one divided by the number of outcomes until a market maker sets it.",
    "Market.outcomes.display_order": "Position of the outcome in lists, from 0.",
    "Market.total_volume": 'Traded volume, a decimal as text; "0" until a market maker sets it.',
    "Market.created_at": "Time of creation, ISO 8601 in UTC.",
    "Market.resolution_deadline":
      "Time by which the market is decided, ISO 8601 in UTC; null when it has no deadline.",
    "Market.creator_wallet": "Wallet address of the creator; null when the creator has none.",
    "Market.external_links": "URLs of further reading.",
    "Market.primary_sources": "Sources that the question rests on.",
    "Market.trigger_condition":
      "Condition under which the market is decided; null when there is none.",
    "Market.fallback_logic": "Rule for the case that the sources fail; null when there is none.",
    "Market.invalidation_clause":
      "Condition under which the market is invalid; null when there is none.",
    "Market.resolution_sources": "Sources that decide the market.",
    "Market.resolution_sources.source_url": "URL of the source.",
    "Market.resolution_sources.source_type": "Kind of the source.",
    "Market.resolution_sources.priority": "Rank among the sources.",
    "Market.resolution_sources.expected_data_pattern":
      "Pattern that the data of the source is expected to match.",
    "Market.resolution_sources.min_confirmations": "Number of confirmations that the source needs.",
    "Market.trading_fee_bps": "Trading fee in basis points (0.01 %).",
    "Market.settlement_fee_bps": "Settlement fee in basis points (0.01 %).",
    "Market.fee_split_lp_bps": "Part of the trading fee for liquidity providers, in basis points.",
    "Market.fee_split_creator_bps": "Part of the trading fee for the creator, in basis points.",
    "Market.fee_split_treasury_bps": "Part of the trading fee for the treasury, in basis points.",
    "Market.creator_stake": "Stake of the creator in the token's smallest unit, decimal digits.",
    "Market.proof_bounty": "Bounty for a proof in the token's smallest unit, decimal digits.",
    "Market.dispute_bond_minimum":
      "Smallest bond of a dispute in the token's smallest unit, decimal digits.",
    "Market.open_at":
      "Time at which the market opens, ISO 8601 in UTC; null when it opened on approval.",
    "Market.lock_at": "Time at which trading ends, ISO 8601 in UTC; null when it has no such time.",
    "Market.dispute_window_hours": "Hours in which a resolution can be disputed.",
    "Market.version": "Version of the market, from 1; every change adds 1.",
    "Market.draft_id": "Id of the draft that the market was made from.",
    "Market.resolved_at": "Time of the resolution, ISO 8601 in UTC; null before.",
    "Market.resolution": "The resolution; null before.",
    "Market.resolution.outcome_id": "Id of the outcome that came true.",
    "Market.resolution.evidence_url": "URL of the evidence.",
    "Market.resolution.resolved_by": "Account id of the admin who resolved the market.",
    "Market.resolution_count":
      "Number of resolutions so far; after the third (by default) the resolution is final.",
    "Market.invalid_reason": "Reason of the invalidation; null without one.",
    "Market.dispute":
      "The last dispute, for the creator, curators and the account that disputed; null for others and without one.",
    "Market.dispute.disputed_by": "Account id of the account that disputed.",
    "Market.dispute.reason": "Reason of the dispute.",
    "Market.dispute.disputed_at": "Time of the dispute, ISO 8601 in UTC.",
    "MarketAction.id": "Entry id, a UUID.",
    "MarketAction.market_id": "Id of the market that was acted on.",
    "MarketAction.action":
      "The action that was taken: `amend` declares another outcome after a dispute.",
    "MarketAction.actor_id": "Account id of the actor.",
    "MarketAction.actor_name": "Username of the actor.",
    "MarketAction.from_state":
      "State of the market before the action; null when the action created it.",
    "MarketAction.to_state": "State of the market after the action.",
    "MarketAction.version": "Version of the market after the action, from 1.",
    "MarketAction.reason":
      "Reason of a dispute or an invalidation, or notes of the approval; null when there are none.",
    "MarketAction.outcome_id": "Id of the outcome that was declared; null for other actions.",
    "MarketAction.evidence_url": "URL of the evidence; null for actions that declare no outcome.",
    "MarketAction.created_at": "Time of the action, ISO 8601 in UTC.",
    "AuditEntry.sequence": "Position of the row in the trail, from 1 without gaps.",
    "AuditEntry.action": "Name of the act, such as `api_key.created`.",
    "AuditEntry.actor":
      "Caller: `user:<id>`, `key:<id>`, `local`, `operator`, `auditor`, `system` or `anonymous`.",
    "AuditEntry.outcome":
      "Verdict: `ok`, `refused` for a reason that the caller could read, or `failed` by a fault of the service.",
    "AuditEntry.code": "Error code of a refusal or fault; null when the act was done.",
    "AuditEntry.account": "Id of the account concerned; null when none is.",
    "AuditEntry.address": "IP address that the act came from; null when it is not known.",
    "AuditEntry.subject": "Id or name of the thing that the act changed; null when there is none.",
    "AuditEntry.details": "Further facts by name, such as amounts. Never a secret.",
    "AuditEntry.previous": "Hash of the row before, 64 hex digits.",
    "AuditEntry.hash": "Hash of this row, 64 hex digits.",
    "AuditEntry.time": "Time of the act, ISO 8601 in UTC.",
    "PlannedDeletion.deletes_at":
      "Time of the deletion, ISO 8601 in UTC; until then the owner can log in and cancel it.",
    "NewTotp.id": "Factor id, a UUID, for the confirmation.",
    "NewTotp.secret":
      "Secret in base32, for typing into an authenticator app; only this answer shows it.",
    "NewTotp.uri": "The same as an `otpauth://` address, for a QR code.",
    "RecoveryCodes.recovery_codes":
      "Ten codes that each replace the app once; only this answer shows them.",
    "AddedPasskey.id": "Factor id, a UUID.",
    "AddedPasskey.kind": "Kind of the factor.",
    "AddedPasskey.name": "Name by which its owner knows it.",
    "AddedPasskey.created_at": "Time at which it was added, ISO 8601 in UTC.",
    "AddedPasskey.recovery_codes":
      "Ten codes that each replace a factor once, with the first factor of an account; else none. Shown only here.",
    "OpenIdProvider.name": "Name of the provider in paths, such as `google`.",
    "OpenIdProvider.label": "Label of its button, such as `Google`.",
    "ProvedRecovery.recovery_token":
      "Token that completes the recovery, for 30 minutes; the next proof brings another one.",
    "ProvedRecovery.completes_at":
      "Time from which the recovery can be completed, ISO 8601 in UTC.",
    "ProvedRecovery.expires_at":
      "Time from which the recovery has to begin again, ISO 8601 in UTC.",
    "WebhookWithSecret.id": "Webhook id, a UUID.",
    "WebhookWithSecret.url": "Address that events are posted to.",
    "WebhookWithSecret.events": "Types of the events that it gets; `*` stands for all.",
    "WebhookWithSecret.enabled":
      "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
    "WebhookWithSecret.created_at": "Time of creation, ISO 8601 in UTC.",
    "WebhookWithSecret.secret":
      "Secret of the signatures (Standard Webhooks), `whsec_…`. No other answer shows it.",
    "Webhook.id": "Webhook id, a UUID.",
    "Webhook.url": "Address that events are posted to.",
    "Webhook.events": "Types of the events that it gets; `*` stands for all.",
    "Webhook.enabled":
      "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
    "Webhook.created_at": "Time of creation, ISO 8601 in UTC.",
    "WebhookDelivery.id": "Delivery id, a UUID.",
    "WebhookDelivery.event_id":
      "Id of the event, the header `webhook-id`; the same whenever it is sent again.",
    "WebhookDelivery.type": "Type of the event.",
    "WebhookDelivery.status":
      "`waiting` until the receiver has answered 200–299 (`delivered`), or it was given up (`failed`).",
    "WebhookDelivery.attempts":
      "Number of requests that were begun since the event, or its last replay.",
    "WebhookDelivery.error": "Sentence about the last failure; null when there was none.",
    "WebhookDelivery.occurred_at": "Time of the event, ISO 8601 in UTC.",
    "WebhookDelivery.next_attempt_at":
      "Time of the next request, or of the end of the one under way; null once the delivery has ended.",
    "Draft.id": "Draft id, a UUID.",
    "Draft.creator_id": "Account id of the draft's owner.",
    "Draft.creator_wallet": "Wallet address of the draft's owner; null when the owner has none.",
    "Draft.draft_data": "The market specification.",
    "Draft.status":
      "Status of the draft between its owner and the curators, by the clock: pending once a claim has ended.",
    "Draft.assigned_curator_id":
      "Account id of the curator who claimed the draft; null when nobody did.",
    "Draft.assigned_curator_name":
      "Username of the curator who claimed the draft; null when nobody did.",
    "Draft.claim_expires_at":
      "Time at which the claim ends, ISO 8601 in UTC; null without a claim, and once it has ended.",
    "Draft.ai_model_used": "Name of the model that wrote the draft; null when a person did.",
    "Draft.ai_generation_metadata":
      "Facts about the generation, as the owner gave them; null when there are none.",
    "Draft.quality_score": "Score of the specification's quality by the rules, 0–1.",
    "Draft.safety_score": "Score of the specification's safety by the rules, 0–1.",
    "Draft.clarity_score": "Score of the specification's clarity by the rules, 0–1.",
    "Draft.validation_errors": "Findings that prevent a submission and an approval.",
    "Draft.validation_errors.field": "Field of the market specification that the finding is about.",
    "Draft.validation_errors.code": "Code of the rule, for programs.",
    "Draft.validation_errors.message": "Message for people: what is wrong and what to do.",
    "Draft.validation_warnings":
      "Findings that prevent nothing once `no_deadline` and `no_source` are acknowledged.",
    "Draft.validation_warnings.field":
      "Field of the market specification that the finding is about.",
    "Draft.validation_warnings.code": "Code of the rule, for programs.",
    "Draft.validation_warnings.message": "Message for people: what is wrong and what to do.",
    "Draft.curator_notes": "Notes of the curator who decided last; null when there are none.",
    "Draft.requested_changes": "Changes that the curator requested, by field; null when none are.",
    "Draft.version": "Version of the draft, from 1; every edit adds 1.",
    "Draft.market_id": "Id of the market that the approval made; null before.",
    "Draft.created_at": "Time of creation, ISO 8601 in UTC.",
    "Draft.updated_at": "Time of the last change, ISO 8601 in UTC.",
    "Draft.submitted_at": "Time of the last submission, ISO 8601 in UTC; null before.",
    "Draft.reviewed_at": "Time of the last decision, ISO 8601 in UTC; null before.",
    "Draft.approved_at": "Time of the approval, ISO 8601 in UTC; null before.",
    "FieldChange.field": "Field of the market specification.",
    "FieldChange.old_value": "Value in the older version; null when the field was absent.",
    "FieldChange.new_value": "Value in the newer version; null when the field is absent.",
    "FieldChange.change_type": "Kind of the change.",
    "QueueItem.id": "Draft id, a UUID.",
    "QueueItem.creator_wallet":
      "Wallet address of the draft's owner; null when the owner has none.",
    "QueueItem.question_text":
      "Question that the market would decide; null when the draft has none.",
    "QueueItem.status": "Status of the draft.",
    "QueueItem.assigned_curator_name":
      "Username of the curator who claimed the draft; null when nobody did.",
    "QueueItem.quality_score": "Score of the specification's quality by the rules, 0–1.",
    "QueueItem.version": "Version of the draft, from 1.",
    "QueueItem.created_at": "Time of creation, ISO 8601 in UTC.",
    "QueueItem.submitted_at": "Time of the last submission, ISO 8601 in UTC; null before.",
    "QueueItem.claim_expires_at":
      "Time at which the claim ends, ISO 8601 in UTC; null without a claim, and once it has ended.",
    "CuratorStats.curator_id": "Account id of the curator.",
    "CuratorStats.curator_name": "Username of the curator.",
    "CuratorStats.total_reviewed":
      "Number of decisions: approvals, rejections and requests for changes.",
    "CuratorStats.total_approved": "Number of approvals.",
    "CuratorStats.total_rejected": "Number of rejections.",
    "CuratorStats.avg_review_time_hours":
      "Mean time from submission to decision in hours; null without a decision.",
    "CuratorStats.approval_rate":
      "Approvals divided by approvals and rejections, 0–1; null without either.",
    "BulkOutcome.success": "Ids of the drafts for which the action succeeded.",
    "BulkOutcome.failed": "The drafts for which the action failed, with the reason of each.",
    "BulkOutcome.failed.id": "Id of the draft.",
    "BulkOutcome.failed.reason": "Reason for which the action failed.",
    "BulkOutcome.warnings":
      "Warnings of the drafts for which the action succeeded, such as an open market that asks almost the same.",
    "BulkOutcome.warnings.id": "Id of the draft.",
    "BulkOutcome.warnings.field": "Field of the market specification that the warning is about.",
    "BulkOutcome.warnings.code": "Code of the rule, for programs.",
    "BulkOutcome.warnings.message": "Message for people: what is wrong and what to do.",
    "CuratorEvent.id":
      "Event id, which grows with every event and may leave gaps; the `id` of the Server-Sent Event.",
    "CuratorEvent.type": "Kind of the event.",
    "CuratorEvent.created_at": "Time of the event, ISO 8601 in UTC.",
    "CuratorEvent.data": "The draft or market that the event is about, the actor and the cause.",
    "CuratorEvent.data.draft_id": "Id of the draft that the event is about.",
    "CuratorEvent.data.status": "Status of the draft after the event.",
    "CuratorEvent.data.question_text":
      "Question that the market would decide; null when the draft has none.",
    "CuratorEvent.data.actor_name": "Username of the account that caused the event.",
    "CuratorEvent.data.market_id": "Id of the market that the approval made; null before.",
    "CuratorEvent.data.market_state":
      "State of the market after the event; null in events about drafts.",
    "CuratorEvent.data.reason": "Reason of a dispute or a cancellation; null in all other events.",
    "CuratorEvent.data.outcome_id":
      "Id of the outcome that was declared; null in events that declare none.",
    "CuratorEvent.data.evidence_url":
      "URL of the evidence; null in events that declare no outcome.",
    "CuratorGap.type": "Always `gap`.",
    "CuratorGap.last_event_id": "Id that the caller sent as Last-Event-ID.",
    "CuratorGap.resumed_after": "Id after which the feed goes on.",
    "MarketItem.id": "Market id, a UUID.",
    "MarketItem.question_text": "Question that the market decides.",
    "MarketItem.summary": "Summary for lists; null when there is none.",
    "MarketItem.topic_tags": "Topics to find the market by.",
    "MarketItem.state": "State of the market now.",
    "MarketItem.outcomes": "Possible outcomes, in display order.",
    "MarketItem.outcomes.id": "Outcome id, unique in its market.",
    "MarketItem.outcomes.label": "Name of the outcome.",
    "MarketItem.outcomes.payout_weight":
      "Share of the payout that goes to this outcome when it comes true, 0–1.",
    "MarketItem.outcomes.current_probability":
      "Probability of the outcome, 0–1: one divided by the number of outcomes until a market maker sets it.",
    "MarketItem.outcomes.display_order": "Position of the outcome in lists, from 0.",
    "MarketItem.total_volume":
      'Traded volume, a decimal as text; "0" until a market maker sets it.',
    "MarketItem.created_at": "Time of creation, ISO 8601 in UTC.",
    "MarketItem.resolution_deadline":
      "Time by which the market is decided, ISO 8601 in UTC; null when it has no deadline.",
    "MarketItem.creator_wallet": "Wallet address of the creator; null when the creator has none.",
  },
  "curation-health": {
    health: "Report the service and its version",
    "health.200.service": "Name of the service.",
    "health.200.status": "Always `ok`: a service that is out of order answers 503.",
    "health.200.version": "Version of the service.",
    "health.200.cookies": "Present where a login may be kept in a cookie.",
    "health.200.passkeys": "Present where passkeys are set up.",
  },
};
