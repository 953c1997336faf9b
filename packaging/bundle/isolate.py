"""Puts many sources into one translation unit, each with its own unnamed namespace.

The unnamed namespace of each source gets a different name, `unit`. Functions outside of it get a using-directive at the
beginning of their body. The language adds the same directive after an unnamed namespace; here, its scope is the function.
So lookup and overload resolution do not change, and nothing is renamed. Outside of function bodies (in classes,
parameters, constructors' initializers), such names are qualified.

All sources see all headers. So a helper may become ambiguous if it has the name of a function in a header that its source
does not include. Compilers report that; the helper then needs a better name."""

import re

from tokens import Unreadable, partners_of, tokens_of

VERSION = re.compile(r"v\d+")  # the inline namespace of a release, which qualified names leave out
OPENING = "([{"
CLASS_KEYS = {"class", "struct", "union"}
NOT_NAMES = CLASS_KEYS | {"enum", "using", "typedef", "concept", "final", "alignas"}


def opened(name):
    """Returns how a declaration opens the namespace `name`."""
    return "inline " + name if VERSION.fullmatch(name) else name


class Isolated:
    """The text of a source, with names for its unnamed namespaces."""

    def __init__(self, path, text, unit):
        self.path, self.source, self.unit = path, text, unit
        self.tokens = tokens_of(path, text)
        self.code = [token for token in self.tokens if token.kind != "directive"]
        self.partner = partners_of(path, text, self.code)
        self.edits = []      # (position, text to insert)
        self.unnamed = {}    # path of a namespace: the name of the unnamed namespace in it
        self.declared = {}   # name in an unnamed namespace: its qualification, and "type" or "value"
        self.outside = set()  # (path, name) of other declarations in namespaces
        self.member_names = set()  # positions of names in constructors' initializers
        self._scope(0, len(self.code), (), False)
        self._lengthen_paths()

    @property
    def text(self):
        # Declares all namespaces first, so that they exist even if an #if excludes their content.
        pieces = [f"namespace {'::'.join(map(opened, path + (name,)))} {{}}\n" for path, name in self.unnamed.items()]
        at = 0
        for position, inserted in sorted(self.edits, key=lambda edit: edit[0]):
            pieces += [self.source[at:position], inserted]
            at = position
        return "".join(pieces) + self.source[at:]

    def _fail(self, index, message):
        raise Unreadable(self.path, self.source, self.code[index].start, message)

    def _is(self, index, *texts):
        return index < len(self.code) and self.code[index].text in texts

    # Namespaces

    def _scope(self, at, end, path, inside_unnamed):
        """Processes the declarations of a namespace, from token `at` to `end`."""
        while at < end:
            if self._is(at, ";"):
                at += 1
            elif self._is(at, "namespace") or (self._is(at, "inline") and self._is(at + 1, "namespace")):
                at = self._namespace(at + self._is(at, "inline"), path, inside_unnamed)
            elif self._is(at, "using") and not inside_unnamed and path[:1] == ("sluice",):
                at = self._using(at, path)
            elif self._is(at, "extern") and self.code[at + 1].kind == "string" and self._is(at + 2, "{"):
                self._scope(at + 3, self.partner[at + 2], path, inside_unnamed)
                at = self.partner[at + 2] + 1
            else:
                at = self._declaration(at, end, path, inside_unnamed)

    def _using(self, at, path):
        """Limits the `using` declarations of a source to that source, as if they were in its unnamed namespace."""
        after = at
        while not self._is(after, ";"):
            after = self.partner[after] + 1 if after in self.partner else after + 1
        name = self._unnamed(path)
        self.edits.append((self.code[at].start, f"namespace {name} {{ "))
        self.edits.append((self.code[after].end, " }"))
        if not self._is(at + 1, "namespace"):
            self._note_names(at, after, "plain", path)
        return after + 1

    def _unnamed(self, path):
        """Returns the name of the unnamed namespace in `path`."""
        return self.unnamed.setdefault(path, "_in_".join([self.unit, "_".join(path)]) if self.unnamed else self.unit)

    def _namespace(self, at, path, inside_unnamed):
        opening = at + 1
        while not self._is(opening, "{", ";"):
            opening += 1
        if self._is(opening, ";"):  # an alias
            return opening + 1
        closing = self.partner[opening]
        names = [token.text for token in self.code[at + 1:opening] if token.kind == "word" and token.text != "inline"]
        if names or inside_unnamed:
            self._scope(opening + 1, closing, path + tuple(names), inside_unnamed)
            return closing + 1
        name = self._unnamed(path)
        # The named namespace contains an unnamed one, so that compilers drop unused functions and warn about them.
        self.edits.append((self.code[at].end, f" {name} {{{self._directives(path, name)} namespace"))
        self.edits.append((self.code[closing].end, " }"))
        self._scope(opening + 1, closing, path, True)
        return closing + 1

    def _directives(self, path, but=None):
        """Returns the directives for code in the namespace `path`; the C interface's functions also see those of sluice."""
        visible = [given for given in self.unnamed if path[:len(given)] == given or not path]
        return "".join(f" using namespace ::{'::'.join(given + (self.unnamed[given],))};" for given in visible
                       if self.unnamed[given] != but)

    # Declarations

    def _declaration(self, at, end, path, inside_unnamed, in_class=False):
        """Processes one declaration of a namespace or class; returns where the next one begins."""
        head_end, body, after, kind = self._read(at, end, in_class)
        if inside_unnamed:
            self._note_names(at, head_end, kind, path)
        elif not in_class:
            if self._is_static(at, head_end):
                self._fail(at, "declared static: the unnamed namespace says that here")
            name, is_type = self._name_of(at, head_end, kind)
            if name is not None and not is_type:
                self.outside.add((path, name))
        if self.unnamed and not inside_unnamed:
            # Uses of a name outside a function's body must be qualified.
            self._qualify(at, head_end)
            if kind == "function":
                directives = self._directives(path)
                if directives:
                    self.edits.append((self.code[body].end, directives))
            elif kind == "class":
                self._members(body + 1, self.partner[body], path)
        return after

    def _is_static(self, start, end):
        head = [token.text for token in self.code[start:end]]
        return "static" in head[:head.index("(") if "(" in head else None]

    def _read(self, at, end, in_class):
        """Returns (end of the head, index of the body's brace, index after the declaration, kind), where kind is "function",
        "class", "enum" or "plain"."""
        index = at
        class_key, parameters = None, False
        while index < end:
            text = self.code[index].text
            if text == "template" and self._is(index + 1, "<"):
                index = self._behind_angles(index + 1)
                continue
            if text in CLASS_KEYS or text == "enum":
                class_key = class_key or text
            elif text == "operator":
                index += 1
                while not self._is(index, "(") or self._is(index + 1, ")") and self._is(index + 2, "("):
                    index = self.partner[index] + 1 if self._is(index, "(", "[") else index + 1
                continue
            elif text in ("(", "["):
                parameters = parameters or text == "(" and not self._is(index - 1, "noexcept", "alignas", "decltype", "requires")
                index = self.partner[index] + 1
                continue
            elif text == "requires" and self._is(index + 1, "requires", "("):
                index += 1
                if self._is(index, "requires"):
                    index += 1
                if self._is(index, "("):
                    index = self.partner[index] + 1
                if self._is(index, "{"):
                    index = self.partner[index] + 1
                continue
            elif text == ";":
                return index, None, index + 1, "plain"
            elif text == "=":
                while not self._is(index, ";"):
                    index = self.partner[index] + 1 if index in self.partner else index + 1
                return index, None, index + 1, "plain"
            elif text == ":" and parameters and not class_key:
                body = self._behind_initializers(index + 1)
                return body, body, self.partner[body] + 1, "function"
            elif text == ":" and in_class and index == at + 1:  # public:
                return index, None, index + 1, "plain"
            elif text == "try":
                self._fail(index, "a function that is a try block")
            elif text == "{":
                closing = self.partner[index]
                if parameters:
                    return index, index, closing + 1, "function"
                if class_key:
                    after = closing + 1
                    while not self._is(after, ";"):
                        after += 1
                    return index, index, after + 1, "enum" if class_key == "enum" else "class"
                index = closing + 1  # an initializer
                continue
            index += 1
        self._fail(at, "a declaration without an end")

    def _behind_angles(self, index):
        depth = 0
        while True:
            text = self.code[index].text
            if text in OPENING:
                index = self.partner[index] + 1
                continue
            depth += (text == "<") - (text == ">")
            index += 1
            if depth == 0:
                return index

    def _behind_initializers(self, index):
        """Returns the index of the body's brace after a constructor's `: a(1), b{2}`."""
        while True:
            self.member_names.add(index)
            while not self._is(index, "(", "{"):
                index = self._behind_angles(index) if self._is(index, "<") else index + 1
            index = self.partner[index] + 1
            if self._is(index, "..."):
                index += 1
            if self._is(index, "{"):
                return index
            if not self._is(index, ","):
                self._fail(index, "expected a constructor's next initializer or its body")
            index += 1

    def _members(self, at, end, path):
        while at < end:
            if self._is(at, ";"):
                at += 1
            else:
                at = self._declaration(at, end, path, False, in_class=True)

    # Names

    def _note_names(self, start, end, kind, path):
        """Records the name that a declaration in an unnamed namespace declares."""
        if path not in self.unnamed:  # in a named namespace inside it
            return
        name, is_type = self._name_of(start, end, kind)
        scope = "::".join(("",) + path + (self.unnamed[path], ""))
        if name is not None:
            self.declared[name] = (scope, "type" if is_type else "value")
        if kind == "enum":  # also its enumerators, for enums that are not classes
            for index in range(end + 1, self.partner[end]):
                if self._is(index - 1, "{", ","):
                    self.declared[self.code[index].text] = (scope, "value")

    def _name_of(self, start, end, kind):
        """Returns the name that a declaration declares, or None, and whether it is a type."""
        first = start
        while self._is(first, "template"):
            first = self._behind_angles(first + 1)
        is_type = kind in ("class", "enum") or self._is(first, "using", "typedef", "concept", *CLASS_KEYS)
        name = None
        if is_type:
            for index in range(first, end):
                if self._is(index, ":", "=", "<", "{"):
                    break
                if self.code[index].kind == "word" and self.code[index].text not in NOT_NAMES:
                    name = self.code[index].text
        else:
            for index in range(first + 1, end + 1):
                if self._is(index, "(", "=", "{", ";", "[") and self.code[index - 1].kind == "word":
                    if not self._is(index - 2, "::"):  # else a member of a class or another namespace
                        name = self.code[index - 1].text
                    break
        return name, is_type

    def _qualify(self, start, end):
        """Qualifies the names of the unnamed namespace between two tokens."""
        for index in range(start, end):
            token = self.code[index]
            if token.kind != "word" or token.text not in self.declared or index in self.member_names:
                continue
            if index > start and self._is(index - 1, ".", "->", "::"):
                continue
            scope, kind = self.declared[token.text]
            before = self.code[index - 1] if index > start else None
            if kind == "value" and before is not None and (
                    before.kind == "word" and before.text != "return" or before.text in ("&", "*", ">", "&&")):
                continue  # declares a parameter, a member or a function of that name
            self.edits.append((token.start, scope))

    def _lengthen_paths(self):
        """Qualifies `detail::name` if the name is in the unnamed namespace inside `detail`."""
        for index in range(2, len(self.code)):
            token = self.code[index]
            if token.kind != "word" or token.text not in self.declared or not self._is(index - 1, "::"):
                continue
            *outer, unit, _ = self.declared[token.text][0].split("::")
            if (tuple(outer[1:]), token.text) in self.outside:
                continue
            named = [name for name in outer if not VERSION.fullmatch(name)]
            if named and self._is(index - 2, named[-1]):
                self.edits.append((token.start, unit + "::"))
