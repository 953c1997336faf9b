"""Splits C++ text into tokens, as far as it is needed to move declarations."""

import re

# Comments, literals and directives come first: names and braces inside them do not count.
TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
      | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
      | (?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
      | (?P<number>\.?[0-9](?:[eEpP][+-]|'?[\w.])*)
      | (?P<word>[A-Za-z_]\w*)
      | (?P<sign>::|->\*?|\.\.\.|<=>|<<=?|>=|<=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL)
DIRECTIVE = re.compile(r"[ \t]*#(?:[^\n\\]|\\.)*", re.DOTALL)


class Unreadable(Exception):
    """A construct that the bundle cannot process, with its place."""

    def __init__(self, path, text, position, message):
        super().__init__(f"{path}:{text.count(chr(10), 0, position) + 1}: {message}")


class Token:
    __slots__ = ("kind", "text", "start", "end")

    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)


def tokens_of(path, text):
    """Returns all tokens except space and comments; a preprocessor directive is one token of kind "directive"."""
    found, at, line_begins = [], 0, True
    while at < len(text):
        directive = DIRECTIVE.match(text, at) if line_begins else None
        if directive:
            found.append(Token("directive", directive.group(), at))
            at = directive.end()
            continue
        match = TOKEN.match(text, at)
        kind = match.lastgroup if match.lastgroup != "mark" else "raw"
        if kind == "sign" and match.group() in "\"'":
            raise Unreadable(path, text, at, "a string without an end")
        if kind == "space":
            line_begins = "\n" in match.group()
        else:
            line_begins = False
            if kind != "comment":
                found.append(Token(kind, match.group(), at))
        at = match.end()
    return found


PAIRS = {"(": ")", "[": "]", "{": "}"}


def partners_of(path, text, tokens):
    """Maps the index of each opening bracket to that of its closing bracket."""
    partner, opened = {}, []
    for index, token in enumerate(tokens):
        if token.kind != "sign":
            continue
        if token.text in PAIRS:
            opened.append(index)
        elif token.text in PAIRS.values():
            if not opened or PAIRS[tokens[opened[-1]].text] != token.text:
                raise Unreadable(path, text, token.start, f"unmatched {token.text}; brackets must match "
                                                          "in every branch of #if")
            partner[opened.pop()] = index
    if opened:
        raise Unreadable(path, text, tokens[opened[-1]].start, f"a {tokens[opened[-1]].text} that nothing closes")
    return partner
