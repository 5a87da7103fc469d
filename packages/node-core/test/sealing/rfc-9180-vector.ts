/**
 * The test vector of RFC 9180 for base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
 *
 * Source: RFC 9180, Appendix A and the full set of vectors that it refers to, in the accumulated form of the Go
 * standard library (src/crypto/hpke/testdata/rfc9180.json at commit 499c189d, BSD-3-Clause).
 */
export const RFC_9180_VECTOR = {
  info: "4f6465206f6e2061204772656369616e2055726e",
  ikmE: "2cd7c601cefb3d42a62b04b7a9041494c06c7843818e0ce28a8f704ae7ab20f9",
  ikmR: "dac33b0e9db1b59dbbea58d59a14e7b5896e9bdf98fad6891e99d1686492b9ee",
  skRm: "497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d",
  pkRm: "430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c",
  enc: "6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256",
  /** SHAKE128 digest (16 bytes) of 1000 ciphertexts. */
  encryptions: "1702e73e1e71705faa8241022af1deea",
  /** SHAKE128 digest (16 bytes) of 1000 exported secrets, of 0 to 999 bytes. */
  exports: "5cb678bf1c52afbd9afb58b8f7c1ced3",
} as const;
