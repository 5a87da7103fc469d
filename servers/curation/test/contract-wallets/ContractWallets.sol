// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet that speaks for one key (EIP-1271).
contract OwnedWallet {
    address private immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer != address(0) && signer == OWNER ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// A wallet that refuses by reverting, whatever is shown to it.
contract RevertingWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        revert("not mine");
    }
}

/// A wallet that confirms an empty signature of hashes that it was told before, as multisignature wallets do.
contract TellingWallet {
    mapping(bytes32 => bool) private told;

    function tell(bytes32 hash) external {
        told[hash] = true;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return signature.length == 0 && told[hash] ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Makes wallets at addresses that are known before (EIP-1014).
contract WalletFactory {
    function make(address owner) external returns (address) {
        return address(new OwnedWallet{salt: 0}(owner));
    }

    function addressOf(address owner) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
    }

    function refuse(address) external pure {
        revert("no more wallets");
    }
}
