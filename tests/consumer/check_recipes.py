#!/usr/bin/env python3
"""Runs the recipes in packaging/ with mocks of Conan and vcpkg, which do not have to be installed.

    check_recipes.py CMAKE WORK

Fails if a recipe sets an unknown option or omits a file that the build reads, or if its libraries, versions or options
differ from those of the build.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import types

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Names of packages, by their names in our CMake files.
IN_CONAN = {"Eigen3": "eigen", "FastFloat": "fast_float", "CURL": "libcurl", "PostgreSQL": "libpq"}
IN_VCPKG = {"CURL": "curl", "FastFloat": "fast-float", "PostgreSQL": "libpq"}
OPTIONAL = {"CURL": "http", "PostgreSQL": "postgres"}
FOR_DEVELOPERS = {"CLI11", "doctest", "httplib", "benchmark"}


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def cmake_files(root):
    return [os.path.join(root, "CMakeLists.txt")] + glob.glob(os.path.join(root, "cmake", "*.cmake"))


def known_options():
    text = "".join(open(path, encoding="utf-8").read() for path in cmake_files(ROOT))
    return set(re.findall(r"option\((SLUICE_\w+)", text))


def packages():
    """Returns the dependencies of the library with their oldest versions, by CMake name."""
    found = re.findall(r"sluice_require\(\S+(?: WING \w+)? PACKAGE (\w+)(?: VERSION ([\d.]+))?", read("cmake/SluiceDependencies.cmake"))
    return {name: version for name, version in found if name not in FOR_DEVELOPERS}


def numbers(version):
    return [int(part) for part in version.split(".")]


def version():
    return ".".join(re.findall(r"define SLUICE_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", read("include/sluice/core/version.hpp")))


def check_manifest():
    manifest = json.loads(read("packaging/vcpkg/vcpkg.json"))
    allowed = {"name", "version", "description", "license", "supports", "dependencies", "features", "homepage",
               "default-features"}
    check(set(manifest) <= allowed, f"vcpkg.json has {set(manifest) - allowed}")
    check(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", manifest["name"]), "the port's name")
    check(manifest["version"] == version(), f"vcpkg.json is of {manifest['version']}, the library {version()}")

    def names(dependencies):
        for one in dependencies:
            check(isinstance(one, str) or set(one) <= {"name", "host", "version>=", "platform", "features",
                                                       "default-features"}, f"a dependency {one}")
        return {one if isinstance(one, str) else one["name"] for one in dependencies}

    wanted = {IN_VCPKG.get(name, name).lower() for name in packages() if name not in OPTIONAL}
    check(names(manifest["dependencies"]) == wanted | {"vcpkg-cmake", "vcpkg-cmake-config"},
          f"vcpkg.json depends on {names(manifest['dependencies'])}")
    for package, feature in OPTIONAL.items():
        says = manifest["features"][feature]
        check(set(says) == {"description", "dependencies"}, f"feature {feature}")
        check(names(says["dependencies"]) == {IN_VCPKG[package]}, f"feature {feature} depends on {says}")


def check_portfile(cmake, work, options):
    said = os.path.join(work, "said.txt")
    script = os.path.join(work, "port.cmake")
    commands = ["vcpkg_check_features", "vcpkg_cmake_configure", "vcpkg_cmake_install", "vcpkg_cmake_config_fixup",
                "vcpkg_fixup_pkgconfig", "vcpkg_install_copyright"]
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'set(CURRENT_PORT_DIR "{ROOT}/packaging/vcpkg")\nset(CURRENT_PACKAGES_DIR "{work}/packages")\n')
        for command in commands:
            file.write(f'function({command})\n  file(APPEND "{said}" "{command};${{ARGV}}\\n")\nendfunction()\n')
        file.write(f'include("{ROOT}/packaging/vcpkg/portfile.cmake")\n')
    subprocess.run([cmake, "-P", script], check=True)
    with open(said, encoding="utf-8") as file:
        lines = [line.strip().split(";") for line in file]
    check([line[0] for line in lines] == commands, f"the portfile calls {[line[0] for line in lines]}")
    features = lines[0][lines[0].index("FEATURES") + 1:]
    check(features[::2] == sorted(OPTIONAL.values()), f"the portfile knows the features {features[::2]}")
    source = lines[1][lines[1].index("SOURCE_PATH") + 1]
    check(os.path.realpath(source) == os.path.realpath(ROOT), f"the portfile builds {source}")
    given = features[1::2] + [re.match(r"-D(\w+)=", word)[1] for word in lines[1] if word.startswith("-D")]
    check(set(given) <= options, f"the portfile sets {set(given) - options}")
    notices = lines[5][lines[5].index("FILE_LIST") + 1:]
    check(len(notices) == 3 and all(os.path.isfile(path) for path in notices), f"notices {notices}")


def stand_ins(cached):
    """Returns mocks of the modules that the Conan recipe imports."""
    made = {}

    class ConanFile:
        recipe_folder = os.path.join(ROOT, "packaging", "conan")
        required = ()

        def requires(self, reference):
            self.required += (reference,)

    def copy(_, pattern, source, target):
        for path in glob.glob(os.path.join(source, pattern.replace("*", "**")), recursive=True):
            to = os.path.join(target, os.path.relpath(path, source))
            if os.path.isfile(path):
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copyfile(path, to)

    class Generator:
        def __init__(self, _):
            self.cache_variables = cached

        def generate(self):
            pass

    def module(name, **members):
        made[name] = types.ModuleType(name)
        vars(made[name]).update(members)

    module("conan", ConanFile=ConanFile)
    module("conan.tools")
    module("conan.tools.build", check_min_cppstd=lambda *_: None)
    module("conan.tools.cmake", CMake=Generator, CMakeDeps=Generator, CMakeToolchain=Generator, cmake_layout=None)
    module("conan.tools.files", copy=copy, load=lambda _, path: open(path, encoding="utf-8").read())
    return made


def check_conan(work, options):
    cached = {}
    sys.modules.update(stand_ins(cached))
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.join(ROOT, "packaging", "conan"))
    import conanfile

    for chosen in (False, True):
        recipe = conanfile.SluiceConan()
        recipe.options = types.SimpleNamespace(**{name: chosen for name in recipe.default_options})
        recipe.set_version()
        check(recipe.version == version(), f"the Conan recipe is of {recipe.version}, the library {version()}")
        recipe.requirements()
        ranges = dict(reference.split("/") for reference in recipe.required)
        wanted = {IN_CONAN.get(name, name).lower(): oldest for name, oldest in packages().items()
                  if chosen or name not in OPTIONAL}
        check(set(ranges) == set(wanted), f"the Conan recipe requires {set(ranges) ^ set(wanted)}")
        for name, oldest in wanted.items():
            least = re.match(r"\[>=([\d.]+)", ranges[name])[1]
            asked = numbers(oldest or least)
            check(numbers(least) >= asked[:len(numbers(least))], f"{name} {ranges[name]}, the build asks for {oldest}")
        recipe.generate()
        check(set(cached) <= options, f"the Conan recipe sets {set(cached) - options}")
        check(cached["SLUICE_WITH_HTTP"] is chosen, "the option with_http")
    recipe.export_sources_folder = os.path.join(work, "exported")
    recipe.export_sources()
    for name in ("CMakeLists.txt", "LICENSE", "src", "include", "capi", "cmake"):
        for folder, _, files in os.walk(os.path.join(ROOT, name)):
            for file in files:
                path = os.path.relpath(os.path.join(folder, file), ROOT)
                check(os.path.isfile(os.path.join(work, "exported", path)), f"the Conan recipe leaves out {path}")
    check(os.path.isfile(os.path.join(work, "exported", "CMakeLists.txt")), "the Conan recipe exports nothing")


def main(cmake, work):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    options = known_options()
    check({"SLUICE_WITH_HTTP", "SLUICE_BUILD_CLI"} <= options, f"the build's options {options}")
    check_manifest()
    check_portfile(cmake, work, options)
    check_conan(work, options)


if __name__ == "__main__":
    main(*sys.argv[1:])
