/// Tests --store of the commands, and `sluice store check`.

#include <doctest/doctest.h>

#include <string>

#include "run.hpp"
#include "support/postgres_server.hpp"

using namespace sluice;
using test::check_refused;
using test::run;

TEST_CASE("a catalog is loaded into a store, and commands answer from it") {
  const auto server = test::PostgresServer::start_with_vectors();
  if (server == nullptr) return test::skip("no PostgreSQL with pgvector");
  const test::SampleFolder folder;
  const std::string url = server->uri("admin", "postgres");
  const test::CommandResult made = run({"index", "--store", url, folder.shop(), folder.zoo()});
  CHECK(made.status == 0);
  CHECK(made.out.find(": 2 databases, 4 tables, 11 columns · 2 changed, 0 dropped") !=
        made.out.npos);
  const test::CommandResult again =
      run({"index", "--store", url, "--json", folder.shop(), folder.zoo()});
  CHECK(again.out.find(R"("written":false,"replaced":false,"changed":[],"dropped":[])") !=
        again.out.npos);

  const test::CommandResult sound = run({"store", "check", url, folder.shop(), folder.zoo()});
  CHECK(sound.status == 0);
  CHECK(sound.out.find("2 databases, 4 tables, 11 columns") != sound.out.npos);
  CHECK(sound.out.find("same as its sources") != sound.out.npos);
  const test::CommandResult differs = run({"store", "check", url, "--json", folder.zoo()});
  CHECK(differs.status == 1);
  CHECK(differs.out.find(R"("drift":{"missing":[],"surplus":["shop"],"changed":[]})") !=
        differs.out.npos);
  CHECK(run({"store", "check", url + "#empty"}).status == 2);

  const std::string question = "wine of customers";
  for (const std::string few : {"50", "0"}) {
    const test::CommandResult asked =
        run({"ask", "--store", url, "--store-databases", few, "--json", question});
    CHECK(asked.status == 0);
    CHECK(test::answer_of(asked) == test::answer_of(run({"ask", "--db", folder.shop(), "--db",
                                                         folder.zoo(), "--json", question})));
  }
  CHECK(run({"route", "--store", url, question}).out.find("shop") != std::string::npos);
  check_refused(run({"ask", "--store", url, "--db", folder.shop(), question}), "--store excludes");
  check_refused(run({"ask", "--store", url + "#none", question}), "nothing was ever loaded");
  check_refused(run({"ask", "--store", "postgres://me:s3cret@127.0.0.1:1/x", question}),
                "127.0.0.1");
  const test::CommandResult refused =
      run({"index", "--store", "postgres://me:s3cret@127.0.0.1:1/x", folder.shop()});
  CHECK(refused.status == 2);
  CHECK(refused.error.find("s3cret") == std::string::npos);
}
