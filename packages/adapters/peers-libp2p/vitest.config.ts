import { project } from "../../../vitest.shared.ts";

export default project("peers-libp2p");
