#ifndef SLUICE_SRC_SCHEMA_APPS_RAILS_COLUMNS_HPP
#define SLUICE_SRC_SCHEMA_APPS_RAILS_COLUMNS_HPP

/// Columns as schema.rb defines them.

#include <optional>
#include <string>
#include <string_view>

#include "ruby_call.hpp"
#include "sluice/schema/definition.hpp"

namespace sluice::inline v0::schema_detail {

/// A column of that name and Rails type; the options of the call give its size and the rest.
ColumnDefinition rails_column(std::string name, std::string_view type, const RubyCall &call);

/// The dialect that a column of that type gives away.
std::optional<sql::Dialect> rails_dialect(std::string_view type, const RubyCall &call);

/// Whether the method of a table's block defines a column, `t.string`, and not an index or the
/// like.
bool defines_rails_column(std::string_view method);

}  // namespace sluice::inline v0::schema_detail

#endif
