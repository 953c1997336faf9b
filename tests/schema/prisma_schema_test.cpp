#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schema/apps/prisma_schema.hpp"
#include "schema/apps/prisma_text.hpp"
#include "support/definition_text.hpp"
#include "support/error_of.hpp"

namespace sluice {
namespace {

using schema_detail::is_prisma_schema;
using schema_detail::read_prisma_schemas;
using schema_detail::read_prisma_text;
using test::contains;
using test::read_text;
using test::read_texts;
using test::text_of;

constexpr std::string_view source = "datasource db {\n  provider = \"mysql\" // where\n}\n";

test::ReadTexts read(std::string_view blocks) {
  return read_text(read_prisma_schemas, "shop/prisma/schema.prisma",
                   std::string(source) + std::string(blocks));
}

}  // namespace

TEST_CASE("Prisma schemas are recognized by their blocks or their name") {
  CHECK(is_prisma_schema({"x", std::string(source) + "model A {\n}\n"}));
  CHECK(is_prisma_schema({"users.prisma", "// users\nmodel A {\n"}));
  CHECK_FALSE(is_prisma_schema({"x", "model A {\n}\n"}));
  CHECK_FALSE(is_prisma_schema({"x.prisma", "type: a"}));
  CHECK_FALSE(is_prisma_schema({"x", ""}));
}

TEST_CASE("models become tables with the names of the database") {
  const auto made = read(R"prisma(
/// People who
/// log in.
model User {
  id      Int      @id @default(autoincrement())
  /// @zod.email()
  /// Their address.
  email   String   @unique @db.VarChar(255)
  role    Role?    @default(USER)
  created DateTime @default(now()) @map("created_at") /// When it began.
  tags    String[] // no list of models
  place   Unsupported("geometry(Point, 4326)")?
  orders  Order[]

  @@map("users")
  @@schema("app")
}
enum Role {
  USER  @map("user")
  ADMIN
}
model Order {
  number Int
  shop   Int
  userId Int
  user   User @relation("buyer", fields: [userId],
           references: [id], onDelete: Cascade)
  @@id([shop, number(sort: Desc)])
}
view Totals {
  shop Int @unique
})prisma");
  CHECK(made.database().name == "shop");
  CHECK(made.database().dialect == sql::Dialect::mysql);
  CHECK(text_of(made.database()) ==
        "app.users(id Int!, email VarChar(255)!, role Role, created_at DateTime!, tags String[]!, "
        "place Unsupported(\"geometry(Point, 4326)\")) key(id)\n"
        "Order(number Int!, shop Int!, userId Int!) key(shop, number)\n"
        "Totals(shop Int!)\n"
        "Order(userId) -> app.users(id)\n");
  CHECK(made.table("users").title == "User");
  CHECK(made.table("users").description == "People who log in.");
  CHECK(made.column("users", "email").description == "Their address.");
  CHECK(made.column("users", "created_at").description == "When it began.");
  CHECK(made.column("users", "created_at").title == "created");
  CHECK(made.column("users", "role").values == std::vector<std::string>{"user", "ADMIN"});
  CHECK(made.table("Totals").kind == TableKind::view);
  CHECK(made.skipped.empty());
}

TEST_CASE("a relation to the model itself, of several fields, and without references") {
  const auto made = read(R"(
model Node {
  a Int
  b Int
  upA Int?
  upB Int?
  up Node? @relation("tree", fields: [upA, upB], references: [a, b])
  down Node[] @relation("tree")
  other Node? @relation(fields: [upA, upB])
  wrong Node? @relation(fields: [nothing], references: [a])
  @@id([a, b])
})");
  CHECK(text_of(made.database()) == "Node(a Int!, b Int!, upA Int, upB Int) key(a, b)\n"
                                    "Node(upA, upB) -> Node(a, b)\nNode(upA, upB) -> Node(a, b)\n");
  REQUIRE(made.skipped.size() == 1);
  CHECK(contains(made.skipped[0].reason, "\"wrong\""));
}

TEST_CASE("fields of Prisma's types are nested, and do not grow without end") {
  const auto made = read(R"(
type Place { street String
  city City[] }
type City { name String @map("n") }
type Loop { loop Loop }
model User {
  home Place?
  loop Loop
})");
  const std::string text = text_of(made.database());
  CHECK(contains(text, "User(home Place, >home.street String!, >home.city City[]!, "
                       ">home.city.n String!, loop Loop!, >loop.loop Loop!"));
  CHECK(made.table("User").columns.size() < 20);
  std::string types = "model M { x T0\n}\n";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "T" + std::to_string(i + 1);
    types += "type T" + std::to_string(i) + " {";
    for (int k = 0; k < 30; ++k) types += "f" + std::to_string(k) + ' ' + next + '\n';
    types += "}\n";
  }
  CHECK(read(types).table("M").columns.size() <= 65'537);
}

TEST_CASE("a Prisma field with the path of another as its name is left out") {
  const auto made = read(R"prisma(
type Place { street String
}
model A {
  home   Place
  street String @map("home.street")
  id     Int    @id
  again  Int    @map("id")
})prisma");
  CHECK(text_of(made.database()) == "A(home Place!, >home.street String!, id Int!) key(id)\n");
  CHECK(made.skipped.size() == 2);
}

TEST_CASE("the Prisma files of a folder are one schema, unless several name a data source") {
  const std::string main = std::string(source) + "model A {\n id Int @id\n}\n";
  const std::string part = "model B {\n a Int\n r A @relation(fields: [a], references: [id])\n}\n";
  const auto together = read_texts(
      read_prisma_schemas, {{"shop/prisma/b.prisma", part}, {"shop/prisma/schema.prisma", main}});
  CHECK(text_of(together.database()) == "B(a Int!)\nA(id Int!) key(id)\nB(a) -> A(id)\n");
  CHECK(together.database().name == "shop");
  const auto apart =
      read_texts(read_prisma_schemas, {{"p/one.prisma", main}, {"p/two.prisma", main}});
  REQUIRE(apart.databases.size() == 2);
  CHECK(apart.databases[1].name == "two");
}

TEST_CASE("one bad line of a Prisma schema costs that line") {
  const auto made = read(R"(
model A {
  id Int @id(
  b  String @default("a } \" b")
  ?? what
  @@index([b]
  c  Int
}
model
model A {
  x Int
}
model { }
}}}
model B {
  a Int
  a String
)");
  CHECK(text_of(made.database()) == "A(id Int!, b String!, c Int!) key(id)\nB(a Int!)\n");
  CHECK(made.skipped.size() == 2);
  CHECK(test::error_of([] { return read(""); }).code() == ErrorCode::malformed);
}

TEST_CASE("hostile Prisma text is read in time") {
  for (const std::string_view part : {"model A {\n", "a B @c(\n", "@@(", "(", "\"", "///\n", "[",
                                      "a b", "@", "enum E {", "}", "a Unsupported(", "@x(\""}) {
    std::string text = "model A {\n";
    while (text.size() < 1'000'000) text += part;
    read_prisma_text(text);
  }
}

}  // namespace sluice
