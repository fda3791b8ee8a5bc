// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <initializer_list>

namespace isomer::perf {

/// A shared library that may or may not be on this machine. It is looked up when the program runs,
/// so that nothing of it is needed to build; once found it stays loaded.
class PeerLibrary {
 public:
  /// The first of the names that the loader finds.
  explicit PeerLibrary(std::initializer_list<char const*> names);

  bool is_there() const { return handle_ != nullptr; }

  /// A function of the library by its C name; null when it is not there.
  template <class Function>
  Function* function(char const* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(char const* name) const;

  void* handle_ = nullptr;
};

}  // namespace isomer::perf
