"""Writes a file's bytes as an array in C++."""

LINE = 40  # bytes


def escape(byte, digits):
    if byte in b'"\\':
        return "\\" + chr(byte)
    if 32 <= byte < 127 and byte != ord("?"):  # "??" could begin a trigraph
        return chr(byte)
    return f"\\{byte:0{digits}o}"


SHORT = [escape(byte, 1) for byte in range(256)]
LONG = [escape(byte, 3) for byte in range(256)]  # a digit after a shorter escape would become part of it


def array_of(symbol, path):
    """Returns `symbol` and `symbol_end`, as SLUICE_EMBED_FILE declares them. A string, which compilers read ten times as
    fast as a list of numbers."""
    with open(path, "rb") as file:
        data = file.read()
    pieces = [LONG[byte] if 48 <= after <= 55 else SHORT[byte] for byte, after in zip(data, data[1:] + b"\0")]
    lines = "".join('"' + "".join(pieces[at:at + LINE]) + '"\n' for at in range(0, len(pieces), LINE))
    return (f"alignas(64) static const char {symbol}[] =\n{lines};\n"
            f"static const char *const {symbol}_end = {symbol} + {len(data)};\n")
