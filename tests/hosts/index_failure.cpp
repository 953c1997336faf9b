/// Index builds that fail, are killed, or run concurrently: the folder has either the old or the
/// new index.

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "host.h"

namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;  // content by name

Files files_in(const fs::path &folder) {
  Files files;
  if (!fs::exists(folder)) return files;
  for (const auto &entry : fs::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

sluice_catalog *load(const std::string &path) {
  sluice_catalog *catalog = nullptr;
  HOST_EXPECT(SLUICE_OK, sluice_catalog_load(path.c_str(), SLUICE_NUL, nullptr, &catalog, &error));
  return catalog;
}

/// An embedder that runs a function once, in the middle of a build.
struct Middle {
  void (*act)(Middle &middle) = nullptr;
  const sluice_catalog *catalog = nullptr;
  std::string folder = {};
  int pipe_in = -1, pipe_out = -1;

  static sluice_status embed(void *user, const sluice_str *, std::size_t count, float *vectors) {
    auto &middle = *static_cast<Middle *>(user);
    for (std::size_t i = 0; i < count * 4; ++i) vectors[i] = static_cast<float>(1 + i % 4);
    if (auto *act = std::exchange(middle.act, nullptr)) act(middle);
    return SLUICE_OK;
  }
};

sluice_status build(const sluice_catalog *catalog, const std::string &folder,
                    Middle *middle = nullptr) {
  sluice_index_options options = SLUICE_INDEX_OPTIONS_INIT;
  sluice_embedder embedder = SLUICE_EMBEDDER_INIT;
  embedder.user = middle;
  embedder.embed = Middle::embed;
  embedder.name = "four numbers 1";
  embedder.dimensions = 4;
  if (middle != nullptr) options.embedder = &embedder;
  return sluice_index_build(catalog, folder.c_str(), SLUICE_NUL, &options, nullptr);
}

/// Runs in a child process, so that the limit applies only to it.
void build_on_a_full_disk(const sluice_catalog *catalog, const std::string &folder, rlim_t most) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{most, most};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(2);
    _exit(build(catalog, folder) == SLUICE_IO ? 0 : 1);
  }
  int status = 0;
  HOST_CHECK(waitpid(child, &status, 0) == child && status == 0);
}

void fail_to_write(const sluice_catalog *small, const sluice_catalog *large, const fs::path &work) {
  const std::string made = work / "new/index";
  HOST_CHECK(build(large, made) == SLUICE_OK);
  const Files whole = files_in(made);
  HOST_CHECK(whole.size() > 1);
  fs::remove_all(work / "new");
  // The limit is one byte less than the size of a file, so that it or an earlier one cannot be
  // written.
  for (const auto &[name, bytes] : whole) {
    build_on_a_full_disk(large, made, bytes.size() - 1);
    HOST_CHECK(!fs::exists(work / "new"));
  }
  const std::string index = work / "index";
  HOST_CHECK(build(small, index) == SLUICE_OK);
  const Files before = files_in(index);
  for (const auto &[name, bytes] : whole) {
    build_on_a_full_disk(large, index, bytes.size() - 1);
    HOST_CHECK(files_in(index) == before);
  }
  sluice_catalog_release(load(index));
}

void kill_builder(const sluice_catalog *large, const fs::path &work) {
  const std::string index = work / "index", first = work / "first";
  const Files before = files_in(index);
  for (const std::string &folder : {index, first}) {
    const pid_t child = fork();
    if (child == 0) {
      Middle middle{.act = [](Middle &) { kill(getpid(), SIGKILL); }};
      _exit(build(large, folder, &middle));
    }
    int status = 0;
    HOST_CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  }
  std::ofstream(index + "/word-vectors-1.segment.7.1.tmp") << "left";
  std::ofstream(first + "/word-vectors-1.segment.7.1.tmp") << "left";
  HOST_CHECK(files_in(index).size() == before.size() + 2);
  HOST_CHECK(files_in(first).size() == 2);
  sluice_catalog_release(load(index));
  HOST_CHECK(files_in(index) == before);
  HOST_CHECK(build(large, first) == SLUICE_OK);
  HOST_CHECK(files_in(first).count("word-vectors-1.segment.7.1.tmp") == 0);
  sluice_catalog_release(load(first));
}

/// During a build, others may read but not write, not even from inside the build.
void meet_builder(const sluice_catalog *small, const sluice_catalog *large, const fs::path &work) {
  const std::string index = work / "index";
  const Files before = files_in(index);
  int there[2] = {-1, -1}, back[2] = {-1, -1};
  HOST_CHECK(pipe(there) == 0 && pipe(back) == 0);
  const pid_t child = fork();
  if (child == 0) {
    Middle middle{.act =
                      [](Middle &in) {
                        char byte = 0;
                        HOST_CHECK(write(in.pipe_out, "x", 1) == 1);
                        HOST_CHECK(read(in.pipe_in, &byte, 1) == 1);
                      },
                  .pipe_in = back[0],
                  .pipe_out = there[1]};
    const sluice_status status = build(large, index, &middle);
    _exit(status == SLUICE_OK && host_failures == 0 ? 0 : 1);
  }
  char byte = 0;
  HOST_CHECK(read(there[0], &byte, 1) == 1);
  sluice_catalog_release(load(index));
  HOST_CHECK(files_in(index).size() == before.size() + 1);
  HOST_CHECK(build(small, index) == SLUICE_IO);
  HOST_CHECK(files_in(index).size() == before.size() + 1);
  HOST_CHECK(write(back[1], "x", 1) == 1);
  int status = 0;
  HOST_CHECK(waitpid(child, &status, 0) == child && status == 0);
  sluice_catalog *now = load(index);
  HOST_CHECK(sluice_catalog_count(now, SLUICE_COLUMN) ==
             sluice_catalog_count(large, SLUICE_COLUMN));
  sluice_catalog_release(now);

  Middle middle{.act = [](Middle &in) { HOST_CHECK(build(in.catalog, in.folder) == SLUICE_IO); },
                .catalog = small,
                .folder = index};
  HOST_CHECK(build(small, index, &middle) == SLUICE_OK);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const fs::path work = argv[2];
  for (const char *name : {"new", "index", "first"}) fs::remove_all(work / name);
  sluice_catalog *large = load(argv[1]);
  sluice_catalog *small = load(std::string(argv[1]) + "/vineyard.sqlite");
  fail_to_write(small, large, work);
  kill_builder(large, work);
  meet_builder(small, large, work);
  sluice_catalog_release(small);
  sluice_catalog_release(large);
  return host_failures == 0 ? 0 : 1;
}
