// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title Keeps a hundredth of every transfer, as some tokens do; for tests
contract FeeToken is ERC20 {
    constructor() ERC20("Fee", "FEE") {
        _mint(msg.sender, 1_000_000 ether);
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0) || to == address(0)) return super._update(from, to, amount);
        super._update(from, address(this), amount / 100);
        super._update(from, to, amount - amount / 100);
    }
}

/// @title Reports every transfer as done and does none, without a log; for tests
contract LyingToken {
    string public constant symbol = "LIE";
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = 1_000_000 ether;
    mapping(address => mapping(address => uint256)) public allowance;

    function balanceOf(address) external pure returns (uint256) {
        return 1_000 ether;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

/// @title Answers false in place of reverting, and refuses to change an allowance that is not zero; for tests
contract StubbornToken is ERC20 {
    bool public refusing;

    constructor() ERC20("Stubborn", "STUB") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setRefusing(bool on) external {
        refusing = on;
    }

    function approve(address spender, uint256 amount) public override returns (bool) {
        require(amount == 0 || allowance(msg.sender, spender) == 0, "allowance is not zero");
        return super.approve(spender, amount);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        return refusing ? false : super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        return refusing ? false : super.transferFrom(from, to, amount);
    }
}

/// @title Calls back into the registry when it is paid; for tests
contract Reentrant {
    address private immutable _registry;
    bytes private _call;

    constructor(address registry) {
        _registry = registry;
    }

    function prepare(bytes calldata call_) external {
        _call = call_;
    }

    receive() external payable {
        (bool done, bytes memory reason) = _registry.call{value: msg.value}(_call);
        if (!done) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}
