// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/gpu_properties.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iomanip>
#include <sstream>
#include <string_view>

#include <isomer/error.hpp>

namespace isomer::detail {
namespace {

/// With the range that it has to be in: what a card may have, and what planning can count with.
struct Property {
  std::string_view name;
  std::int64_t GpuProperties::*count;
  double GpuProperties::*figure;
  double least, most;
};
constexpr std::array<Property, 10> properties{
    {{"multiprocessors", &GpuProperties::multiprocessors, nullptr, 1, 4096},
     {"shared_bytes", &GpuProperties::shared_bytes, nullptr, 65536, 16777216},
     {"block_bytes", &GpuProperties::block_bytes, nullptr, 49152, 16777216},
     {"l2_bytes", &GpuProperties::l2_bytes, nullptr, 65536, 1099511627776},
     {"copy_bandwidth", nullptr, &GpuProperties::copy_bandwidth, 1e8, 1e15},
     {"latency_seconds", nullptr, &GpuProperties::latency_seconds, 1e-9, 1e-3},
     {"launch_seconds", nullptr, &GpuProperties::launch_seconds, 1e-9, 1},
     {"copy_sharpness", nullptr, &GpuProperties::copy_sharpness, 0.1, 10},
     {"clock_hertz", nullptr, &GpuProperties::clock_hertz, 1e6, 1e12},
     {"l2_bandwidth", nullptr, &GpuProperties::l2_bandwidth, 1e8, 1e15}}};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  auto const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

std::string bound_text(double number) {
  std::ostringstream text;
  text << std::setprecision(15) << number;
  return text.str();
}

/// What is wrong with the value of a property; empty if nothing is.
std::string take_number(GpuProperties& gpu, Property const& property, std::string_view value) {
  bool const is_number = property.count != nullptr ? read_number(value, gpu.*property.count)
                                                   : read_number(value, gpu.*property.figure);
  double const number =
      property.count != nullptr ? static_cast<double>(gpu.*property.count) : gpu.*property.figure;
  if (is_number && number >= property.least && number <= property.most) return {};
  return "it has to be " + std::string(property.count != nullptr ? "an integer" : "a number") +
         " from " + bound_text(property.least) + " to " + bound_text(property.most);
}

/// The same of a line.
std::string take(GpuProperties& gpu, std::string_view text) {
  auto const equals = std::min(text.find('='), text.size());
  auto const name = trimmed(text.substr(0, equals));
  auto const value = trimmed(text.substr(std::min(equals + 1, text.size())));
  if (name == "name" && !value.empty()) {
    gpu.name = value;
    return {};
  }
  for (Property const& property : properties)
    if (property.name == name && !value.empty()) return take_number(gpu, property, value);
  return "it has to be a property and its value, such as 'multiprocessors = 132'";
}

void require_all(GpuProperties const& gpu) {
  for (Property const& property : properties) {
    bool const is_there =
        property.count != nullptr ? gpu.*property.count > 0 : gpu.*property.figure > 0;
    if (!is_there) throw Error("GPU properties: " + std::string(property.name) + " is missing");
  }
  if (gpu.name.empty()) throw Error("GPU properties: name is missing");
  std::int64_t const most = gpu.shared_bytes - 1024;  // what the system keeps of a block's
  if (gpu.block_bytes > most)
    throw Error("GPU properties: block_bytes was " + std::to_string(gpu.block_bytes) +
                ", it has to be at most shared_bytes - 1024 = " + std::to_string(most));
}

}  // namespace

GpuProperties read_gpu_properties(std::istream& in) {
  GpuProperties gpu;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::string_view const text = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (text.empty()) continue;
    auto const mistake = take(gpu, text);
    if (!mistake.empty())
      throw Error("GPU properties: line " + std::to_string(number) + " was '" + std::string(text) +
                  "', " + mistake);
  }
  require_all(gpu);
  return gpu;
}

}  // namespace isomer::detail
