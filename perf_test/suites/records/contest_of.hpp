// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <utility>

#include <isomer/advisor.hpp>

#include "programs/steps.hpp"
#include "suites/records/contest.hpp"
#include "suites/records/same_records.hpp"

namespace isomer::perf {

/// The contest of a program: its type has `Record` and `Offer`, it has `count` records, can
/// `begin`, and has `kernels`.
template <class Program>
class ContestOf : public Contest {
  using Record = typename Program::Record;
  using Own = Records<Record, typename Program::Offer, Kokkos::HostSpace>;

 public:
  explicit ContestOf(Program const& program, HostExec exec = {})
      : program_(program), exec_(std::move(exec)) {
    for (std::size_t k = 0; k < Own::offer().size(); ++k) {
      records_.emplace_back("isomer::perf::contest", static_cast<std::size_t>(program_.count));
      begin(k);
    }
  }

  std::vector<Arrangement> offer() const override { return Own::offer(); }
  void begin(std::size_t k) override {
    program_.begin(exec_, records_[k].template view<AoS>());
    exec_.fence("isomer::perf: records of a contest");
  }
  void rearrange(std::size_t k, Arrangement const& to) override {
    isomer::rearrange(exec_, records_[k], to);
  }
  void step(std::size_t k) override { programs::step(program_, exec_, records_[k]); }
  bool has_vectors() const override { return program_has_vectors; }
  void step_by_vectors() override {
    if constexpr (program_has_vectors)
      program_.step_by_vectors(exec_, records_.front().template view<AoS>());
  }
  Advice advise(std::int64_t steps, Effort effort) override {
    return programs::advise(program_, exec_, records_.front(), steps, {.effort = effort});
  }
  void step_with_visits(Advice const& advice) override {
    if (!visiting_) {
      visiting_.emplace("isomer::perf::contest", static_cast<std::size_t>(program_.count));
      program_.begin(exec_, visiting_->template view<AoS>());
    }
    programs::step_with_visits(program_, exec_, *visiting_, advice);
  }

  void corrupt(std::size_t k) override { bytes(k)[0] ^= std::byte{1}; }
  std::optional<std::string> difference(std::size_t k) const override {
    return first_difference(detail::dynamic_record<Record>(), records_[k].size(), bytes(k),
                            bytes(0));
  }

 private:
  std::byte* bytes(std::size_t k) const {
    return static_cast<std::byte*>(records_[k].template view<AoS>().data());
  }

  using Structs = RecordView<Record, AoS, Kokkos::HostSpace>;
#if defined(ISOMER_HAS_VECTORS)
  static constexpr bool program_has_vectors =
      requires(Program const& program, HostExec const& exec, Structs const& structs) {
    program.step_by_vectors(exec, structs);
  };
#else
  static constexpr bool program_has_vectors = false;
#endif

  Program program_;
  HostExec exec_;
  std::vector<Own> records_;
  std::optional<Own> visiting_;
};

/// A row that is such a contest.
template <class Program>
Case contest_case(std::string const& suite, std::string const& name, Program const& program,
                  Residency residency) {
  Case made;
  made.suite = suite;
  made.type = ElementType::u8;
  made.name = name + " x " + std::to_string(program.count);
  made.residency = residency;
  made.bytes = static_cast<std::int64_t>(sizeof(typename Program::Record)) * program.count;
  made.has_copy = false;
  made.is_latency = true;
  made.measure = [program](Row& row, Case const& chosen, Bench const& bench) {
    ContestOf<Program> contest(program);
    measure_contest(row, contest, chosen, bench);
  };
  return made;
}

}  // namespace isomer::perf
