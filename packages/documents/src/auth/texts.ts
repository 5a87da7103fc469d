/** Written by scripts/write-texts.ts out of the doc comments of the contract's routes and fields: change those instead. */

import type { Texts } from "@bourse/contract";

export const texts: Readonly<Record<"auth" | "auth-discovery", Texts>> = {
  auth: {
    register: "Create an account and log it in",
    "register.body.email":
      "E-mail address, at most 254 characters; it must be unique, compared without case.",
    "register.body.password":
      "Password, 8–128 characters; common and predictable ones, the name and the e-mail address are refused.",
    "register.body.name": "Display name, at most 200 characters. Default empty.",
    "register.body.invitation":
      "Token of an invitation's link: what follows `invitation=`, 1–200 characters. Default: none.",
    "register.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    login: "Exchange e-mail and password for tokens",
    "login.body.email": "E-mail address of the account, 1–320 characters, compared without case.",
    "login.body.password": "Password of the account, 1–1,024 characters.",
    "login.body.deviceSecret":
      "Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none.",
    "login.body.permissions":
      "Permissions that the login is narrowed to, 1–4, each named once: it has no others, and without `admin` it changes nothing of the account. Default: all those of the account.",
    "login.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    refresh: "Exchange a refresh token for a new access token",
    "refresh.body.refreshToken": "Refresh token of the login, 1–512 characters.",
    "refresh.body.rotate":
      "True to issue a new refresh token too; the old one then ends 30 seconds later. Default false.",
    "refresh.200.data.token":
      "New access token: a JWT (RFC 9068) for the header `Authorization: Bearer`.",
    "refresh.200.data.expiresIn": "Lifetime of the access token in seconds, at least 1.",
    "refresh.200.data.refreshToken": "New refresh token, present only when `rotate` was true.",
    logout: "End the session of a refresh token, and its access tokens with it",
    "logout.body.refreshToken": "Refresh token of the login to end, 1–512 characters.",
    "logout.200.data.revoked":
      "True when this call ended the session, false when it had ended before.",
    me: "Describe the caller: its account, its kind of credential and its permissions",
    updateMe: "Change the profile of the account",
    "updateMe.body.name":
      "New display name, at most 200 characters; empty for none. Default: unchanged.",
    deleteAccount: "Delete the account after a waiting time, and end every session now",
    "deleteAccount.body.password": "Current password, 1–1,024 characters.",
    changeEmail: "Change the e-mail address and end every other session",
    "changeEmail.body.email":
      "New e-mail address, at most 254 characters; it must be unique, compared without case.",
    "changeEmail.body.currentPassword": "Current password, 1–1,024 characters.",
    emailState: "Read the e-mail address of the account and the state of its proof",
    changePassword: "Change the password and end every other session",
    "changePassword.body.currentPassword": "Current password, 1–1,024 characters.",
    "changePassword.body.newPassword":
      "New password, 8–128 characters; common and predictable ones, the name and the e-mail address are refused.",
    forgotPassword: "Ask for a mail with a link to a new password",
    "forgotPassword.body.email":
      "E-mail address of the account, at most 254 characters, compared without case.",
    resetPassword: "Replace a forgotten password by the token of a link and end every session",
    "resetPassword.body.token":
      "Token of the link: what follows `reset-password=`, 1–200 characters.",
    "resetPassword.body.password":
      "New password, 8–128 characters; common and predictable ones, the name and the e-mail address are refused.",
    requestEmailVerification:
      "Ask for a mail with a link that proves the e-mail address of the account",
    verifyEmail: "Prove an e-mail address by the token of a link",
    "verifyEmail.body.token": "Token of the link: what follows `verify-email=`, 1–200 characters.",
    loginWithFactor: "Exchange the challenge of a login and a second factor for tokens",
    "loginWithFactor.body.challenge":
      "Token of the challenge from `error.details.challenge`, 1–200 characters.",
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
    "loginWithFactor.body.deviceSecret":
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
    "removeFactor.200.data.id": "Id of the factor that was removed.",
    stepUp: "Step the session up for ten minutes by a second factor",
    "stepUp.body.challenge":
      "Token of the challenge from `error.details.challenge`, 1–200 characters.",
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
    listRememberedDevices: "List the caller's remembered devices, newest first",
    forgetDevice: "Forget a device: logins from it need a second factor again",
    "forgetDevice.params.id": "Device id, a UUID.",
    "forgetDevice.200.data.id": "Id of the device that was forgotten.",
    beginPasskey: "Begin a passkey: options for the browser",
    "beginPasskey.200.data.challenge": "Random text that the authenticator signs, in base64url.",
    "beginPasskey.200.data.rp": "The site.",
    "beginPasskey.200.data.rp.id": "Host of the site.",
    "beginPasskey.200.data.rp.name": "Name of the service.",
    "beginPasskey.200.data.user": "The account.",
    "beginPasskey.200.data.user.id": "Handle of the account, in base64url.",
    "beginPasskey.200.data.user.name": "Name of the account.",
    "beginPasskey.200.data.user.displayName": "Name of the account, as it is shown.",
    "beginPasskey.200.data.pubKeyCredParams":
      "Algorithms that are accepted, the preferred one first.",
    "beginPasskey.200.data.pubKeyCredParams.type": "Kind of the credential.",
    "beginPasskey.200.data.pubKeyCredParams.alg":
      "Algorithm of signatures (COSE), such as -7 for ES256.",
    "beginPasskey.200.data.timeout": "Time for the person in milliseconds, at least 1.",
    "beginPasskey.200.data.attestation": "No proof of the authenticator's maker is asked for.",
    "beginPasskey.200.data.excludeCredentials": "Passkeys that the account has.",
    "beginPasskey.200.data.excludeCredentials.type": "Kind of the credential.",
    "beginPasskey.200.data.excludeCredentials.id": "Id of the passkey, in base64url.",
    "beginPasskey.200.data.excludeCredentials.transports":
      "Ways in which its authenticator is reached.",
    "beginPasskey.200.data.authenticatorSelection": "Demands on the authenticator.",
    "beginPasskey.200.data.authenticatorSelection.residentKey":
      "Demand that the passkey can be found without a user name.",
    "beginPasskey.200.data.authenticatorSelection.requireResidentKey":
      "The same demand, as level 1 spells it.",
    "beginPasskey.200.data.authenticatorSelection.userVerification":
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
    "beginPasskeyLogin.200.data.challenge":
      "Random text that the authenticator signs, in base64url.",
    "beginPasskeyLogin.200.data.rpId": "Host of the site.",
    "beginPasskeyLogin.200.data.allowCredentials":
      "Passkeys that may answer; none stands for any that the authenticator finds.",
    "beginPasskeyLogin.200.data.allowCredentials.type": "Kind of the credential.",
    "beginPasskeyLogin.200.data.allowCredentials.id": "Id of the passkey, in base64url.",
    "beginPasskeyLogin.200.data.allowCredentials.transports":
      "Ways in which its authenticator is reached.",
    "beginPasskeyLogin.200.data.userVerification": "Demand that the person is verified.",
    "beginPasskeyLogin.200.data.timeout": "Time for the person in milliseconds, at least 1.",
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
    "loginWithPasskey.body.permissions":
      "Permissions that the login is narrowed to, 1–4, each named once: it has no others, and without `admin` it changes nothing of the account. Default: all those of the account.",
    exportAccount: "Copy all that is held about the account, as one JSON document",
    cancelDeletion: "Cancel the deletion of the account that waits",
    requestDeviceCode: "Ask for the codes of a login, for a device that has no browser",
    "requestDeviceCode.body.clientName":
      "Name that the user is shown, 1–100 characters; it proves nothing. Default: none.",
    "requestDeviceCode.body.permissions":
      "Permissions that the login is narrowed to, 1–4, each named once: it has no others, and without `admin` it changes nothing of the account. Default: all those of the account.",
    findDevice: "Describe the device that waits under a user code",
    "findDevice.body.userCode":
      "Code that the device shows, 1–40 characters, in any case, with or without separators.",
    approveDevice: "Log the device under a user code in to the account, or refuse it",
    "approveDevice.body.userCode":
      "Code that the device shows, 1–40 characters, in any case, with or without separators.",
    "approveDevice.body.approve": "False to refuse the login of the device. Default true.",
    deviceToken: "Exchange a device code for tokens, once its user has approved it",
    "deviceToken.body.deviceCode": "Code that the device was given, 1–200 characters.",
    listOpenIdProviders: "List the OpenID providers that people can sign in with",
    openIdLogin: "Exchange the code of a sign-in for tokens",
    "openIdLogin.body.code": "Code behind `#signed-in=` of the page's address, 1–200 characters.",
    "openIdLogin.body.verifier":
      "Verifier whose SHA-256 the sign-in began with as `challenge`, 43–128 characters of RFC 7636.",
    "openIdLogin.body.session":
      "`cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer.",
    "openIdLogin.body.deviceSecret":
      "Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none.",
    "openIdLogin.body.permissions":
      "Permissions that the login is narrowed to, 1–4, each named once: it has no others, and without `admin` it changes nothing of the account. Default: all those of the account.",
    listIdentities: "List the identities that sign in to the account",
    linkIdentity: "Link the account with the identity of a sign-in",
    "linkIdentity.body.code": "Code behind `#signed-in=` of the page's address, 1–200 characters.",
    "linkIdentity.body.verifier":
      "Verifier whose SHA-256 the sign-in began with as `challenge`, 43–128 characters of RFC 7636.",
    unlinkIdentity: "Unlink an identity from the account",
    "unlinkIdentity.params.id": "Id of the link, a UUID.",
    "unlinkIdentity.200.data.id": "Id of the link that was ended.",
    listSessions: "List the caller's sessions, newest first",
    endSession: "End a session, and its access tokens with it",
    "endSession.params.id": "Session id, a UUID.",
    "endSession.200.data.id": "Id of the session that was ended.",
    createApiKey: "Create an API key; only this answer shows the key",
    "createApiKey.body.name": "Name to recognise the key by, 1–100 characters.",
    "createApiKey.body.permissions":
      "Permissions of the key, 1–4, each named once: `deploy`, `read`, `billing`; `admin` implies the others.",
    "createApiKey.body.expiresInDays":
      "Lifetime of the key in days, 1–365. Default: the key does not expire, or with the API key that creates it; a later end than that one's is refused.",
    "createApiKey.body.environment":
      "Environment of the key, which its text begins with: `bk_test_…`. 1–12 lower-case letters and digits, the first one a letter. Default `live`.",
    "createApiKey.body.organizationId":
      "Id of the organization that is to own the key, 1–100 characters; the caller is one of its owners and administrators. Default: the caller's account owns it.",
    listApiKeys: "List the caller's API keys that are not revoked, newest first",
    "listApiKeys.query.view":
      "`detail` to get every key with all of its fields, a page at a time. Default: the four fields of all keys.",
    "listApiKeys.query.limit":
      "Maximum number of keys in the answer of the view `detail`, 1–100. Default 20.",
    "listApiKeys.query.cursor":
      "Position of the page in the view `detail`, from the header `Link` of the page before. Default: the first page.",
    "listApiKeys.query.organizationId":
      "Id of an organization whose keys the caller manages, 1–100 characters. Default: the caller's own keys.",
    "listApiKeys.query.q":
      "Part of a key's name, or its first characters, in any case; 1–100 characters, of the view `detail`. Default: every key.",
    "listApiKeys.query.status":
      "Status of the keys in the view `detail`: `active` or `expired`. Default: every status.",
    verifyApiKey: "Verify an API key that a service received from its caller",
    "verifyApiKey.query.use":
      "`false` to look at the key only, as at one of a connection that is still open: neither this key nor the one that asks is used by it, and their limits are passed over. Default true.",
    "verifyApiKey.body.key": "API key to verify, 1–512 characters.",
    "verifyApiKey.body.permission":
      "Permission that the key must have; a valid key without it is `FORBIDDEN`. Default: none is required.",
    "verifyApiKey.body.route":
      "Name of the route that the key is used for, 1–200 characters, for the figures of its use. Default `other`.",
    "verifyApiKey.body.cost":
      "Cost of the use, 0–1,000,000,000, which counts for the limits of the key. Default 1.",
    "verifyApiKey.body.address":
      "IP address of the caller that sent the key; needed for a key that is bound to addresses. Default: unknown.",
    "verifyApiKey.body.origin":
      "Header `Origin` of that caller; needed for a key that is bound to origins. Default: none.",
    "verifyApiKey.body.owner":
      "True to be told the owner of a valid key as `ownerId`. Default false.",
    getApiKey: "Read an API key, without its secret",
    "getApiKey.params.id": "API key id, a UUID.",
    revokeApiKey: "Revoke an API key at once",
    "revokeApiKey.params.id": "API key id, a UUID.",
    "revokeApiKey.200.data.id": "Id of the key that was revoked.",
    "revokeApiKey.200.data.revokedAt": "Time of the revocation, ISO 8601 in UTC.",
    updateApiKey:
      "Change an API key: its name, its limits, the addresses and origins that it is accepted from",
    "updateApiKey.params.id": "API key id, a UUID.",
    "updateApiKey.body.name": "New name of the key, 1–100 characters. Default: unchanged.",
    "updateApiKey.body.limits":
      "New limits, in place of all before; null for none. Default: unchanged.",
    "updateApiKey.body.limits.requests":
      "Maximum number of requests in a window, 0–1,000,000,000,000. Default: unlimited.",
    "updateApiKey.body.limits.bytes":
      "Maximum bytes of request bodies in a window, 0–1,000,000,000,000. Default: unlimited.",
    "updateApiKey.body.limits.cost":
      "Maximum cost in a window, 0–1,000,000,000,000; a request costs 1, unless its verification says another. Default: unlimited.",
    "updateApiKey.body.limits.windowSeconds":
      "Length of a window in seconds, 1–2,592,000; windows begin at multiples of it since the Unix epoch.",
    "updateApiKey.body.addresses":
      "IP addresses and networks that the key is accepted from, such as `192.0.2.0/24` and `2001:db8::/32`, at most 32; empty for everywhere. Default: unchanged.",
    "updateApiKey.body.origins":
      "Web origins that the key is accepted from, such as `https://app.example.com`, at most 32; empty for everywhere. A request without the header `Origin` comes from none. Default: unchanged.",
    rotateApiKey:
      "Replace an API key under the same id; the replaced one is accepted for a grace period",
    "rotateApiKey.params.id": "API key id, a UUID.",
    "rotateApiKey.body.graceSeconds":
      "Seconds for which the replaced key, and those before it, are accepted from now on at most; 0 ends them at once. 0–2,592,000 (30 days). Default 86,400 (a day).",
    getApiKeyUsage:
      "Read the use of an API key by hour and route, the newest hour first, for 90 days",
    "getApiKeyUsage.params.id": "API key id, a UUID.",
    "getApiKeyUsage.query.limit":
      "Maximum number of rows in the answer, 1–100. Default 20. Sums come in one answer.",
    "getApiKeyUsage.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    "getApiKeyUsage.query.per":
      "Sums in place of rows by hour and route: of all routes in each `hour` or `day` of UTC, the newest first, with `all` as the route, or of each `route`, the most requests first, with its newest hour. Default: no sums.",
    "getApiKeyUsage.query.from":
      "Earliest hour of the sums, inclusive: ISO 8601 with an offset. Default: 90 days.",
    listDeployments: "List the caller's deployments, newest first; requires the permission read",
    "listDeployments.query.limit": "Maximum number of records in the answer, 1–100. Default 20.",
    "listDeployments.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    "listDeployments.query.organizationId":
      "Id of an organization that the caller is a member of, 1–100 characters. Default: the caller's own records.",
    createDeployment: "Record a deployment; requires the permission deploy",
    "createDeployment.body.name": "Name of the deployment, 1–200 characters.",
    "createDeployment.body.chains":
      "Names of the chains that it is deployed to: 1–32 names of 1–64 characters.",
    getDeployment: "Read a deployment; requires the permission read",
    "getDeployment.params.id": "Deployment id, a UUID.",
    "getDeployment.query.organizationId":
      "Id of an organization that the caller is a member of, 1–100 characters. Default: the caller's own records.",
    moveDeployment: "Move a deployment to its next status; requires the permission deploy",
    "moveDeployment.params.id": "Deployment id, a UUID.",
    "moveDeployment.body.status":
      "Next status: `in_progress` after `pending`, then `completed` or `failed`.",
    listTransactions: "List the caller's transactions, newest first; requires the permission read",
    "listTransactions.query.limit": "Maximum number of records in the answer, 1–100. Default 20.",
    "listTransactions.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    "listTransactions.query.organizationId":
      "Id of an organization that the caller is a member of, 1–100 characters. Default: the caller's own records.",
    createTransaction: "Record a transaction of a deployment; requires the permission deploy",
    "createTransaction.body.deploymentId":
      "Id of the caller's deployment that the transaction belongs to, 1–100 characters.",
    "createTransaction.body.chain": "Name of the chain, 1–64 characters.",
    "createTransaction.body.hash":
      "Transaction hash, 1–256 characters, not `.` or `..`; an account can record it once on a chain. Hexadecimal digits after 0x are stored in lower case.",
    getTransaction: "Read a transaction by its hash; requires the permission read",
    "getTransaction.params.hash": "Transaction hash; hexadecimal digits after 0x in any case.",
    "getTransaction.query.chain":
      "Name of the chain, in any case; needed only where the caller has recorded the hash on several chains.",
    "getTransaction.query.organizationId":
      "Id of an organization that the caller is a member of, 1–100 characters. Default: the caller's own records.",
    moveTransaction: "Move a transaction to its next status; requires the permission deploy",
    "moveTransaction.params.hash": "Transaction hash; hexadecimal digits after 0x in any case.",
    "moveTransaction.query.chain":
      "Name of the chain, in any case; needed only where the caller has recorded the hash on several chains.",
    "moveTransaction.body.status":
      "Next status: `in_progress` after `pending`, then `completed` or `failed`.",
    getUsage: "Count what the account uses; requires the permission billing",
    "getUsage.query.organizationId":
      "Id of an organization that the caller is a member of, 1–100 characters. Default: the caller's own records.",
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
    "deleteWebhook.200.data.id": "Id of the webhook that was deleted.",
    rotateWebhook: "Replace the secret of a webhook; only this answer shows the new one",
    "rotateWebhook.params.id": "Webhook id, a UUID.",
    "rotateWebhook.body.graceSeconds":
      "Seconds for which the former secret signs as well, 0–604,800. Default 86,400.",
    listWebhookDeliveries: "List the deliveries of a webhook, newest first",
    "listWebhookDeliveries.params.id": "Webhook id, a UUID.",
    "listWebhookDeliveries.query.limit":
      "Maximum number of records in the answer, 1–100. Default 20.",
    "listWebhookDeliveries.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    replayWebhookDelivery: "Send a delivery again that has ended",
    "replayWebhookDelivery.params.id": "Webhook id, a UUID.",
    "replayWebhookDelivery.params.deliveryId": "Delivery id, a UUID.",
    createOrganization: "Create an organization, with the caller as its owner",
    "createOrganization.body.name": "Name of the organization, 1–100 characters.",
    listOrganizations: "List the organizations of the caller, the newest membership first",
    getOrganization: "Read an organization",
    "getOrganization.params.id": "Organization id, a UUID.",
    updateOrganization: "Rename an organization, as one of its owners or administrators",
    "updateOrganization.params.id": "Organization id, a UUID.",
    "updateOrganization.body.name": "Name of the organization, 1–100 characters.",
    deleteOrganization:
      "Delete an organization whose API keys are all revoked, as one of its owners",
    "deleteOrganization.params.id": "Organization id, a UUID.",
    "deleteOrganization.200.data.id": "Id of the organization that was deleted.",
    listMembers: "List the members of an organization, the longest membership first",
    "listMembers.params.id": "Organization id, a UUID.",
    updateMember: "Give a member another role, as an owner or administrator",
    "updateMember.params.id": "Organization id, a UUID.",
    "updateMember.params.userId": "Account id of the member, a UUID.",
    "updateMember.body.role": "New role, at most that of the caller.",
    removeMember: "Remove a member, as an owner or administrator, or leave the organization",
    "removeMember.params.id": "Organization id, a UUID.",
    "removeMember.params.userId": "Account id of the member, a UUID.",
    "removeMember.200.data.userId": "Account id of the member who was removed.",
    createInvitation: "Invite an e-mail address to an organization by a mail with a link",
    "createInvitation.body.organizationId": "Id of the organization, 1–100 characters.",
    "createInvitation.body.email":
      "E-mail address to invite, at most 254 characters, with or without an account.",
    "createInvitation.body.role":
      "Role of the member to be, at most that of the caller. Default `member`.",
    listInvitations: "List the open invitations to an organization, or to the caller, newest first",
    "listInvitations.query.organizationId":
      "Id of the organization, 1–100 characters. Default: the invitations to the caller's own proved address.",
    acceptInvitation: "Become a member of an organization by an invitation",
    "acceptInvitation.body.token":
      "Token of the link: what follows `invitation=`, 1–200 characters. Default: none, and `id` is needed.",
    "acceptInvitation.body.id":
      "Invitation id, 1–100 characters, where the caller has proved the invited address; a token counts instead.",
    revokeInvitation: "Revoke an invitation, or decline it",
    "revokeInvitation.params.id": "Invitation id, a UUID.",
    "revokeInvitation.200.data.id": "Id of the invitation that was revoked.",
    listAudit:
      "List the audit trail of the caller's account, newest first; requires the permission admin",
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
    listUsers: "List users, newest first, or those that a search finds; for the operator",
    "listUsers.query.email":
      "Beginning of an e-mail address or all of it, 1–254 characters, in any case. Default: every user.",
    "listUsers.query.status": "Status: `active` or `disabled`. Default: every status.",
    "listUsers.query.limit": "Maximum number of users in the answer, 1–100. Default 20.",
    "listUsers.query.cursor":
      "Position of the page, from the header `Link` of the page before. Default: the first page.",
    getUser: "Read a user with the numbers of its sessions and API keys; for the operator",
    "getUser.params.id": "Account id, a UUID.",
    disableUser:
      "Disable a user: sessions and access tokens end, keys and logins are refused; for the operator",
    "disableUser.params.id": "Account id, a UUID.",
    enableUser:
      "Enable a user: keys and logins are accepted again, sessions stay ended; for the operator",
    "enableUser.params.id": "Account id, a UUID.",
    setUserRole: "Give a user a role, which counts from the next request on; for the operator",
    "setUserRole.params.id": "Account id, a UUID.",
    "setUserRole.body.role":
      "Name of a role of the service, 1–64 characters; `owner` may do everything.",
    "User.id": "Account id, a UUID.",
    "User.email": "E-mail address as it was registered.",
    "User.name": "Display name; empty when none was given.",
    "Registered.user": "The new account.",
    "Registered.token": "Access token: a JWT (RFC 9068) for the header `Authorization: Bearer`.",
    "Registered.refreshToken":
      "Refresh token for `POST /auth/refresh` and `POST /auth/logout`; it is never accepted as an access token.",
    "Registered.expiresIn": "Lifetime of the access token in seconds, at least 1.",
    "TokenPair.token": "Access token: a JWT (RFC 9068) for the header `Authorization: Bearer`.",
    "TokenPair.refreshToken":
      "Refresh token for `POST /auth/refresh` and `POST /auth/logout`; it is never accepted as an access token.",
    "TokenPair.expiresIn": "Lifetime of the access token in seconds, at least 1.",
    "TokenPair.deletesAt":
      "Time at which the account is deleted unless the deletion is cancelled; only while one waits.",
    "TokenPair.deviceSecret":
      "Secret of the device, which stands for the second factor of its next login; only for a remembered one.",
    "Me.user": "The account that the credential belongs to.",
    "Me.method":
      "The kind of credential that was sent: an access token (`jwt`) or an API key (`api_key`).",
    "Me.permissions": "The permissions of the credential; `admin` implies the others.",
    "Me.deletesAt":
      "Time at which the account is deleted unless the deletion is cancelled; only while one waits.",
    "EmailState.email": "E-mail address of the account.",
    "EmailState.verifiedAt": "Time at which the owner proved this address; null until then.",
    "Factor.id": "Factor id, a UUID.",
    "Factor.kind": "Kind of the factor: `totp`, an authenticator app, or `passkey`.",
    "Factor.name": "Name that its owner gave it; null in an authenticator app.",
    "Factor.createdAt": "Time at which it was confirmed, ISO 8601 in UTC.",
    "Factor.lastUsedAt":
      "Time at which it or a recovery code of it was last accepted, ISO 8601 in UTC; null before.",
    "Factor.recoveryCodes": "Number of its recovery codes that were not used, 0–10.",
    "NewTotp.id": "Factor id, a UUID, for the confirmation.",
    "NewTotp.secret":
      "Secret in base32, for typing into an authenticator app; only this answer shows it.",
    "NewTotp.uri": "The same as an `otpauth://` address, for a QR code.",
    "RecoveryCodes.recoveryCodes":
      "Ten codes that each replace the app once; only this answer shows them.",
    "RememberedDevice.id": "Device id, a UUID.",
    "RememberedDevice.createdAt": "Time at which it was remembered, ISO 8601 in UTC.",
    "RememberedDevice.lastUsedAt":
      "Time of the last login from it, or of its beginning, ISO 8601 in UTC.",
    "RememberedDevice.expiresAt":
      "Time from which it needs a second factor again, ISO 8601 in UTC.",
    "RememberedDevice.userAgent":
      "The header `User-Agent` of the last login from it; null when there was none.",
    "RememberedDevice.ip": "IP address of the last login from it; null when it is not known.",
    "AddedPasskey.id": "Factor id, a UUID.",
    "AddedPasskey.kind": "Kind of the factor.",
    "AddedPasskey.name": "Name by which its owner knows it.",
    "AddedPasskey.createdAt": "Time at which it was added, ISO 8601 in UTC.",
    "AddedPasskey.recoveryCodes":
      "Ten codes that each replace a factor once, with the first factor of an account; else none. Shown only here.",
    "Session.id": "Session id, a UUID.",
    "Session.createdAt": "Time of the login, ISO 8601 in UTC.",
    "Session.lastUsedAt": "Time of the last refresh, or of the login, ISO 8601 in UTC.",
    "Session.expiresAt": "Time at which the session ends unless it is refreshed, ISO 8601 in UTC.",
    "Session.userAgent": "The header `User-Agent` of the login; null when there was none.",
    "Session.ip": "IP address that the login came from; null when it is not known.",
    "Session.current": "True for the session of the access token in use.",
    "Session.permissions": "Permissions that the login was narrowed to; only of one that was.",
    "LinkedIdentity.id": "Id of the link, a UUID.",
    "LinkedIdentity.provider": "Name of the provider at the time of the link.",
    "LinkedIdentity.issuer": "Issuer of the identity.",
    "LinkedIdentity.subject": "Id of the person at the issuer.",
    "LinkedIdentity.email": "E-mail address that the provider told; null for none.",
    "LinkedIdentity.createdAt": "Time of the link, ISO 8601 in UTC.",
    "LinkedIdentity.lastUsedAt":
      "Time of the last sign-in, ISO 8601 in UTC; null before the first one after the link.",
    "Deployment.id": "Deployment id, a UUID.",
    "Deployment.name": "Name of the deployment.",
    "Deployment.chains": "Names of the chains that it is deployed to.",
    "Deployment.status": "Status of the deployment: `pending → in_progress → completed | failed`.",
    "Deployment.createdAt": "Time of creation, ISO 8601 in UTC.",
    "Transaction.hash": "Transaction hash, which identifies the record on its chain.",
    "Transaction.chain": "Name of the chain.",
    "Transaction.deploymentId": "Id of the deployment that the transaction belongs to.",
    "Transaction.status":
      "Status of the transaction: `pending → in_progress → completed | failed`.",
    "Transaction.createdAt": "Time of creation, ISO 8601 in UTC.",
    "Organization.id": "Organization id, a UUID.",
    "Organization.name": "Name of the organization.",
    "Organization.role": "Role of the caller.",
    "Organization.createdAt": "Time of creation, ISO 8601 in UTC.",
    "Usage.period": "The period that deployments and transactions are counted in.",
    "Usage.period.from": "Start of the calendar month, ISO 8601 in UTC.",
    "Usage.period.to": "Time of the answer, ISO 8601 in UTC.",
    "Usage.apiKeys": "Number of API keys that are not revoked now.",
    "Usage.sessions": "Number of sessions that are active now.",
    "Usage.deployments": "Number of deployments recorded in the period.",
    "Usage.transactions": "Number of transactions recorded in the period.",
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
    "AccountExport.exportedAt": "Time of the copy, ISO 8601 in UTC.",
    "AccountExport.profile": "The account itself.",
    "AccountExport.profile.id": "Account id, a UUID.",
    "AccountExport.profile.email": "E-mail address as it was registered.",
    "AccountExport.profile.name": "Display name; empty when none was given.",
    "AccountExport.profile.status": "Status of the account: `active` or `disabled`.",
    "AccountExport.profile.role":
      "Role that bounds what the account may do; `owner` may do everything.",
    "AccountExport.profile.createdAt": "Time of the registration, ISO 8601 in UTC.",
    "AccountExport.profile.passwordChangedAt":
      "Time of the last change of the password, or of the registration, ISO 8601 in UTC.",
    "AccountExport.profile.emailVerifiedAt":
      "Time at which the owner proved the e-mail address; null until then.",
    "AccountExport.profile.lastLoginAt":
      "Time of the last login, at most a minute too early; null where it was not recorded.",
    "AccountExport.profile.deletesAt": "Time of the deletion that waits; null for none.",
    "AccountExport.sessions": "Sessions that are active, newest first.",
    "AccountExport.factors": "Second factors without their secrets.",
    "AccountExport.rememberedDevices": "Remembered devices without their secrets, newest first.",
    "AccountExport.identities":
      "Identities at OpenID providers that sign in to the account, newest first.",
    "AccountExport.apiKeys": "API keys, revoked ones included, without the keys themselves.",
    "AccountExport.apiKeys.id": "API key id, a UUID.",
    "AccountExport.apiKeys.name": "Name of the key.",
    "AccountExport.apiKeys.prefix": "First 12 characters of the key.",
    "AccountExport.apiKeys.permissions": "Permissions of the key; `admin` implies the others.",
    "AccountExport.apiKeys.status":
      "Status of the key but for a revocation: `active`, or `expired` once `expiresAt` has passed.",
    "AccountExport.apiKeys.lastUsed":
      "Time of the last use, exact to a minute; null before the first use.",
    "AccountExport.apiKeys.expiresAt":
      "Time at which the key expires; null for a key that does not.",
    "AccountExport.apiKeys.createdAt": "Time of creation, ISO 8601 in UTC.",
    "AccountExport.apiKeys.parentId":
      "Id of the API key that created this one; null where the account did.",
    "AccountExport.apiKeys.revokedAt":
      "Time of the revocation; null for a key that was not revoked.",
    "AccountExport.deployments": "Deployments, newest first.",
    "AccountExport.transactions": "Transactions, newest first.",
    "AccountExport.organizations": "Organizations that the account is a member of.",
    "AccountExport.usage": "Usage in the calendar month so far.",
    "AccountExport.audit": "Newest rows of the audit trail about the account, at most 10,000.",
    "PlannedDeletion.deletesAt":
      "Time of the deletion, ISO 8601 in UTC; until then the owner can log in and cancel it.",
    "DeviceCodes.deviceCode": "Code that the device asks for its tokens with.",
    "DeviceCodes.userCode": "Code that the user types on the page, such as `WDJB-MJHT`.",
    "DeviceCodes.verificationUri": "Address of that page.",
    "DeviceCodes.expiresIn": "Lifetime of both codes in seconds, at least 1.",
    "DeviceCodes.interval":
      "Seconds that the device has to wait between two questions, at least 1.",
    "WaitingDevice.clientName":
      "Name that the device gave itself, which proves nothing; null when it gave none.",
    "WaitingDevice.ip": "IP address that it asked from; null when it is not known.",
    "WaitingDevice.createdAt": "Time of its request, ISO 8601 in UTC.",
    "WaitingDevice.expiresAt": "Time from which its codes are refused, ISO 8601 in UTC.",
    "WaitingDevice.permissions":
      "Permissions that its login is narrowed to; only of a device that asks for some.",
    "OpenIdProvider.name": "Name of the provider in paths, such as `google`.",
    "OpenIdProvider.label": "Label of its button, such as `Google`.",
    "CreatedApiKey.id": "API key id, a UUID.",
    "CreatedApiKey.name": "Name of the key.",
    "CreatedApiKey.key": "The whole key, for the header `X-API-Key`. No other answer shows it.",
    "CreatedApiKey.permissions": "Permissions of the key; `admin` implies the others.",
    "CreatedApiKey.createdAt": "Time of creation, ISO 8601 in UTC.",
    "CreatedApiKey.expiresAt":
      "Time at which the key expires, ISO 8601 in UTC; only where an API key created it and it does expire.",
    "ApiKeyItem.id": "API key id, a UUID.",
    "ApiKeyItem.name": "Name of the key.",
    "ApiKeyItem.lastUsed":
      "Time of the last use, ISO 8601 in UTC, exact to a minute: a call with the key, or its verification for a service; null before the first use.",
    "ApiKeyItem.createdAt": "Time of creation, ISO 8601 in UTC.",
    "ApiKeyDetail.id": "API key id, a UUID.",
    "ApiKeyDetail.name": "Name of the key.",
    "ApiKeyDetail.prefix": "First characters of the key, to recognise it by.",
    "ApiKeyDetail.permissions": "Permissions of the key; `admin` implies the others.",
    "ApiKeyDetail.status": "`expired` once `expiresAt` has passed, else `active`.",
    "ApiKeyDetail.lastUsed":
      "Time of the last use, ISO 8601 in UTC, exact to a minute: a call with the key, or its verification for a service; null before the first use.",
    "ApiKeyDetail.lastUsedAddress":
      "IP address that the last use came from; only where it is known: a service that verifies a key tells it, or does not.",
    "ApiKeyDetail.expiresAt":
      "Time at which the key expires, ISO 8601 in UTC; null when it does not expire.",
    "ApiKeyDetail.createdAt": "Time of creation, ISO 8601 in UTC.",
    "ApiKeyDetail.parentId":
      "Id of the API key that created this one, and with which it ends; null where the account did or it is unknown.",
    "ApiKeyDetail.environment": "Environment of the key: `live` unless another was asked for.",
    "ApiKeyDetail.addresses":
      "IP addresses and networks that the key is accepted from; empty for everywhere.",
    "ApiKeyDetail.origins": "Web origins that the key is accepted from; empty for everywhere.",
    "ApiKeyDetail.limits": "Maximum use of the key; null without limits.",
    "ApiKeyDetail.former":
      "Replaced keys that are still accepted, the one that ends first before the others.",
    "ApiKeyDetail.organizationId":
      "Id of the organization that owns the key; only for a key of an organization.",
    "KeyLimits.requests":
      "Maximum number of requests in a window, 0–1,000,000,000,000. Default: unlimited.",
    "KeyLimits.bytes":
      "Maximum bytes of request bodies in a window, 0–1,000,000,000,000. Default: unlimited.",
    "KeyLimits.cost":
      "Maximum cost in a window, 0–1,000,000,000,000; a request costs 1, unless its verification says another. Default: unlimited.",
    "KeyLimits.windowSeconds":
      "Length of a window in seconds, 1–2,592,000; windows begin at multiples of it since the Unix epoch.",
    "FormerKey.prefix": "First characters of the replaced key.",
    "FormerKey.validUntil": "Time until which it is accepted, ISO 8601 in UTC.",
    "FormerKey.lastUsed":
      "Time of its last use, before the rotation or since, ISO 8601 in UTC; null before the first one.",
    "KeyVerdict.valid":
      "True when the key is active, within its limits and has the required permission.",
    "KeyVerdict.code":
      "`VALID`, or the reason for the refusal: `INVALID_API_KEY`, `FORBIDDEN`, or `RATE_LIMITED` for a key that was used as much as its limits allow.",
    "KeyVerdict.id": "API key id; null when the key is not valid.",
    "KeyVerdict.permissions": "Permissions of the key; empty when the key is not valid.",
    "KeyVerdict.retryAfterSeconds":
      "Seconds until the key may be used again; only with `RATE_LIMITED`.",
    "KeyVerdict.ownerId":
      "Id of the account that a key belongs to; only of one that is `VALID`, for a request with `owner`.",
    "KeyUsage.hour": "Beginning of the hour, or of the day in sums by day; ISO 8601 in UTC.",
    "KeyUsage.route":
      "Route of the requests, such as `GET /deployments/:id`; `other` for those without one and beyond 49 in an hour; `all` in sums by time.",
    "KeyUsage.requests": "Number of requests that were admitted.",
    "KeyUsage.bytes": "Bytes of their bodies.",
    "KeyUsage.cost": "Cost of them.",
    "KeyUsage.refused": "Number of requests that a limit refused.",
    "WebhookWithSecret.id": "Webhook id, a UUID.",
    "WebhookWithSecret.url": "Address that events are posted to.",
    "WebhookWithSecret.events": "Types of the events that it gets; `*` stands for all.",
    "WebhookWithSecret.enabled":
      "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
    "WebhookWithSecret.createdAt": "Time of creation, ISO 8601 in UTC.",
    "WebhookWithSecret.secret":
      "Secret of the signatures (Standard Webhooks), `whsec_…`. No other answer shows it.",
    "Webhook.id": "Webhook id, a UUID.",
    "Webhook.url": "Address that events are posted to.",
    "Webhook.events": "Types of the events that it gets; `*` stands for all.",
    "Webhook.enabled":
      "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
    "Webhook.createdAt": "Time of creation, ISO 8601 in UTC.",
    "WebhookDelivery.id": "Delivery id, a UUID.",
    "WebhookDelivery.eventId":
      "Id of the event, the header `webhook-id`; the same whenever it is sent again.",
    "WebhookDelivery.type": "Type of the event.",
    "WebhookDelivery.status":
      "`waiting` until the receiver has answered 200–299 (`delivered`), or it was given up (`failed`).",
    "WebhookDelivery.attempts":
      "Number of requests that were begun since the event, or its last replay.",
    "WebhookDelivery.error": "Sentence about the last failure; null when there was none.",
    "WebhookDelivery.occurredAt": "Time of the event, ISO 8601 in UTC.",
    "WebhookDelivery.nextAttemptAt":
      "Time of the next request, or of the end of the one under way; null once the delivery has ended.",
    "Member.userId": "Account id, a UUID.",
    "Member.email": "E-mail address of the account.",
    "Member.name": "Display name of the account; empty when it has none.",
    "Member.emailVerifiedAt":
      "Time at which the account has proved its e-mail address, ISO 8601 in UTC; null where it has not.",
    "Member.role": "Role in the organization.",
    "Member.joinedAt": "Time at which the account became a member, ISO 8601 in UTC.",
    "Invitation.id": "Invitation id, a UUID.",
    "Invitation.organizationId": "Id of the organization.",
    "Invitation.organizationName": "Name of the organization.",
    "Invitation.email": "E-mail address that is invited.",
    "Invitation.role": "Role of the member to be.",
    "Invitation.createdAt": "Time of the invitation, ISO 8601 in UTC.",
    "Invitation.expiresAt": "Time from which it is refused, ISO 8601 in UTC.",
    "UserItem.id": "Account id, a UUID.",
    "UserItem.email": "E-mail address as it was registered.",
    "UserItem.name": "Display name; empty when none was given.",
    "UserItem.status":
      "Status: `active`, or `disabled`, which ends sessions and refuses logins and keys.",
    "UserItem.role":
      "Role that bounds what the account may do; only where the service has others than `owner`.",
    "UserItem.createdAt": "Time of the registration, ISO 8601 in UTC.",
    "UserItem.lastLoginAt":
      "Time of the last login or registration to a minute, ISO 8601 in UTC; null when it was not recorded.",
    "UserDetail.id": "Account id, a UUID.",
    "UserDetail.email": "E-mail address as it was registered.",
    "UserDetail.name": "Display name; empty when none was given.",
    "UserDetail.status":
      "Status: `active`, or `disabled`, which ends sessions and refuses logins and keys.",
    "UserDetail.role":
      "Role that bounds what the account may do; only where the service has others than `owner`.",
    "UserDetail.createdAt": "Time of the registration, ISO 8601 in UTC.",
    "UserDetail.lastLoginAt":
      "Time of the last login or registration to a minute, ISO 8601 in UTC; null when it was not recorded.",
    "UserDetail.sessions": "Number of live sessions.",
    "UserDetail.apiKeys":
      "Number of API keys that are neither revoked nor expired; a disabled user's are refused.",
  },
  "auth-discovery": {
    jwks: "List the public keys that verify access tokens",
    health: "Report the service and its version",
    "health.200.service": "Name of the service.",
    "health.200.status": "Always `ok`: a service that is out of order answers 503.",
    "health.200.version": "Version of the service.",
    "health.200.cookies": "Present where a login may be kept in a cookie.",
    "health.200.passkeys": "Present where passkeys are set up.",
    "health.200.registration":
      "Registrations where not everybody may create an account: by invitation, or by the operator alone.",
    "JsonWebKeySet.keys": "The public keys, the signing one and those that still verify.",
    "JsonWebKeySet.keys.kty": "Key type (RFC 7517 §4.1), such as `EC`.",
    "JsonWebKeySet.keys.kid": "Key id (RFC 7517 §4.5), which the header of a token names.",
    "JsonWebKeySet.keys.alg": "Signature algorithm (RFC 7517 §4.4), such as `ES256`.",
    "JsonWebKeySet.keys.use": "Use of the key (RFC 7517 §4.2): `sig`.",
  },
};
