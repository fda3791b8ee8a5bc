// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peers/library.hpp"

#include <dlfcn.h>

namespace isomer::perf {

PeerLibrary::PeerLibrary(std::initializer_list<char const*> names) {
  for (char const* name : names)
    if (handle_ == nullptr) handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void* PeerLibrary::symbol(char const* name) const {
  return handle_ != nullptr ? dlsym(handle_, name) : nullptr;
}

}  // namespace isomer::perf
