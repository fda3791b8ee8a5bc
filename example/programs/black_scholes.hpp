// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

#include "arithmetic.hpp"
#include "by_vectors.hpp"

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
      of<1>(option);
    }
    template <int W>
    KOKKOS_FORCEINLINE_FUNCTION void of(auto& option) const {
      using F = Lanes<float, W>;
      F const price = option.price;
      F const strike = option.strike;
      F const years = option.years;
      F const inverse = inverse_root(years);
      F const spread = volatility * (years * inverse);
      F const drift = (rate + 0.5F * volatility * volatility) * years;
      F const d1 = (logarithm(F(price / strike)) + drift) * inverse / volatility;
      F const likely = normal_distribution(d1);
      F const exercised = normal_distribution(F(d1 - spread));
      F const paid = strike * exponential(F(-rate * years));
      option.call = price * likely - paid * exercised;
      option.put = paid * (1.F - exercised) - price * (1.F - likely);
    }
  };

  void begin(auto const& exec, auto const& options) const {
    isomer::for_each("begin", exec, options, Begin{});
  }
  /// The kernels of a step, in order.
  void kernels(auto const& use) const { use("price", pricing); }
  /// A step on AoS records as they lie.
  void step_by_vectors(auto const& exec, auto const& options) const {
    for_each_vector("price", exec, options, pricing);
  }

 private:
  static constexpr Price pricing{0.02F, 0.3F};
};

}  // namespace programs
