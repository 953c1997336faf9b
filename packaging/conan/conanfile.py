"""Conan 2 recipe over this source tree: conan create packaging/conan"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class SluiceConan(ConanFile):
    name = "sluice"
    description = "Finds the schema that a text-to-SQL system needs, and evaluates its queries"
    license = "Apache-2.0"
    topics = ("text-to-sql", "schema retrieval", "evaluation")
    settings = "os", "compiler", "build_type", "arch"
    options = {
        "embed_weights": [True, False],
        "with_http": [True, False],
        "with_postgres": [True, False],
    }
    default_options = {"embed_weights": True, "with_http": False, "with_postgres": False}
    package_type = "static-library"

    def _tree(self) -> str:
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self) -> None:
        header = load(self, os.path.join(self._tree(), "include/sluice/core/version.hpp"))
        numbers = re.findall(r"define SLUICE_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", header)
        self.version = ".".join(numbers)

    def export_sources(self) -> None:
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "capi/*"):
            copy(self, pattern, self._tree(), self.export_sources_folder)

    def requirements(self) -> None:
        self.requires("eigen/[>=3.4 <4]")
        self.requires("fast_float/[>=3.9 <9]")
        self.requires("fmt/[>=9 <12]")
        self.requires("hnswlib/[>=0.6]")
        self.requires("libstemmer/[>=2.2]")
        self.requires("libyaml/[>=0.2.5 <0.3]")
        self.requires("simdjson/[>=3 <4]")
        self.requires("sqlite3/[>=3.40 <4]")
        self.requires("utf8proc/[>=2.8 <3]")
        self.requires("xxhash/[>=0.8 <0.9]")
        self.requires("zlib/[>=1.2 <2]")
        if self.options.with_http:
            self.requires("libcurl/[>=7.88 <9]")
        if self.options.with_postgres:
            self.requires("libpq/[>=15]")

    def validate(self) -> None:
        check_min_cppstd(self, 20)

    def layout(self) -> None:
        cmake_layout(self)

    def generate(self) -> None:
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for part in ("BENCH", "CLI", "EXAMPLES", "TESTS"):
            toolchain.cache_variables[f"SLUICE_BUILD_{part}"] = False
        toolchain.cache_variables["SLUICE_DEVELOPER_MODE"] = False
        toolchain.cache_variables["SLUICE_LAZY_LIBRARIES"] = False  # requirements are linked
        toolchain.cache_variables["SLUICE_EMBED_WEIGHTS"] = bool(self.options.embed_weights)
        toolchain.cache_variables["SLUICE_WITH_HTTP"] = bool(self.options.with_http)
        toolchain.cache_variables["SLUICE_WITH_POSTGRES"] = bool(self.options.with_postgres)
        toolchain.generate()

    def build(self) -> None:
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self) -> None:
        CMake(self).install()

    def package_info(self) -> None:
        # The package has its own sluiceConfig.cmake.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "sluice"))
