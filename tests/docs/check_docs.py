#!/usr/bin/env python3
"""Tests the documents: README.md and docs/*.md, and the names of files in CONTRIBUTING.md, SECURITY.md and CHANGELOG.md.

    check_docs.py cpp FILE          writes their C++ blocks as one program, and the C block to FILE.c
    check_docs.py c-api [--write]   compares docs/c-api.md with capi/sluice.h, or writes it
    check_docs.py formats           compares the kinds and sections in docs/file-formats.md with those in src/
    check_docs.py run NAME …        runs one document's blocks, in order, in a temporary folder (see below)
    check_docs.py links             checks that the targets of links exist, and so do named files and folders
    check_docs.py architecture      compares the levels in docs/architecture.md with cmake/check_layers.cmake

The word after the fence is the type of a block:

    console     lines that begin with "$ " are commands, followed by their output; "…" matches anything
    cpp         declarations; `cpp run`: statements, which share one function per document; `cpp program`: a complete
                program, one per document, whose main takes no arguments; `cpp header`: for a single header, not run
    c           a complete program, one per document; its main takes two arguments
    python      a program
    json        must be valid JSON
    text        the output of the block before it
    cmake, mermaid    are not run; tests/consumer builds such projects, and programs with single headers

Indented commands need something that tests do not have, so they are not run. Their subcommands and options must exist in
`sluice`, and paths of this project in them must exist. Other ways to write a block are errors.

The folder has the sample databases in `databases/` and their questions in `questions.jsonl`.
"""

import fnmatch
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KNOWN = {"console", "cpp", "c", "python", "json", "text", "cmake", "mermaid"}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def documents():
    names = sorted(name for name in os.listdir(os.path.join(ROOT, "docs")) if name.endswith(".md"))
    return ["README.md", *(f"docs/{name}" for name in names)]


def name_of(path):
    return re.sub(r"\W", "_", os.path.basename(path)[:-3].lower())


def blocks(path):
    """Returns (language, rest of the fence's line, text, line) of each fenced block."""
    found, open_at = [], None
    for number, line in enumerate(read(path).splitlines(), 1):
        if re.match(r" +```| *~~~", line):
            sys.exit(f"{path}:{number}: a fence must be ``` at the start of a line")
        if not line.startswith("```"):
            if open_at is not None:
                text.append(line)
        elif open_at is None:
            language, _, rest = line[3:].strip().partition(" ")
            open_at, text = number, []
            if language not in KNOWN:
                sys.exit(f"{path}:{number}: no check for blocks of language {language or 'none'}")
        else:
            found.append((language, rest, "\n".join(text) + "\n", open_at))
            open_at = None
    if open_at is not None:
        sys.exit(f"{path}:{open_at}: a block without a closing fence")
    return found


def indented_commands(path):
    """Returns (command, line) of each indented command."""
    text = re.sub(r"^```.*?^```$", lambda block: "\n" * block[0].count("\n"), read(path), flags=re.M | re.S)
    found = [(line[4:].removeprefix("$ "), number) for number, line in enumerate(text.splitlines(), 1)
             if re.match(r" {4}(\$ |sluice |cmake|python)", line)]
    return [(shlex.split(command, comments=True), number) for command, number in found]


def write_if_changed(path, text):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def write_programs(path):
    includes, bodies, names, c_programs, c_names = set(), [], [], "", []
    for document in documents():
        declared, run = "", ""
        for language, rest, text, line in blocks(document):
            if language == "c":
                c_names.append(name_of(document))
                c_programs += (f'#define main main_of_{c_names[-1]}\n#line {line + 1} "{document}"\n{text}'
                               "#undef main\n")
            if language != "cpp" or rest == "header":
                continue
            kept = f'#line {line + 1} "{document}"\n'
            for of in text.splitlines(keepends=True):
                if of.startswith("#include"):
                    includes.add(of)
                    kept += "\n"
                else:
                    kept += of
            if rest == "program":
                if "int main() {" not in kept:
                    sys.exit(f"{document}:{line}: a program without `int main() {{`")
                declared += kept.replace("int main() {", "void program() {")
                kept, rest = "program();\n", "run"
            if rest == "run":
                # Marks the output that follows as that of this block.
                run += kept + f'std::cout << "\\x1e" << {line} << "\\n";\n'
            else:
                declared += kept
        if declared or run:
            names.append(name_of(document))
            bodies.append(f"namespace {names[-1]} {{\n{declared}\nvoid run() {{\n{run}}}\n}}\n")
    calls = "".join(f'  if (name == "{name}") {name}::run();\n' for name in names)
    write_if_changed(path, "#include <iostream>\n#include <string_view>\n" + "".join(sorted(includes)) + "".join(bodies) +
                     '#line 1 "main"\nint main(int, char **arguments) {\n  const std::string_view name(arguments[1]);\n' + calls + "}\n")
    calls = "".join(f'  if (strcmp(arguments[1], "{name}") == 0) return main_of_{name}(count - 1, arguments + 1);\n'
                    for name in c_names)
    write_if_changed(path + ".c", c_programs + '#include <string.h>\n#line 1 "main"\n'
                     "int main(int count, char **arguments) {\n  if (count < 2) return 2;\n" + calls + "  return 2;\n}\n")


