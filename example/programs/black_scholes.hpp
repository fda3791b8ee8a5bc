// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

#include "arithmetic.hpp"

/// European options and what they are worth: three members are read, two written.
struct Option {
  float price, strike, years;
  float call, put;
  friend bool operator==(Option const&, Option const&) = default;
};
ISOMER_RECORD(Option, price, strike, years, call, put);

namespace programs {

struct BlackScholes {
  int count = 20'000;

  using Record = Option;
  using Offer = isomer::Offer<isomer::AoS, isomer::SoA, isomer::Tiled<8>, isomer::Tiled<64>,
                              isomer::Clusters<isomer::In<isomer::SoA, "price", "strike", "years">,
                                               isomer::Rest<isomer::AoS>>>;

  struct Begin {
    KOKKOS_FUNCTION void operator()(auto const& options, int i) const {
      auto option = options(i);
      option.price = random_between(i, 0, 5, 30);
      option.strike = random_between(i, 1, 1, 100);
      option.years = random_between(i, 2, 0.25F, 10);
      option.call = option.put = 0;
    }
  };

  struct Price {
    float rate, volatility;
    KOKKOS_FUNCTION void operator()(auto const& options, int i) const {
      auto option = options(i);
      float const price = option.price;
      float const strike = option.strike;
      float const years = option.years;
      float const inverse = inverse_root(years);
      float const spread = volatility * (years * inverse);
      float const drift = (rate + 0.5F * volatility * volatility) * years;
      float const d1 = (logarithm(price / strike) + drift) * inverse / volatility;
      float const likely = normal_distribution(d1);
      float const exercised = normal_distribution(d1 - spread);
      float const paid = strike * exponential(-rate * years);
      option.call = price * likely - paid * exercised;
      option.put = paid * (1 - exercised) - price * (1 - likely);
    }
  };

  void begin(auto const& exec, auto const& options) const {
    isomer::for_each("begin", exec, options, Begin{});
  }
  void step(auto const& exec, auto const& options) const {
    isomer::for_each("price", exec, options, pricing);
  }
  /// What suits `times` steps to come.
  isomer::Advice advise(auto const& exec, auto const& records, std::int64_t times) const {
    return isomer::advise(exec, records, {isomer::kernel("price", pricing, times)});
  }

 private:
  static constexpr Price pricing{0.02F, 0.3F};
};

}  // namespace programs
