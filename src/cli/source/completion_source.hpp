#ifndef SLUICE_SRC_CLI_SOURCE_COMPLETION_SOURCE_HPP
#define SLUICE_SRC_CLI_SOURCE_COMPLETION_SOURCE_HPP

/// The language model that a command uses.

#include "sluice/llm/completion_client.hpp"

namespace sluice::cli {

class Command;

/// The flags --llm, --model, --cache, --timeout and the prices.
struct CompletionSource {
  CompletionClientOptions client;
  TokenPrices prices;
  double seconds = 60;

  void add_options(const Command &command);
  bool is_given() const noexcept { return !client.url.empty() && !client.model.empty(); }
  /// Uses the key in the environment variable SLUICE_LLM_KEY, if set. Throws what CompletionClient
  /// throws.
  CompletionClient open() const;
};

}  // namespace sluice::cli

#endif
