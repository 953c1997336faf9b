// Code that a source adds to the library in addition to its functions: templates of the standard
// library and of other libraries, and inline variables. exports.cmake searches for them.

#include <map>
#include <memory>
#include <string>

namespace other {
template <class T>
T &shared_value() {
  static T value{};
  return value;
}
}  // namespace other

namespace sluice {

inline std::string last_name;

class Sample {
 public:
  virtual ~Sample();
  virtual std::size_t count(const std::string &name);

 private:
  std::map<std::string, std::shared_ptr<int>> counts_;
};

Sample::~Sample() = default;

std::size_t Sample::count(const std::string &name) {
  last_name = name;
  std::shared_ptr<int> &count = counts_[name];
  if (!count) count = std::make_shared<int>(0);
  other::shared_value<int>() = ++*count;
  return counts_.size();
}

}  // namespace sluice
