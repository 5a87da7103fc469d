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

/// @title A token without events and without what EIP-20 leaves optional, whose parts the tokens below change; for tests
abstract contract BareToken {
    uint256 public constant totalSupply = 1_000_000 ether;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) internal _held;

    function mint(address to, uint256 amount) external virtual {
        _held[to] += amount;
    }

    function balanceOf(address owner) public view virtual returns (uint256) {
        return _held[owner];
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) internal virtual {
        _held[from] -= amount;
        _held[to] += amount - _kept(amount);
        _tell(from, to, amount);
    }

    function _kept(uint256) internal view virtual returns (uint256) {
        return 0;
    }

    function _tell(address from, address to, uint256 amount) internal virtual;
}

/// @dev With a symbol and decimals.
abstract contract PlainToken is BareToken {
    string public constant symbol = "ODD";
    uint8 public constant decimals = 18;
}

/// @title Logs its transfers without indexed parts, as some early tokens do; for tests
contract UnindexedToken is PlainToken {
    event Transfer(address from, address to, uint256 value);

    function _tell(address from, address to, uint256 amount) internal override {
        emit Transfer(from, to, amount);
    }
}

/// @title Logs each transfer as two of a half; for tests
contract SplitToken is PlainToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function _tell(address from, address to, uint256 amount) internal override {
        emit Transfer(from, to, amount / 2);
        emit Transfer(from, to, amount - amount / 2);
    }
}

/// @dev The event as the standard writes it.
abstract contract LoggingToken is PlainToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function _tell(address from, address to, uint256 amount) internal override {
        emit Transfer(from, to, amount);
    }
}

/// @title Keeps a fiftieth of every transfer and logs the whole; for tests
contract BoastingToken is LoggingToken {
    function _kept(uint256 amount) internal pure override returns (uint256) {
        return amount / 50;
    }
}

/// @title Keeps a fiftieth in transactions, and nothing in simulations, which pay no gas; for tests
contract TwoFacedToken is LoggingToken {
    function _kept(uint256 amount) internal view override returns (uint256) {
        return tx.gasprice == 0 ? 0 : amount / 50;
    }
}

/// @title Loses a unit at each transfer, as tokens that count in shares do; for tests
contract UnitShortToken is LoggingToken {
    function _kept(uint256) internal pure override returns (uint256) {
        return 1;
    }
}

/// @title Answers nothing to a transfer, as some early tokens do; for tests
contract MuteToken is LoggingToken {
    function transfer(address to, uint256 amount) external override returns (bool) {
        _move(msg.sender, to, amount);
        assembly {
            return(0, 0)
        }
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        assembly {
            return(0, 0)
        }
    }
}

/// @title Does a transfer and answers false; for tests
contract DenyingToken is LoggingToken {
    function transfer(address to, uint256 amount) external override returns (bool) {
        _move(msg.sender, to, amount);
        return false;
    }
}

/// @title Changes every balance by a rate before each transfer; for tests
contract RebasingToken is LoggingToken {
    uint256 private _index = 1 ether;
    uint256 private _perMille = 1000;

    function setRate(uint256 perMille) external {
        _perMille = perMille;
    }

    function balanceOf(address owner) public view override returns (uint256) {
        return _held[owner] * _index / 1 ether;
    }

    function _move(address from, address to, uint256 amount) internal override {
        _index = _index * _perMille / 1000;
        super._move(from, to, amount * 1 ether / _index);
    }
}

/// @dev Logs as the standard says.
abstract contract StandardLogs is BareToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function _tell(address from, address to, uint256 amount) internal virtual override {
        emit Transfer(from, to, amount);
    }
}

/// @title Names neither itself nor its decimals, and answers nothing to what it does not know; for tests
contract NamelessToken is StandardLogs {
    fallback() external {}
}

/// @title Calls itself what its deployer says; for tests
contract LabelledToken is StandardLogs {
    string public symbol;
    string public name;
    uint8 public immutable decimals;

    constructor(string memory symbol_, string memory name_, uint8 decimals_) {
        symbol = symbol_;
        name = name_;
        decimals = decimals_;
    }
}

/// @title Names itself in 32 bytes, as some early tokens do, and refuses to pay with errors of its own; for tests
contract FussyToken is StandardLogs {
    bytes32 public constant symbol = "FUSS";
    bytes32 public constant name = "Fussy";
    uint256 public constant decimals = 0;

    error Blocked(address payee);

    function _tell(address from, address to, uint256 amount) internal override {
        assert(amount != 1);
        if (amount == 2) revert Blocked(to);
        if (amount == 3) revert(unicode"\u202eno\u202c");
        super._tell(from, to, amount);
    }
}

/// @title Burns all gas when it is asked for its decimals; for tests
contract BurningToken is StandardLogs {
    function decimals() external view returns (uint8 places) {
        while (gasleft() > 0) places = uint8(gasleft());
    }
}