def fits(expected, actual):
    """Whether the output matches: a line "…" matches any lines, "…" in a line any text."""
    pattern = ""
    for line in expected.splitlines():
        if line.strip() == "…":
            pattern += "(?:.*\n)*"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("…")) + "\n"
    actual = "".join(line.rstrip() + "\n" for line in actual.splitlines())
    return re.fullmatch(pattern, actual) is not None


class Runner:
    def __init__(self, document, command, program, c_program, library, samples):
        self.document, self.program, self.c_program = document, program, c_program
        self.folder = tempfile.mkdtemp(prefix="documents")
        shutil.copytree(samples, os.path.join(self.folder, "databases"))
        shutil.copy(os.path.join(ROOT, "examples", "data", "questions.jsonl"), self.folder)
        self.environment = dict(os.environ, PATH=os.path.dirname(command) + os.pathsep + os.environ["PATH"],
                                SLUICE_LIBRARY=library, PYTHONPATH=os.path.join(ROOT, "examples", "python"),
                                PYTHONDONTWRITEBYTECODE="1")
        self.failures = 0
        self.printed = None  # output of the previous block

    def output_of(self, arguments, **options):
        ran = subprocess.run(arguments, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, encoding="utf-8", timeout=60, **options)
        return ran.stdout, ran.returncode

    def expect(self, line, what, expected, actual):
        if not fits(expected, actual):
            self.failures += 1
            print(f"{self.document}:{line}: {what} prints\n{actual}\nnot\n{expected}")

    def run_console(self, text, line):
        entries = []
        for number, of in enumerate(text.splitlines(), line + 1):
            if of.startswith("$ "):
                entries.append([number, of[2:], ""])
            elif entries and entries[-1][2] == "" and entries[-1][1].endswith("\\"):
                entries[-1][1] += "\n" + of
            elif entries:
                entries[-1][2] += of + "\n"
            else:
                sys.exit(f"{self.document}:{number}: console output without a command")
        for number, command, expected in entries:
            actual, _ = self.output_of(["bash", "-c", command])
            self.expect(number, command, expected, actual)

    def check_indented(self, words, line):
        """Checks that the subcommands, options and files of a command exist."""
        for word in words:
            if re.match(r"(cmake|examples|packaging|bench|tests|docs)/", word) and not os.path.exists(os.path.join(ROOT, word)):
                self.failures += 1
                print(f"{self.document}:{line}: there is no {word}")
        if words[0] != "sluice":
            return
        known, subcommands = self.output_of(["sluice", "--help"])[0], []
        for word in words[1:]:
            said, status = self.output_of(["sluice", *subcommands, word, "--help"])
            if word.startswith("-") or " " in word or status != 0 or said == known:
                break
            subcommands.append(word)
            known = said
        named = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", known))
        for word in words[1:]:
            if word.startswith("-") and word not in named or not subcommands:
                self.failures += 1
                print(f"{self.document}:{line}: `sluice {' '.join(subcommands)}` has no {word}")

    def run(self):
        found = blocks(self.document)
        for words, line in indented_commands(self.document):
            self.check_indented(words, line)
        printed = {}
        if any(language == "cpp" for language, *_ in found):
            out, status = self.output_of([self.program, name_of(self.document)])
            if status != 0:
                self.failures += 1
                print(f"{self.document}: its C++ ends with status {status}:\n{out}")
            for part in re.finditer(r"((?:[^\x1e])*)\x1e(\d+)\n", out):
                printed[int(part[2])] = part[1]
        for language, rest, text, line in found:
            if language == "text":
                if self.printed is None:
                    sys.exit(f"{self.document}:{line}: a text block that does not follow a block with output")
                self.expect(line, "the block before", text, self.printed)
            self.printed = None
            if language == "console":
                self.run_console(text, line)
            elif language == "cpp":
                self.printed = printed.get(line, "")
            elif language == "c":
                self.printed, _ = self.output_of([self.c_program, name_of(self.document), "databases"])
            elif language == "python":
                self.printed, status = self.output_of([sys.executable, "-c", text])
                if status != 0:
                    self.failures += 1
                    print(f"{self.document}:{line}: ends with status {status}:\n{self.printed}")
            elif language == "json":
                json.loads(text)
        shutil.rmtree(self.folder)
        return self.failures


