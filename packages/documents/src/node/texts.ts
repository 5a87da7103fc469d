/** Written by scripts/write-texts.ts out of the doc comments of the contract's routes and fields: change those instead. */

import type { Texts } from "@bourse/contract";

export const texts: Readonly<Record<"node-internal" | "node-external" | "node-dashboard", Texts>> =
  {
    "node-internal": {
      health: "Report the health of the node with its components",
      "health.200.status":
        "`healthy` when all components are up, `degraded` when some are not, `unhealthy` on a critical failure.",
      "health.200.components": "State of each component.",
      "health.200.components.blockchain":
        "`connected` when the chain answered within the last 10 seconds, on the expected chain id.",
      "health.200.components.p2p_network": "`running` when the peer network accepts connections.",
      "health.200.components.encryption": "`initialized` when the node's keys are unlocked.",
      "health.200.version": "Version of the node.",
      "health.200.chain": "The chain in use.",
      "health.200.chain.id": "Chain id (EIP-155).",
      "health.200.chain.development": "True for the embedded development chain.",
      "health.200.chain.rpc_url":
        "URL of the embedded development chain; null for any other chain.",
      "health.200.chain.block": "Number of the newest block; null while the chain does not answer.",
      "health.200.chain.fault":
        "Cause for which the chain cannot be used, such as another chain id or a missing contract; null without one.",
      "health.503.status":
        "`healthy` when all components are up, `degraded` when some are not, `unhealthy` on a critical failure.",
      "health.503.components": "State of each component.",
      "health.503.components.blockchain":
        "`connected` when the chain answered within the last 10 seconds, on the expected chain id.",
      "health.503.components.p2p_network": "`running` when the peer network accepts connections.",
      "health.503.components.encryption": "`initialized` when the node's keys are unlocked.",
      "health.503.version": "Version of the node.",
      "health.503.chain": "The chain in use.",
      "health.503.chain.id": "Chain id (EIP-155).",
      "health.503.chain.development": "True for the embedded development chain.",
      "health.503.chain.rpc_url":
        "URL of the embedded development chain; null for any other chain.",
      "health.503.chain.block": "Number of the newest block; null while the chain does not answer.",
      "health.503.chain.fault":
        "Cause for which the chain cannot be used, such as another chain id or a missing contract; null without one.",
      balance: "Read the balance of an address in the token's smallest unit",
      "balance.params.address": "Address to read, 0x and 40 hex digits.",
      "balance.query.token":
        "Contract of an ERC-20 token, 0x and 40 hex digits. Default: the native token.",
      "balance.200.address": "Address that was read, 0x and 40 hex digits.",
      "balance.200.balance": "Balance in the token's smallest unit, decimal digits.",
      "balance.200.token": "Contract of the token; the zero address is the native token.",
      transfer: "Pay from a wallet of this node",
      "transfer.headers.idempotency-key":
        "Key of this call, 1–200 characters: a retry under the same key and body gets the first answer for 24 hours.",
      "transfer.body.from": "Address that pays: a wallet of this node, 0x and 40 hex digits.",
      "transfer.body.to": "Address that is paid, 0x and 40 hex digits.",
      "transfer.body.amount":
        "Amount in the token's smallest unit, 1 to 2^256 − 1: a JSON integer or a string of decimal digits.",
      "transfer.body.token": "Contract of the token; the zero address is the native token.",
      "transfer.200.success": "Always true: the transfer is on the chain.",
      "transfer.200.tx_hash": "Hash of the transaction, 0x and 64 hex digits.",
      "transfer.200.from": "Address that pays.",
      "transfer.200.to": "Address that is paid.",
      "transfer.200.amount": "Amount in the token's smallest unit, decimal digits.",
      "transfer.200.received":
        "Amount that arrived at the payee, decimal digits: for an ERC-20 the growth of the payee's balance in the block. Null where no endpoint of the chain can tell.",
      "transfer.202.success": "Always false: the chain has not confirmed the transfer yet.",
      "transfer.202.status": "Always `pending`: ask again under the same Idempotency-Key.",
      "transfer.202.tx_hash":
        "Hash of the transaction, 0x and 64 hex digits; null while it waits for the chain and was not sent.",
      "transfer.202.from": "Address that pays.",
      "transfer.202.to": "Address that is paid.",
      "transfer.202.amount": "Amount in the token's smallest unit, decimal digits.",
      "transfer.202.transaction_id":
        "Id in the list of transactions, where it can be followed and cancelled.",
      "transfer.202.message": "Cause of waiting and where to look, as a sentence.",
      listTokens: "List the tokens that the node handles",
      "listTokens.200.tokens": "The tokens that the node handles, the native one first.",
      addToken: "Add an ERC-20 token",
      "addToken.body.address": "Contract of the token, 0x and 40 hex digits.",
      "addToken.body.abi": "ABI of the contract: 1–1,000 entries, which the service checks.",
      "addToken.200.success": "Always true: the node handles the token.",
      "addToken.200.address": "Contract of the token.",
      "addToken.200.note":
        "Remark on what the token says of itself, such as that it names no decimals, as sentences; absent for none.",
      "addToken.201.success": "Always true: the node handles the token.",
      "addToken.201.address": "Contract of the token.",
      "addToken.201.note":
        "Remark on what the token says of itself, such as that it names no decimals, as sentences; absent for none.",
      listTransactions: "List the transactions of the node's wallet, newest first",
      "listTransactions.query.open": "True for those that are not final only. Default false.",
      "listTransactions.query.limit":
        "Maximum number of transactions in the answer, 1–1,000. Default 100.",
      "listTransactions.query.cursor":
        "Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest transactions.",
      "listTransactions.200.transactions": "The transactions, newest first.",
      "listTransactions.200.transactions.id":
        "Transaction id: `transfer:` or `share:` and the id of the operation.",
      "listTransactions.200.transactions.kind": "Operation that the transaction belongs to.",
      "listTransactions.200.transactions.state": "State of the transaction.",
      "listTransactions.200.transactions.to":
        "Address that is paid, or the contract that is called.",
      "listTransactions.200.transactions.token":
        "Contract of the token; the zero address is the native token.",
      "listTransactions.200.transactions.amount":
        "Amount in the token's smallest unit, decimal digits.",
      "listTransactions.200.transactions.received":
        "Amount of a transfer that arrived, decimal digits; null before it is mined, for other kinds, and where no endpoint of the chain can tell.",
      "listTransactions.200.transactions.nonce": "Nonce of the wallet; null before signing.",
      "listTransactions.200.transactions.tx_hash": "Hash of the transaction; null before signing.",
      "listTransactions.200.transactions.block": "Number of the block that holds it; null before.",
      "listTransactions.200.transactions.confirmations":
        "Number of blocks since it was mined, its own included, up to the number needed; 0 before.",
      "listTransactions.200.transactions.confirmations_needed":
        "Number of confirmations from which it is final.",
      "listTransactions.200.transactions.cause":
        "Cause of waiting, of the refusal or of the failure as a sentence; null when it is confirmed, unless less than the amount arrived.",
      "listTransactions.200.transactions.candidate":
        "Hash of the transaction on the chain that one in review may be; null for none.",
      "listTransactions.200.transactions.created_at":
        "Time at which it was queued, Unix seconds with a fraction.",
      "listTransactions.200.transactions.sent_at":
        "Time at which an endpoint of the chain was last handed it, Unix seconds with a fraction; null before.",
      "listTransactions.200.transactions.mined_at":
        "Time of the block that holds it, Unix seconds; null before.",
      "listTransactions.200.transactions.fee":
        "Fee that it has cost, wei, decimal digits; null before it is mined, and where no endpoint tells the price.",
      "listTransactions.200.count": "Number of transactions in this answer.",
      "listTransactions.200.next_cursor": "Position of the next page; null on the last page.",
      changeTransaction: "Send, accept, replace or cancel a transaction that is not final",
      "changeTransaction.params.id": "Transaction id, 1–200 characters.",
      "changeTransaction.body.action":
        "`send` sends one in review; `accept` takes the candidate as its execution; `replace` raises the fees of a sent one; `cancel` gives it up.",
      "changeTransaction.200.id":
        "Transaction id: `transfer:` or `share:` and the id of the operation.",
      "changeTransaction.200.kind": "Operation that the transaction belongs to.",
      "changeTransaction.200.state": "State of the transaction.",
      "changeTransaction.200.to": "Address that is paid, or the contract that is called.",
      "changeTransaction.200.token": "Contract of the token; the zero address is the native token.",
      "changeTransaction.200.amount": "Amount in the token's smallest unit, decimal digits.",
      "changeTransaction.200.received":
        "Amount of a transfer that arrived, decimal digits; null before it is mined, for other kinds, and where no endpoint of the chain can tell.",
      "changeTransaction.200.nonce": "Nonce of the wallet; null before signing.",
      "changeTransaction.200.tx_hash": "Hash of the transaction; null before signing.",
      "changeTransaction.200.block": "Number of the block that holds it; null before.",
      "changeTransaction.200.confirmations":
        "Number of blocks since it was mined, its own included, up to the number needed; 0 before.",
      "changeTransaction.200.confirmations_needed":
        "Number of confirmations from which it is final.",
      "changeTransaction.200.cause":
        "Cause of waiting, of the refusal or of the failure as a sentence; null when it is confirmed, unless less than the amount arrived.",
      "changeTransaction.200.candidate":
        "Hash of the transaction on the chain that one in review may be; null for none.",
      "changeTransaction.200.created_at":
        "Time at which it was queued, Unix seconds with a fraction.",
      "changeTransaction.200.sent_at":
        "Time at which an endpoint of the chain was last handed it, Unix seconds with a fraction; null before.",
      "changeTransaction.200.mined_at":
        "Time of the block that holds it, Unix seconds; null before.",
      "changeTransaction.200.fee":
        "Fee that it has cost, wei, decimal digits; null before it is mined, and where no endpoint tells the price.",
      listShares: "List the shares of this node, newest first",
      "listShares.query.limit": "Maximum number of shares in the answer, 1–1,000. Default 100.",
      "listShares.query.cursor":
        "Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest shares.",
      "listShares.query.data_hash":
        "SHA-256 of the shared data, 64 hex digits. Default: shares of any data.",
      "listShares.200.shares": "The shares of this node, newest first.",
      "listShares.200.shares.data_hash":
        "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "listShares.200.shares.recipient": "Address of the recipient.",
      "listShares.200.shares.status":
        "Progress of the share: `sealed → proved → delivered`; `waiting` for a recipient without a key.",
      "listShares.200.shares.tx_hash":
        "Hash of the transaction that recorded the share; null before.",
      "listShares.200.shares.created_at": "Time of the share, Unix seconds with a fraction.",
      "listShares.200.shares.proved_at":
        "Time at which its proof was final, Unix seconds with a fraction; null before, and where it was not kept.",
      "listShares.200.shares.delivered_at":
        "Time at which the recipient's node had it, Unix seconds; null before, and where it was not kept.",
      "listShares.200.shares.transaction_id":
        "Id of the transaction that proves the share, in the list of transactions.",
      "listShares.200.shares.payment_token":
        "Contract of the token that paid for the share; the zero address is the native token, null is no payment.",
      "listShares.200.shares.payment_amount":
        "Amount of the payment in the token's smallest unit, decimal digits; null without a payment, and for shares of releases that kept none.",
      "listShares.200.shares.payer":
        "Payer: this node's wallet (`sender`), or the recipient by an allowance; null without a payment.",
      "listShares.200.count": "Number of shares in all, of the data that the query names.",
      "listShares.200.next_cursor": "Position of the next page; null on the last page.",
      listReceived: "List the shares that other nodes have sent to this one, newest first",
      "listReceived.query.sender": "Address of the sender, 0x and 40 hex digits. Default: any.",
      "listReceived.query.verified":
        "Filter by the share's record: true lists only shares whose record is on the chain, false only the others. Default: both.",
      "listReceived.query.limit": "Maximum number of shares in the answer, 1–1,000. Default 100.",
      "listReceived.query.cursor":
        "Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest shares.",
      "listReceived.200.received": "The received shares, newest first.",
      "listReceived.200.count": "Number of shares in this answer.",
      "listReceived.200.total": "Number of shares in all for this filter.",
      "listReceived.200.next_cursor": "Position of the next page; null on the last page.",
      deleteReceived: "Delete a received share and its data from this node",
      "deleteReceived.params.id": "Id of the received share, 1–200 characters.",
      self: "Describe this node as its peers see it",
      "self.200.node_id": "Peer id of this node.",
      "self.200.address": "Address of this node's wallet, 0x and 40 hex digits.",
      "self.200.multiaddrs": "Network addresses (multiaddrs) at which peers reach this node.",
      "self.200.encryption_key":
        "Public X25519 key of this node, 32 bytes as 0x and 64 hex digits.",
      createApiKey: "Create an API key; only this answer shows the key",
      "createApiKey.body.name": "Name to recognise the key by, 1–100 characters.",
      "createApiKey.body.scopes":
        "Rights of the key, 1–4 of `share` (shares data), `read` (decrypts all data of the node), `transfer` (pays) and `admin` (manages keys, tokens and transactions, and opens a session of the dashboard that may do everything).",
      "createApiKey.body.expires_at":
        "Time from which the key is refused, Unix seconds. Default: never, or with the API key that creates it.",
      "createApiKey.body.payees":
        "Addresses that the key may pay, 1–100; only with the scope `transfer`. Default: any.",
      "createApiKey.body.spending":
        "Limits on what the key may pay, 1–100, one per token; only with the scope `transfer`. Default: no limit.",
      "createApiKey.body.spending.token":
        "Contract of the token; the zero address is the native token.",
      "createApiKey.body.spending.per_call":
        "Maximum amount of one call in the token's smallest unit. Default: no limit.",
      "createApiKey.body.spending.per_day":
        "Maximum amount of any 24 hours in the token's smallest unit. Default: no limit.",
      "createApiKey.body.shares_per_day":
        "Maximum number of shares in a UTC day, 1–1,000,000,000. Default: KEY_SHARES_PER_DAY, by default 1,000.",
      "createApiKey.body.gas_per_day":
        "Maximum units of gas in a UTC day, of shares and transfers together, 21,000–1,000,000,000,000. Default: KEY_GAS_PER_DAY of the node, 100,000,000 unless set.",
      "createApiKey.201.id": "API key id, a UUID.",
      "createApiKey.201.name": "Name of the key.",
      "createApiKey.201.scopes": "Rights of the key; none includes another.",
      "createApiKey.201.created_at": "Time of creation, Unix seconds.",
      "createApiKey.201.revoked_at":
        "Time of the revocation, Unix seconds; null while the key is active.",
      "createApiKey.201.expires_at":
        "Time from which the key is refused, Unix seconds; null for a key that does not expire.",
      "createApiKey.201.payees": "Addresses that the key may pay; null for any.",
      "createApiKey.201.spending":
        "Limits on what the key may pay, one per token; null for none. Tokens that are not listed cannot be paid.",
      "createApiKey.201.spending.token":
        "Contract of the token; the zero address is the native token.",
      "createApiKey.201.spending.per_call":
        "Maximum amount of one call in the token's smallest unit, decimal digits; null for no limit.",
      "createApiKey.201.spending.per_day":
        "Maximum amount of any 24 hours in the token's smallest unit, decimal digits; null for no limit.",
      "createApiKey.201.shares_per_day":
        "Maximum number of shares in a UTC day, those of the keys that it has created included.",
      "createApiKey.201.gas_per_day":
        "Maximum units of gas in a UTC day, of shares and transfers together, likewise.",
      "createApiKey.201.shares_today": "Number of shares in this UTC day, likewise.",
      "createApiKey.201.gas_today":
        "Units of gas that count for this UTC day, likewise: an estimate for what the chain has not confirmed.",
      "createApiKey.201.key":
        "The whole key, for the header `X-API-Key`. No other answer shows it.",
      listApiKeys: "List the API keys, newest first, without their secrets",
      "listApiKeys.query.limit": "Maximum number of keys in the answer, 1–1,000. Default 1,000.",
      "listApiKeys.query.cursor":
        "Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest keys.",
      "listApiKeys.200.keys": "The API keys, newest first, revoked ones included.",
      "listApiKeys.200.count": "Number of keys in this answer.",
      "listApiKeys.200.next_cursor": "Position of the next page; null on the last page.",
      revokeApiKey: "Revoke an API key",
      "revokeApiKey.params.id": "API key id, 1–100 characters.",
      listAudit: "List the audit trail, newest first",
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
      "listAudit.query.from": "Earliest time in whole Unix seconds, inclusive. Default: no bound.",
      "listAudit.query.to": "Latest time in whole Unix seconds, exclusive. Default: no bound.",
      createWebhook: "Create a webhook for events of the node; only this answer shows its secret",
      "createWebhook.body.url":
        "Address that events are posted to, `https:`, 1–2,048 characters, without a login or a fragment.",
      "createWebhook.body.events":
        "Types of the events that it gets, each named once; `*` stands for all.",
      listWebhooks: "List the caller's webhooks, oldest first",
      "listWebhooks.200.webhooks": "The webhooks of the caller, oldest first.",
      "listWebhooks.200.count": "Number of webhooks.",
      updateWebhook: "Change a webhook, or switch it off or on",
      "updateWebhook.params.id": "Webhook id, 1–100 characters.",
      "updateWebhook.body.url":
        "Address that events are posted to, `https:`, 1–2,048 characters. Default: unchanged.",
      "updateWebhook.body.events":
        "Types of the events that it gets, each named once; `*` stands for all. Default: unchanged.",
      "updateWebhook.body.enabled":
        "False to switch the webhook off, true to switch it on again. Default: unchanged.",
      deleteWebhook: "Delete a webhook with its deliveries",
      "deleteWebhook.params.id": "Webhook id, 1–100 characters.",
      "deleteWebhook.200.id": "Id of the webhook that was deleted.",
      "deleteWebhook.200.success": "True: the webhook is deleted.",
      rotateWebhook: "Replace the secret of a webhook; only this answer shows the new one",
      "rotateWebhook.params.id": "Webhook id, 1–100 characters.",
      "rotateWebhook.body.grace_seconds":
        "Seconds for which the former secret signs as well, 0–604,800. Default 86,400.",
      listWebhookDeliveries: "List the deliveries of a webhook, newest first",
      "listWebhookDeliveries.params.id": "Webhook id, 1–100 characters.",
      "listWebhookDeliveries.query.limit":
        "Maximum number of deliveries in the answer, 1–100. Default 50.",
      "listWebhookDeliveries.query.cursor":
        "Position of the page, `next_cursor` of the page before. Default: the first page.",
      "listWebhookDeliveries.200.deliveries": "Deliveries of the page, newest first.",
      "listWebhookDeliveries.200.count": "Number of deliveries in the page.",
      "listWebhookDeliveries.200.next_cursor": "Cursor of the next page; null on the last page.",
      replayWebhookDelivery: "Send a delivery again that has ended",
      "replayWebhookDelivery.params.id": "Webhook id, 1–100 characters.",
      "replayWebhookDelivery.params.delivery_id": "Delivery id, 1–100 characters.",
      "Token.address": "Contract of the token; the zero address is the native token.",
      "Token.type": "Kind of the token.",
      "Token.symbol": "Symbol of the token, such as ETH.",
      "Token.decimals": "Decimal places: one token is 10 to this power of its smallest unit.",
      "ReceivedShare.id":
        "Id of the received share: address of the sender, a hyphen, and the data's hash.",
      "ReceivedShare.data_hash": "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "ReceivedShare.sender": "Address of the sender.",
      "ReceivedShare.tx_hash": "Hash of the transaction that recorded the share.",
      "ReceivedShare.verified":
        "False after a reorganisation has removed the record from the chain; the data cannot be read then.",
      "ReceivedShare.bytes": "Length of the sealed data in bytes.",
      "ReceivedShare.received_at": "Time of arrival, Unix seconds with a fraction.",
      "ApiKey.id": "API key id, a UUID.",
      "ApiKey.name": "Name of the key.",
      "ApiKey.scopes": "Rights of the key; none includes another.",
      "ApiKey.created_at": "Time of creation, Unix seconds.",
      "ApiKey.revoked_at": "Time of the revocation, Unix seconds; null while the key is active.",
      "ApiKey.expires_at":
        "Time from which the key is refused, Unix seconds; null for a key that does not expire.",
      "ApiKey.payees": "Addresses that the key may pay; null for any.",
      "ApiKey.spending":
        "Limits on what the key may pay, one per token; null for none. Tokens that are not listed cannot be paid.",
      "ApiKey.spending.token": "Contract of the token; the zero address is the native token.",
      "ApiKey.spending.per_call":
        "Maximum amount of one call in the token's smallest unit, decimal digits; null for no limit.",
      "ApiKey.spending.per_day":
        "Maximum amount of any 24 hours in the token's smallest unit, decimal digits; null for no limit.",
      "ApiKey.shares_per_day":
        "Maximum number of shares in a UTC day, those of the keys that it has created included.",
      "ApiKey.gas_per_day":
        "Maximum units of gas in a UTC day, of shares and transfers together, likewise.",
      "ApiKey.shares_today": "Number of shares in this UTC day, likewise.",
      "ApiKey.gas_today":
        "Units of gas that count for this UTC day, likewise: an estimate for what the chain has not confirmed.",
      "AuditEntry.sequence": "Position of the row in the trail, from 1 without gaps.",
      "AuditEntry.action": "Name of the act, such as `api_key.created`.",
      "AuditEntry.actor":
        "Caller: `user:<id>`, `key:<id>`, `local`, `operator`, `auditor`, `system` or `anonymous`.",
      "AuditEntry.outcome":
        "Verdict: `ok`, `refused` for a reason that the caller could read, or `failed` by a fault of the service.",
      "AuditEntry.code": "Error code of a refusal or fault; null when the act was done.",
      "AuditEntry.account": "Id of the account concerned; null when none is.",
      "AuditEntry.address": "IP address that the act came from; null when it is not known.",
      "AuditEntry.subject":
        "Id or name of the thing that the act changed; null when there is none.",
      "AuditEntry.details": "Further facts by name, such as amounts. Never a secret.",
      "AuditEntry.previous": "Hash of the row before, 64 hex digits.",
      "AuditEntry.hash": "Hash of this row, 64 hex digits.",
      "AuditEntry.time": "Time of the act, Unix seconds with a fraction.",
      "WebhookWithSecret.id": "Webhook id, a UUID.",
      "WebhookWithSecret.url": "Address that events are posted to.",
      "WebhookWithSecret.events": "Types of the events that it gets; `*` stands for all.",
      "WebhookWithSecret.enabled":
        "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
      "WebhookWithSecret.created_at": "Time of creation, Unix seconds.",
      "WebhookWithSecret.secret":
        "Secret of the signatures (Standard Webhooks), `whsec_…`. No other answer shows it.",
      "Webhook.id": "Webhook id, a UUID.",
      "Webhook.url": "Address that events are posted to.",
      "Webhook.events": "Types of the events that it gets; `*` stands for all.",
      "Webhook.enabled":
        "False when its owner, or an answer 410 of its receiver, has switched it off: it gets nothing.",
      "Webhook.created_at": "Time of creation, Unix seconds.",
      "WebhookDelivery.id": "Delivery id, a UUID.",
      "WebhookDelivery.event_id":
        "Id of the event, the header `webhook-id`; the same whenever it is sent again.",
      "WebhookDelivery.type": "Type of the event.",
      "WebhookDelivery.status":
        "`waiting` until the receiver has answered 200–299 (`delivered`), or it was given up (`failed`).",
      "WebhookDelivery.attempts":
        "Number of requests that were begun since the event, or its last replay.",
      "WebhookDelivery.error": "Sentence about the last failure; null when there was none.",
      "WebhookDelivery.occurred_at": "Time of the event, Unix seconds.",
      "WebhookDelivery.next_attempt_at":
        "Time of the next request, or of the end of the one under way, Unix seconds; null once the delivery has ended.",
    },
    "node-external": {
      health: "Report the health of the node",
      "health.200.p2p": "State of the peer network.",
      "health.200.p2p.running": "True when the peer network accepts connections.",
      "health.200.p2p.peers": "Number of connected peers.",
      "health.503.p2p": "State of the peer network.",
      "health.503.p2p.running": "True when the peer network accepts connections.",
      "health.503.p2p.peers": "Number of connected peers.",
      shareData: "Share data with a recipient: sealed, proved on the chain, and paid when asked",
      "shareData.headers.idempotency-key":
        "Key of this call, 1–200 characters: a retry under the same key and body gets the first answer for 24 hours.",
      "shareData.body.data": "Text to share, at most 1,048,576 bytes of UTF-8.",
      "shareData.body.recipient": "Address of the recipient, 0x and 40 hex digits.",
      "shareData.body.payment_token":
        "Contract of the token to pay in; it comes with `payment_amount`. Default: no payment.",
      "shareData.body.payment_amount":
        "Payment in the token's smallest unit, 1 to 2^256 − 1: a JSON integer or a string of decimal digits.",
      "shareData.body.payer":
        "The party that pays: the node's wallet (`sender`), or the recipient by an allowance. Default `sender`.",
      "shareData.201.success":
        "Always true: the proof is on the chain and the sealed copy is durable.",
      "shareData.201.tx_hash":
        "Hash of the transaction that recorded the share, 0x and 64 hex digits.",
      "shareData.201.recipient": "Address of the recipient.",
      "shareData.202.success": "Always false: the chain has not confirmed the proof yet.",
      "shareData.202.status":
        "Always `pending`: the node goes on by itself; ask again under the same Idempotency-Key.",
      "shareData.202.tx_hash": "Hash of the transaction; null while it was not sent.",
      "shareData.202.recipient": "Address of the recipient.",
      "shareData.202.transaction_id":
        "Id of the proof in the list of transactions, where it can be followed and cancelled.",
      "shareData.202.message": "Cause of waiting and where to look, as a sentence.",
      getData: "Read data that this node shared or received",
      "getData.params.data_hash": "SHA-256 of the data's UTF-8 bytes, 64 hex digits of any case.",
      "getData.200.hash": "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "getData.200.data": "The data itself.",
      verifyData: "Check that a trusted wallet has recorded the data on the chain",
      "verifyData.params.data_hash":
        "SHA-256 of the data's UTF-8 bytes, 64 hex digits of any case.",
      "verifyData.query.sender":
        "Address of the wallet whose records count, 0x and 40 hex digits. Default: the wallets that the node trusts.",
      "verifyData.200.hash": "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "verifyData.200.verified": "True when a trusted wallet has recorded the data on the chain.",
      "verifyData.200.event_type":
        "Type of the oldest event that a trusted wallet recorded, such as `data_share`; null when there is none.",
      "verifyData.200.sender": "Address of the wallet that recorded it; null when there is none.",
      "verifyData.200.records":
        "The records of the data, oldest first, at most 100; anybody can make one.",
      "verifyData.200.records.sender": "Address of the wallet that made the record.",
      "verifyData.200.records.event_type": "Type of the recorded event, such as `data_share`.",
      "verifyData.200.records.recipient": "Address of the recipient.",
      "verifyData.200.records.timestamp": "Time of the record's block, Unix seconds.",
      "verifyData.200.records.tx_hash": "Hash of the transaction that made the record.",
      "verifyData.200.records.trusted":
        "True when the record counts for `verified`: its wallet is trusted.",
      complianceHistory: "List compliance events, newest first",
      "complianceHistory.query.filters":
        "Event types to include, joined by commas on the wire: letters, digits, `_`, `-` and `.`. Default: every type.",
      "complianceHistory.query.sender":
        "Address of the wallet that made the records, 0x and 40 hex digits. Default: any.",
      "complianceHistory.query.limit":
        "Maximum number of events in the answer, 1–1,000. Default 100.",
      "complianceHistory.query.cursor":
        "Position of the page: `next_cursor` of the page before, or its `Link`. Default: the newest events.",
      "complianceHistory.200.history": "The events, newest first.",
      "complianceHistory.200.count": "Number of events in this answer.",
      "complianceHistory.200.filters":
        "The event types that were asked for; empty when every type was.",
      "complianceHistory.200.total": "Number of events in all for these filters.",
      "complianceHistory.200.next_cursor": "Position of the next page; null on the last page.",
      exportCompliance: "Download the whole compliance history as a file, oldest first",
      "exportCompliance.query.filters":
        "Event types to include, joined by commas on the wire: letters, digits, `_`, `-` and `.`. Default: every type.",
      "exportCompliance.query.sender":
        "Address of the wallet that made the records, 0x and 40 hex digits. Default: any.",
      "exportCompliance.query.format":
        "Format of the file: JSON lines or CSV (RFC 4180). Default `jsonl`.",
      networkStats: "Count the peers and the traffic",
      "networkStats.200.total_peers": "Number of peers that the node knows.",
      "networkStats.200.healthy_peers": "Number of healthy peers.",
      "networkStats.200.data_sent": "Bytes sent to peers since the node started.",
      "networkStats.200.data_received": "Bytes received from peers since the node started.",
      "networkStats.200.uptime": "Seconds since the node started.",
      listPeers: "List the known peers",
      "listPeers.query.healthy": "True to list only healthy peers. Default false.",
      "listPeers.200.peers": "The peers.",
      "listPeers.200.count": "Number of peers in this answer.",
      "ComplianceEvent.event_type": "Type of the event, such as `data_share`.",
      "ComplianceEvent.data_hash":
        "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "ComplianceEvent.sender": "Address of the wallet that made the record; anybody can make one.",
      "ComplianceEvent.recipient": "Address of the recipient.",
      "ComplianceEvent.timestamp": "Time of the event's block, Unix seconds.",
      "ComplianceEvent.tx_hash": "Hash of the transaction, 0x and 64 hex digits.",
      "Peer.node_id": "Peer id.",
      "Peer.address": "Address of the peer's wallet, 0x and 40 hex digits.",
      "Peer.healthy":
        "True when the peer was seen in the last 300 seconds and most tries to reach it succeed.",
      "Peer.last_seen":
        "Time of the last contact, Unix seconds with a fraction; null when there was none.",
      "Peer.latency_ms": "Round-trip time in milliseconds; null when none was measured.",
      "Peer.success_rate": "Successful tries divided by all tries, 0–1; null without a try.",
      "Peer.multiaddrs":
        "Network addresses (multiaddrs) of the peer; present only when the caller sent a key.",
      "Peer.version":
        "Program and version that the peer names; null while it is not connected or names none; present as `multiaddrs`.",
      "Peer.direction":
        "Side that has dialled the open connection; null without one; present as `multiaddrs`.",
      "Peer.remote_address":
        "Address (multiaddr) of the other end of the open connection; null without one; present as `multiaddrs`.",
    },
    "node-dashboard": {
      health: "Report the health of the node with its components",
      "health.200.node_id": "Peer id of the node.",
      "health.503.node_id": "Peer id of the node.",
      info: "Report the node id, the socket clients, the kept events and the ports",
      "info.200.node_id": "Peer id of the node.",
      "info.200.websocket_clients": "Number of clients connected to the event socket.",
      "info.200.event_history_size": "Number of events kept for clients that connect.",
      "info.200.api_version": "Version of the API.",
      "info.200.ports": "TCP ports of the node's APIs.",
      "info.200.ports.internal_api": "Port of the internal API, 1–65,535.",
      "info.200.ports.external_api": "Port of the external API, 1–65,535.",
      "info.200.ports.dashboard": "Port of the dashboard, 1–65,535.",
      "info.200.access":
        "Proof of this caller: `operator` by a session or the operator's key, `key` by an API key, `local` on the node's machine.",
      statsHistory: "Read the history of one figure of the node over the last seven days",
      "statsHistory.query.series":
        "Name of the series: `balance` (the wallet's native token, wei), `peers` (healthy ones), `sent` and `received` (bytes a second), `fees` (wei of the transactions that became final), `queue` (transactions that are not final).",
      "statsHistory.query.from":
        "Begin, inclusive: ISO 8601 with an offset. Default: one day before `to`.",
      "statsHistory.query.to": "End, exclusive: ISO 8601 with an offset. Default: now.",
      "statsHistory.query.step": "Length of a step in seconds, 60–86,400. Default 60.",
      "statsHistory.200.series": "Name of the series.",
      "statsHistory.200.step": "Length of a step in seconds.",
      "statsHistory.200.points": "The points, oldest first, one for each step.",
      "statsHistory.200.points.timestamp":
        "Begin of the step in Unix seconds, a multiple of `step`.",
      "statsHistory.200.points.value":
        "Value of the step: decimal digits for `balance` and `fees`, else a number; null where the node was off or could not know it.",
      quoteFee:
        "Tell the most that a transfer or share would cost now, and the balances it is paid from",
      "quoteFee.query.kind": "Kind of the transaction: `transfer` or `share`.",
      "quoteFee.query.to":
        "Address that is paid, or the recipient of the share, 0x and 40 hex digits.",
      "quoteFee.query.token":
        "Contract of the token that is paid. Default: the zero address, which is the native token.",
      "quoteFee.query.amount":
        "Amount in the token's smallest unit, 1 to 2^256 − 1. Default: no payment, for a share only.",
      "quoteFee.200.kind": "Kind of the transaction.",
      "quoteFee.200.gas": "Units of gas that it may use at most.",
      "quoteFee.200.tried":
        "True when the chain has tried it; false for the usual gas, where an allowance has to be given first.",
      "quoteFee.200.max_fee_per_gas": "Maximum fee for a unit of gas, wei, decimal digits.",
      "quoteFee.200.fee": "Maximum fee, wei, decimal digits; what it costs may be less.",
      "quoteFee.200.balance": "Balance of the wallet in the native token, wei, decimal digits.",
      "quoteFee.200.token_balance":
        "Balance of the wallet in the token that is paid, in its smallest unit, decimal digits.",
      "NetworkStats.total_peers": "Number of peers that the node knows.",
      "NetworkStats.healthy_peers": "Number of healthy peers.",
      "NetworkStats.data_sent": "Bytes sent to peers since the node started.",
      "NetworkStats.data_received": "Bytes received from peers since the node started.",
      "NetworkStats.uptime": "Seconds since the node started.",
      "HealthUpdate.status":
        "`healthy` when all components are up, `degraded` when some are not, `unhealthy` on a critical failure.",
      "HealthUpdate.components": "State of each component.",
      "HealthUpdate.components.blockchain":
        "`connected` when the chain answered within the last 10 seconds, on the expected chain id.",
      "HealthUpdate.components.p2p_network": "`running` when the peer network accepts connections.",
      "HealthUpdate.components.encryption": "`initialized` when the node's keys are unlocked.",
      "ComponentChange.component":
        "Name of the component: `blockchain`, `p2p_network` or `encryption`.",
      "ComponentChange.from": "State before the change.",
      "ComponentChange.to": "State after the change.",
      "BalanceUpdate.address": "Address of the node's wallet, 0x and 40 hex digits.",
      "BalanceUpdate.token": "Address of the token; the zero address is the native token.",
      "BalanceUpdate.balance": "New balance in the token's smallest unit, in decimal digits.",
      "TransferCompleted.from": "Address of the payer, 0x and 40 hex digits.",
      "TransferCompleted.to": "Address of the payee, 0x and 40 hex digits.",
      "TransferCompleted.amount": "Amount in the token's smallest unit, in decimal digits.",
      "TransferCompleted.token": "Address of the token; the zero address is the native token.",
      "TransferCompleted.received":
        "Amount that arrived at the payee, in decimal digits; null where no endpoint of the chain can tell.",
      "TransferCompleted.tx_hash": "Hash of the transaction, 0x and 64 hex digits.",
      "TransferFailed.from": "Address of the payer, 0x and 40 hex digits.",
      "TransferFailed.to": "Address of the payee, 0x and 40 hex digits.",
      "TransferFailed.amount": "Amount in the token's smallest unit, in decimal digits.",
      "TransferFailed.token": "Address of the token; the zero address is the native token.",
      "TransferFailed.reason": "Reason of the failure, a sentence.",
      "TransferFailed.tx_hash": "Hash of the reverted transaction; null when nothing was sent.",
      "TokenAdded.address": "Address of the token, 0x and 40 hex digits.",
      "TokenAdded.type": "Kind of the token.",
      "TokenAdded.symbol": "Symbol of the token, such as `DEMO`.",
      "DataShared.data_hash": "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "DataShared.recipient": "Wallet address of the recipient.",
      "DataShared.tx_hash": "Hash of the proof's transaction, 0x and 64 hex digits.",
      "DataReceived.data_hash": "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "DataReceived.sender": "Wallet address of the sender.",
      "DataVerified.data_hash": "SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case.",
      "DataVerified.verified":
        "True when the chain has a record of the hash by a wallet that the node trusts.",
      "DataVerified.event_type": "Event type of the oldest such record; null without one.",
      "PeerConnection.node_id": "Peer id.",
      "PeerConnection.address": "Wallet address of the peer.",
      "PeerHealth.node_id": "Peer id.",
      "PeerHealth.healthy":
        "True when the peer was seen in the last 300 seconds and most tries to reach it succeed.",
      "PeerHealth.latency_ms":
        "Round-trip time of the last probe in milliseconds; null before the first one.",
      "NodeState.node_id": "Peer id of this node.",
      "NodeFault.component": "Part of the node that failed, such as `shares` or `store`.",
      "NodeFault.message": "Description, a sentence.",
      "NodeFault.code": "Error code, such as `TRANSACTION_REVERTED` or `STORE_UNWRITABLE`.",
    },
  };
