"""Many sources in one translation unit, each with its own unnamed namespace.

That gets a name, `unit`, which differs from source to source. What stands outside of it finds it through a using-directive
at the begin of each function's body: the one that the language itself adds behind an unnamed namespace, but in a scope
that ends with the function. So lookup and overloads are what they were, and nothing is renamed. Outside of bodies (in
classes, parameters, constructors' initializers) such names are written in full.

What cannot be kept apart is what all sources see of headers: a helper named as a function in a header that its source
does not include may be ambiguous now. Compilers say so; the helper then needs a better name."""

from tokens import Unreadable, partners_of, tokens_of

OPENING = "([{"
CLASS_KEYS = {"class", "struct", "union"}
NOT_NAMES = CLASS_KEYS | {"enum", "using", "typedef", "concept", "final", "alignas"}


class Isolated:
    """A source's text with its unnamed namespaces named."""

    def __init__(self, path, text, unit):
        self.path, self.source, self.unit = path, text, unit
        self.tokens = tokens_of(path, text)
        self.code = [token for token in self.tokens if token.kind != "directive"]
        self.partner = partners_of(path, text, self.code)
        self.edits = []      # (position, text to insert)
        self.unnamed = {}    # the path of a namespace: the name of its unnamed one
        self.declared = {}   # a name in an unnamed namespace: how to reach it, and "type" or "value"
        self.outside = set()  # (path, name) of what else is declared in namespaces
        self.member_names = set()  # of constructors' initializers: where they are
        self._scope(0, len(self.code), (), False)
        self._lengthen_paths()

    @property
    def text(self):
        # First of all, that the names are there even where an #if leaves out what they hold.
        pieces = [f"namespace {'::'.join(path + (name,))} {{}}\n" for path, name in self.unnamed.items()]
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
        """The declarations of a namespace, from token `at` to `end`."""
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
        """What a source says with `using` holds for the source alone, as if said in its unnamed namespace."""
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
        """The name that the unnamed namespace in `path` gets."""
        return self.unnamed.setdefault(path, "_in_".join([self.unit, "_".join(path)]) if self.unnamed else self.unit)

    def _namespace(self, at, path, inside_unnamed):
        opening = at + 1
        while not self._is(opening, "{", ";"):
            opening += 1
        if self._is(opening, ";"):  # an alias
            return opening + 1
        closing = self.partner[opening]
        names = [token.text for token in self.code[at + 1:opening] if token.kind == "word"]
        if names or inside_unnamed:
            self._scope(opening + 1, closing, path + tuple(names), inside_unnamed)
            return closing + 1
        name = self._unnamed(path)
        # Still unnamed inside the named one: what nobody calls is dropped, and warned about.
        self.edits.append((self.code[at].end, f" {name} {{{self._directives(path, name)} namespace"))
        self.edits.append((self.code[closing].end, " }"))
        self._scope(opening + 1, closing, path, True)
        return closing + 1

    def _directives(self, path, but=None):
        """For what stands in the namespace `path`: the C interface's functions see those of sluice too."""
        visible = [given for given in self.unnamed if path[:len(given)] == given or not path]
        return "".join(f" using namespace ::{'::'.join(given + (self.unnamed[given],))};" for given in visible
                       if self.unnamed[given] != but)

    # Declarations

    def _declaration(self, at, end, path, inside_unnamed, in_class=False):
        """One declaration of a namespace or class; returns where the next one begins."""
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
            # What uses a name outside a function's body has to say where it is.
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
        """(end of the head, index of the body's brace, index behind all, kind), kind being "function", "class", "enum" or
        "plain"."""
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
        """The index of the body's brace behind a constructor's `: a(1), b{2}`."""
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
        """Notes what a declaration in an unnamed namespace declares."""
        if path not in self.unnamed:  # of a named namespace inside
            return
        name, is_type = self._name_of(start, end, kind)
        scope = "::".join(("",) + path + (self.unnamed[path], ""))
        if name is not None:
            self.declared[name] = (scope, "type" if is_type else "value")
        if kind == "enum":  # its enumerators too, which matters where it is no enum class
            for index in range(end + 1, self.partner[end]):
                if self._is(index - 1, "{", ","):
                    self.declared[self.code[index].text] = (scope, "value")

    def _name_of(self, start, end, kind):
        """What a declaration declares, or None; and whether that is a type."""
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
                    if not self._is(index - 2, "::"):  # else of a class, or of another namespace
                        name = self.code[index - 1].text
                    break
        return name, is_type

    def _qualify(self, start, end):
        """Says in full which names between two tokens are meant of the unnamed namespace."""
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
                continue  # a parameter, a member or a function of that name is declared
            self.edits.append((token.start, scope))

    def _lengthen_paths(self):
        """`detail::name`, where that is of the unnamed namespace inside `detail`."""
        for index in range(2, len(self.code)):
            token = self.code[index]
            if token.kind != "word" or token.text not in self.declared or not self._is(index - 1, "::"):
                continue
            *outer, unit, _ = self.declared[token.text][0].split("::")
            if (tuple(outer[1:]), token.text) in self.outside:
                continue
            if outer and self._is(index - 2, outer[-1]):
                self.edits.append((token.start, unit + "::"))
