// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/recorder.hpp>

#include <cstring>
#include <utility>

#include <isomer/error.hpp>

namespace isomer::detail {

Recorder::Recorder(Scene scene) : scene_(std::move(scene)) {}
Recorder::~Recorder() { undo(); }

void Recorder::begin(std::int64_t item) {
  item_ = {};
  item_.item = item;
}

ItemTrace Recorder::end() {
  for (Lent const& lent : lent_) {
    Saved const& saved = saved_[lent.saved];
    if (std::memcmp(saved.at, values_.data() + saved.begin, saved.bytes) != 0) note(lent.access);
  }
  lent_.clear();
  return std::exchange(item_, {});
}

void Recorder::undo() {
  for (; !saved_.empty(); saved_.pop_back())
    std::memcpy(saved_.back().at, values_.data() + saved_.back().begin, saved_.back().bytes);
  values_.clear();
  lent_.clear();
}

std::byte* Recorder::place(int leaf, std::int64_t record) const {
  auto const of_leaf = static_cast<std::size_t>(leaf);
  return scene_.data +
         scene_.layout.address(of_leaf, scene_.record->leaves()[of_leaf].bytes, record);
}

void Recorder::read(int leaf, std::int64_t record) { note({record, leaf, false}); }

void Recorder::write(int leaf, std::int64_t record, std::byte* at, std::size_t bytes) {
  note({record, leaf, true});
  save(at, bytes);
}

void Recorder::lend(int leaf, std::int64_t record, std::byte* at, std::size_t bytes) {
  note({record, leaf, false});
  lent_.push_back({saved_.size(), {record, leaf, true}});
  save(at, bytes);
}

void Recorder::note(Access const& access) {
  if (++item_.accesses <= most_accesses_of_item) item_.access.push_back(access);
}

void Recorder::save(std::byte* at, std::size_t bytes) {
  saved_.push_back({at, bytes, values_.size()});
  values_.insert(values_.end(), at, at + bytes);
}

void Recorder::throw_no_record(std::int64_t i) const {
  throw Error("isomer::advise: the kernel \"" + scene_.kernel + "\" refers to record " +
              std::to_string(i) + ", there are " + std::to_string(scene_.count));
}

}  // namespace isomer::detail
