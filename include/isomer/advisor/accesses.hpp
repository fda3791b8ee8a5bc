// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <isomer/advisor/detail/trace.hpp>
#include <isomer/records/dynamic_record.hpp>

namespace isomer {

/// What a kernel does to records, described by hand where its body cannot be run on a few of them;
/// `accesses` makes it. A member that is a C array stands for all of its components.
class Accesses {
 public:
  enum class Kind {
    read,    ///< of the item's own record
    write,   ///< of the item's own record
    update,  ///< reads, then writes of the item's own record
    gather,  ///< reads of one other record anywhere
    sweep    ///< reads of all records, one after the other
  };
  struct Access {
    Kind kind;
    std::string member;
    friend bool operator==(Access const&, Access const&) = default;
  };

  Accesses(std::string name, std::int64_t calls) : name_(std::move(name)), calls_(calls) {}

  template <class... Names>
  Accesses& read(Names const&... members) & {
    return add(Kind::read, members...);
  }
  template <class... Names>
  Accesses& write(Names const&... members) & {
    return add(Kind::write, members...);
  }
  template <class... Names>
  Accesses& update(Names const&... members) & {
    return add(Kind::update, members...);
  }
  template <class... Names>
  Accesses& gather(Names const&... members) & {
    return add(Kind::gather, members...);
  }
  template <class... Names>
  Accesses& sweep(Names const&... members) & {
    return add(Kind::sweep, members...);
  }

  // The same of one that nobody else has.
  template <class... Names>
  Accesses read(Names const&... members) && {
    return std::move(add(Kind::read, members...));
  }
  template <class... Names>
  Accesses write(Names const&... members) && {
    return std::move(add(Kind::write, members...));
  }
  template <class... Names>
  Accesses update(Names const&... members) && {
    return std::move(add(Kind::update, members...));
  }
  template <class... Names>
  Accesses gather(Names const&... members) && {
    return std::move(add(Kind::gather, members...));
  }
  template <class... Names>
  Accesses sweep(Names const&... members) && {
    return std::move(add(Kind::sweep, members...));
  }

  std::string const& name() const { return name_; }
  std::int64_t calls() const { return calls_; }
  std::vector<Access> const& list() const { return list_; }

  friend bool operator==(Accesses const&, Accesses const&) = default;

 private:
  template <class... Names>
  Accesses& add(Kind kind, Names const&... members) {
    static_assert(sizeof...(Names) > 0, "isomer: accesses are of members, which have to be named");
    (list_.push_back({kind, std::string(members)}), ...);
    return *this;
  }

  std::string name_;
  std::int64_t calls_;
  std::vector<Access> list_;
};

/// A kernel for `advise`, described by hand.
///
///     isomer::accesses("push", 500).read("v").update("x", "y")
inline Accesses accesses(std::string name, std::int64_t calls = 1) {
  return {std::move(name), calls};
}

/// The same as text: "push: read v update x y, 500 calls". What stands before the colon may be left
/// out, and so may the calls. Throws Error that says what is wrong and what is allowed.
Accesses parse_accesses(std::string_view text, std::string const& default_name = "kernel");

namespace detail {

/// What would be seen of such a kernel on `count` records. Throws Error if it names a member that
/// there is not.
KernelTrace trace_of(DynamicRecord const& record, std::int64_t count, Accesses const& accesses);

}  // namespace detail
}  // namespace isomer
