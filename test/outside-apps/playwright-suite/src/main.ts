// The page's script. Opened with `?mocked`, the page brings its services
// along; a build for production leaves that out by setting VITE_MOCKS to
// "off".
import { openDesk } from "./desk.ts";

const { searchParams } = new URL(location.href);
if (import.meta.env.VITE_MOCKS !== "off" && searchParams.has("mocked")) {
  const { startMocks } = await import("./mocks.ts");
  await startMocks();
}
await openDesk({
  auth: searchParams.get("auth") ?? "http://auth.desk.example",
  curation: searchParams.get("curation") ?? "http://curation.desk.example",
});
