/** Examples of the docs; a test holds each against its schema. */

const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const other = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const token = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const native = "0x0000000000000000000000000000000000000000";
const dataHash = "dffd6021bb2bd5b0af676290809ec3a53191dd81c7f70a4b28688a362182986f";
const txHash = "0x1bca5d2b56a1d2a4b3a9d5ff1c2f2d6d4c2b4f7e1e0c3a8a5b6d7e8f90a1b2c3";
const nodeId = "16Uiu2HAmN5sW4Zb6sPGJ3xNrLRb5vTQ8dJxSxaQ3kpA6RZPZ8mgq";
const multiaddr = `/ip4/203.0.113.7/udp/8000/quic-v1/p2p/${nodeId}`;
const seconds = 1_767_225_600;

export const internalHealth = {
  status: "healthy",
  components: { blockchain: "connected", p2p_network: "running", encryption: "initialized" },
  version: "1.0.0",
  chain: { id: 31_337, development: true, rpc_url: "http://127.0.0.1:8545", block: 12 },
};
export const dashboardHealth = { ...internalHealth, node_id: nodeId };
export const externalHealth = { status: "healthy", p2p: { running: true, peers: 3 } };
export const balance = { address: wallet, balance: "1000000000000000000", token: native };
export const transfer = { from: wallet, to: other, amount: 25_000_000, token };
const moved = { tx_hash: txHash, from: wallet, to: other, amount: "25000000" };
export const transferred = { success: true, ...moved };
export const tokens = {
  tokens: [
    { address: native, type: "native", symbol: "ETH", decimals: 18 },
    { address: token, type: "erc20", symbol: "DEMO", decimals: 6 },
  ],
};
const erc20 = (name: string, inputs: readonly string[], output: string, view: boolean): object => ({
  type: "function",
  name,
  inputs: inputs.map((type) => ({ type })),
  outputs: [{ type: output }],
  stateMutability: view ? "view" : "nonpayable",
});
export const newToken = {
  address: token,
  abi: [
    erc20("transfer", ["address", "uint256"], "bool", false),
    erc20("balanceOf", ["address"], "uint256", true),
    erc20("decimals", [], "uint8", true),
  ],
};
export const addedToken = { success: true, address: token };
export const shares = {
  shares: [
    {
      data_hash: dataHash,
      recipient: other,
      status: "delivered",
      tx_hash: txHash,
      created_at: seconds + 0.25,
    },
  ],
  count: 1,
};
export const self = {
  node_id: nodeId,
  address: wallet,
  multiaddrs: [multiaddr],
  encryption_key: `0x${"3f".repeat(32)}`,
};
export const apiKeyRequest = { name: "warehouse", scopes: ["share"] };
const apiKey = {
  id: "0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f",
  ...apiKeyRequest,
  created_at: seconds,
  revoked_at: null,
};
export const createdApiKey = { ...apiKey, key: "nk_an-example-of-a-key" };
export const apiKeys = { keys: [apiKey], count: 1 };
export const revokedApiKey = { ...apiKey, revoked_at: seconds + 60 };
export const share = {
  data: "Hello, World!",
  recipient: other,
  payment_token: token,
  payment_amount: 1_000_000,
};
export const shared = { success: true, tx_hash: txHash, recipient: other };
export const stored = { hash: dataHash, data: "Hello, World!" };
export const verification = { hash: dataHash, verified: true, event_type: "data_share" };
export const history = {
  history: [
    {
      event_type: "data_share",
      data_hash: dataHash,
      recipient: other,
      timestamp: seconds,
      tx_hash: txHash,
    },
  ],
  count: 1,
  filters: ["data_share"],
  total: 1,
  next_cursor: null,
};
export const exported = `${JSON.stringify({
  event_type: "data_share",
  data_hash: dataHash,
  sender: wallet,
  recipient: other,
  timestamp: seconds,
  tx_hash: txHash,
  payment_token: null,
  payment_amount: null,
  block_number: 12,
  block_hash: `0x${"b".repeat(64)}`,
  log_index: 0,
  link: "c".repeat(64),
})}\n`;
export const stats = {
  total_peers: 4,
  healthy_peers: 3,
  data_sent: 1_048_946,
  data_received: 2048,
  uptime: 3600,
};
export const peers = {
  peers: [
    {
      node_id: nodeId,
      address: other,
      healthy: true,
      last_seen: seconds + 0.5,
      latency_ms: 12.5,
      success_rate: 1,
      multiaddrs: [multiaddr],
    },
  ],
  count: 1,
};
export const info = {
  node_id: nodeId,
  websocket_clients: 2,
  event_history_size: 57,
  api_version: "1",
  ports: { internal_api: 8080, external_api: 8081, dashboard: 8082 },
};
