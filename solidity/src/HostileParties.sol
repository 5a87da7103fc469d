// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev Reverts with the reason of a failed call.
function revertWith(bytes memory reason) pure {
    assembly {
        revert(add(reason, 32), mload(reason))
    }
}

/// @title Does with a payment what it was last told to, and calls others in its own name; for tests
contract FickleReceiver {
    enum Mood {
        Keep,
        Refuse,
        BurnGas,
        ReturnMuch,
        CallOn,
        CallOnQuietly
    }

    address private immutable _registry;
    Mood private _mood;
    bool private _passOn;
    bytes private _call;

    constructor(address registry) {
        _registry = registry;
    }

    /// @param passOn whether a call sends the payment along
    function settle(Mood mood, bool passOn, bytes calldata call_) external {
        _mood = mood;
        _passOn = passOn;
        _call = call_;
    }

    function act(address target, bytes calldata data) external payable {
        (bool done, bytes memory reason) = target.call{value: msg.value}(data);
        if (!done) revertWith(reason);
    }

    receive() external payable {
        if (_mood == Mood.Refuse) revert("refused");
        if (_mood == Mood.BurnGas) {
            for (uint256 i = 0; ; ++i) {}
        }
        if (_mood == Mood.ReturnMuch) {
            assembly {
                return(0, 100000)
            }
        }
        if (_mood == Mood.CallOn || _mood == Mood.CallOnQuietly) {
            (bool done, bytes memory reason) = _registry.call{value: _passOn ? msg.value : 0}(_call);
            if (!done && _mood == Mood.CallOn) revertWith(reason);
        }
    }
}

/// @title Calls the registry in the middle of every transfer; for tests
contract HookToken is ERC20 {
    address private immutable _registry;
    bool private _strict;
    bytes private _call;

    constructor(address registry) ERC20("Hook", "HOOK") {
        _registry = registry;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @param strict whether a call that fails makes the transfer fail
    function prepare(bool strict, bytes calldata call_) external {
        _strict = strict;
        _call = call_;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from != address(0) && to != address(0) && _call.length > 0) {
            (bool done, bytes memory reason) = _registry.call(_call);
            if (!done && _strict) revertWith(reason);
        }
        super._update(from, to, amount);
    }
}
