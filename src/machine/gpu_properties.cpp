// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/gpu_properties.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include <isomer/error.hpp>

namespace isomer::detail {
namespace {

struct Property {
  std::string_view name;
  std::int64_t GpuProperties::*count;
  double GpuProperties::*figure;
};
constexpr std::array<Property, 10> properties{
    {{"multiprocessors", &GpuProperties::multiprocessors, nullptr},
     {"shared_bytes", &GpuProperties::shared_bytes, nullptr},
     {"block_bytes", &GpuProperties::block_bytes, nullptr},
     {"l2_bytes", &GpuProperties::l2_bytes, nullptr},
     {"copy_bandwidth", nullptr, &GpuProperties::copy_bandwidth},
     {"latency_seconds", nullptr, &GpuProperties::latency_seconds},
     {"launch_seconds", nullptr, &GpuProperties::launch_seconds},
     {"copy_sharpness", nullptr, &GpuProperties::copy_sharpness},
     {"clock_hertz", nullptr, &GpuProperties::clock_hertz},
     {"l2_bandwidth", nullptr, &GpuProperties::l2_bandwidth}}};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  auto const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number > 0;
}

/// Whether it is a property and its value.
bool take(GpuProperties& gpu, std::string_view name, std::string_view value) {
  if (name == "name") {
    gpu.name = value;
    return !value.empty();
  }
  auto const found = std::find_if(properties.begin(), properties.end(),
                                  [&](Property const& property) { return property.name == name; });
  if (found == properties.end()) return false;
  return found->count != nullptr ? read_number(value, gpu.*found->count)
                                 : read_number(value, gpu.*found->figure);
}

void require_all(GpuProperties const& gpu) {
  for (Property const& property : properties) {
    bool const is_there =
        property.count != nullptr ? gpu.*property.count > 0 : gpu.*property.figure > 0;
    if (!is_there) throw Error("GPU properties: " + std::string(property.name) + " is missing");
  }
  if (gpu.name.empty()) throw Error("GPU properties: name is missing");
}

}  // namespace

GpuProperties read_gpu_properties(std::istream& in) {
  GpuProperties gpu;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::string_view const text = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (text.empty()) continue;
    auto const equals = text.find('=');
    bool const is_taken =
        equals != std::string_view::npos &&
        take(gpu, trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)));
    if (!is_taken)
      throw Error("GPU properties: line " + std::to_string(number) + " was '" + std::string(text) +
                  "', it has to be a property and its value, such as 'multiprocessors = 132'");
  }
  require_all(gpu);
  return gpu;
}

}  // namespace isomer::detail