def c_api():
    """Returns docs/c-api.md: the functions of each section with the first sentence of their comment."""
    sections = re.split(r"^/\* ---- (\d+)\. (\w+) -+ \*/$", read("capi/sluice.h"), flags=re.M)
    text = ("# The C interface\n\nAll functions of the C library, for reference. The header [`capi/sluice.h`](../capi/sluice.h) documents "
            "each of them,\nand the rules of all: ownership and lifetime, thread-safety, and failures. For a complete program, "
            "see [other\nlanguages](other-languages.md).\n\nThis page is written by `tests/docs/check_docs.py c-api --write`.\n")
    for number, title, body in zip(sections[1::3], sections[2::3], sections[3::3]):
        rows = ""
        for comment, name in re.findall(r"/\*((?:[^*]|\*(?!/))*)\*/\s*SLUICE_API[^;(]*?(\w+)\(", body):
            paragraph = " ".join(re.sub(r"^\s*\* ?", "", of, flags=re.M).strip() for of in comment.split("\n *\n")[0].split("\n"))
            first = re.match(r".*?[.:](?= [A-Z]| \w+:|$)", paragraph)
            rows += f"| `{name}` | {(first[0] if first else paragraph).strip().replace('|', chr(92) + '|')} |\n"
        if rows:
            text += f"\n## {number}. {title}\n\n| | |\n|---|---|\n{rows}"
    return text


def check_c_api(write):
    made = c_api()
    declared = set(re.findall(r"^SLUICE_API[^;(]*?(\w+)\(", read("capi/sluice.h"), flags=re.M))
    lost = declared - set(re.findall(r"^\| `(\w+)`", made, flags=re.M))
    if lost:
        sys.exit(f"capi/sluice.h: functions without a comment: {', '.join(sorted(lost))}")
    if write:
        with open(os.path.join(ROOT, "docs", "c-api.md"), "w", encoding="utf-8") as file:
            file.write(made)
    elif read("docs/c-api.md") != made:
        sys.exit("docs/c-api.md does not match capi/sluice.h; run tests/docs/check_docs.py c-api --write")


def check_formats():
    kinds, sections = {}, set()
    for path in glob.glob(os.path.join(ROOT, "src/**/*.[ch]pp"), recursive=True):
        text = read(os.path.relpath(path, ROOT))
        codes = ["".join(re.findall("'(.)'", code)) for code in re.findall(r"\{((?:'.', ?){3}'.')\}", text)]
        of_kind = re.findall(r"FourCc \w*kind\s*(?:=\s*)?\{([^}]*)\}", text)
        for letters in of_kind:
            kind = "".join(re.findall("'(.)'", letters))
            kinds[kind] = {code for code in codes if code != kind}
        sections.update(codes)
    kinds.pop("", None)
    rows = dict(re.findall(r"^\| `(\w{4})` \|(.*)$", read("docs/file-formats.md"), flags=re.M))
    if set(kinds) != set(rows):
        sys.exit(f"docs/file-formats.md lists {sorted(rows)}, src/ has {sorted(kinds)}")
    for kind, row in rows.items():
        listed = set(re.findall(r"`(\w{4})`", row))
        if kinds[kind] - listed or listed - sections:
            sys.exit(f"docs/file-formats.md, {kind}: not listed {sorted(kinds[kind] - listed)}, not in src/ {sorted(listed - sections)}")


