#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Puts NVIDIA's disassembler into build/_nvdisasm, if no CUDA Toolkit has it and Python packages can
# be installed; without it the gates of cmake/cuda_compile look at registers only, and say so.
set -u
cd "$(dirname "$(readlink -f "$0")")/../.."
command -v nvdisasm >/dev/null || [ -x /usr/local/cuda/bin/nvdisasm ] && exit 0
compgen -G "build/_nvdisasm/nvidia/*/bin/nvdisasm" >/dev/null && exit 0
[ -z "${ISOMER_NO_INSTALL-}" ] || exit 0
python3 -m pip install --quiet --disable-pip-version-check --target build/_nvdisasm \
  nvidia-cuda-nvdisasm || echo "no Python package nvidia-cuda-nvdisasm: machine code is not looked at"