def anchors(path):
    """Returns the anchors of a document's headings, as GitHub names them."""
    text = re.sub(r"^```.*?^```$", "", read(path), flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text, flags=re.M)}


def check_links():
    for document in [*documents(), "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]:
        text = re.sub(r"^```.*?^```$", "", read(document), flags=re.M | re.S)
        for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text):
            path = os.path.normpath(os.path.join(ROOT, os.path.dirname(document), target)) if target else document
            if "://" in target:
                continue
            if not os.path.exists(os.path.join(ROOT, path)):
                sys.exit(f"{document} links to {target}, which does not exist")
            if anchor and anchor not in anchors(os.path.relpath(os.path.join(ROOT, path), ROOT)):
                sys.exit(f"{document} links to {target}#{anchor}; there is no such heading")
        check_named_files(document, text)
    check_named_tests("CONTRIBUTING.md")
    check_renamed_flags()


def check_named_files(document, text):
    """Checks that the files and folders exist that a document names in backticks, such as `src/sql` or `catalog.hpp`."""
    folders = "bench|capi|cmake|docs|examples|include|packaging|sluice|src|tests|training"
    for name in re.findall(r"`([^`\s]+)`", text):
        if re.match(rf"({folders})/[\w.*{{}},/+-]*$", name):
            patterns = [name, f"include/{name}"]
        elif re.match(r"(?!sluice_)[\w*]+\.(hpp|cpp)$", name):  # sluice_<part>.hpp is a single header, which is generated
            patterns = [f"{folder}/**/{name}" for folder in ("include", "src", "capi", "examples")]
        else:
            continue
        patterns = [re.sub(r"\{([^},]*),[^}]*\}", r"\1", pattern) for pattern in patterns]
        if not any(glob.glob(os.path.join(ROOT, pattern), recursive=True) for pattern in patterns):
            sys.exit(f"{document} names {name}, which does not exist")


def check_named_tests(document):
    """Checks that test programs have test cases of the names that commands select by -tc."""
    patterns = [of for names in re.findall(r'-tc="([^"]+)"', read(document)) for of in names.split(",")]
    cases = "\n".join(read(os.path.relpath(path, ROOT)) for path in glob.glob(os.path.join(ROOT, "tests/*/*_test.cpp")))
    cases = re.findall(r'^TEST_CASE\(\s*"(.*?)"\)', cases, flags=re.M | re.S)
    for pattern in patterns:
        if not fnmatch.filter(cases, pattern):
            sys.exit(f"{document} selects tests by {pattern!r}, which no test case matches")


def check_renamed_flags():
    """Checks that CHANGELOG.md lists each renamed command and flag of the command."""
    text = read("CHANGELOG.md")
    for command, old, new in re.findall(r'^ +\{"([\w -]+)", "([\w-]+)", "([\w-]+)"', read("src/cli/names/old_names.hpp"), flags=re.M):
        if not re.search(rf"^\| `{command}` \| `{old}`[^|]*\| `{new}` \|", text, flags=re.M):
            sys.exit(f"CHANGELOG.md does not say that `{old}` of `{command}` is now `{new}`")


def check_architecture():
    rows = dict(re.findall(r"^\| (\d) \| (.*?) \|", read("docs/architecture.md"), flags=re.M))
    drawn = {level: set(re.findall(r"`(\w+)`", rooms)) for level, rooms in rows.items()}
    levels = re.findall(r"^set\(level_(\d) ([\w ]+)\)", read("cmake/check_layers.cmake"), flags=re.M)
    enforced = {level: set(rooms.split()) for level, rooms in levels}
    if drawn != enforced:
        sys.exit(f"docs/architecture.md has the levels {drawn}, cmake/check_layers.cmake {enforced}")


def main(arguments):
    if arguments[:1] == ["cpp"]:
        write_programs(arguments[1])
    elif arguments[:1] == ["c-api"]:
        check_c_api("--write" in arguments)
    elif arguments == ["formats"]:
        check_formats()
    elif arguments == ["links"]:
        check_links()
    elif arguments == ["architecture"]:
        check_architecture()
    elif arguments[:1] == ["run"]:
        document = next(path for path in documents() if name_of(path) == arguments[1])
        sys.exit(1 if Runner(document, *arguments[2:]).run() else 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
