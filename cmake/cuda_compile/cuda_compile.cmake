# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Target isomer_cuda_compile: nvcc turns every kernel source into machine code for each architecture,
# and a report stops the build when a kernel keeps data in local memory. No GPU and no CUDA build of
# Kokkos is needed: the headers of the host's Kokkos hold CUDA too, and overlay/ switches it on.
# Gates hold device kernels to registers and instructions (gates.txt). Nothing here is linked or run.
#
# As users compile, without --expt-relaxed-constexpr: nvcc then drops what follows the call of a
# host's constexpr function in a kernel, and says so in warnings only.

set(ISOMER_CUDA_ARCHITECTURES 80 90 CACHE STRING "What isomer_cuda_compile compiles for")
# One as Kokkos calls it: only its host code asks, and none is compiled here.
set(kokkos_arch -DKOKKOS_ARCH_HOPPER -DKOKKOS_ARCH_HOPPER90 -DKOKKOS_IMPL_ARCH_NVIDIA_GPU=90)

find_program(ISOMER_NVCC nvcc HINTS ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin)
if(NOT ISOMER_NVCC)
  message(FATAL_ERROR "Isomer: preset cuda-compile needs nvcc 12.2 or newer; none is on the PATH")
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
# From the CUDA Toolkit, or the Python package nvidia-cuda-nvdisasm where cmake/dev/nvdisasm.sh put it.
file(GLOB nvdisasm_folders ${PROJECT_SOURCE_DIR}/build/_nvdisasm/nvidia/*/bin)
find_program(ISOMER_NVDISASM nvdisasm HINTS ${nvdisasm_folders} ENV CUDA_HOME
  PATHS /usr/local/cuda PATH_SUFFIXES bin)

get_property(kernel_sources GLOBAL PROPERTY ISOMER_KERNEL_SOURCES)
list(APPEND kernel_sources ${PROJECT_SOURCE_DIR}/unit_test/cuda_compile/records.cpp
  ${PROJECT_SOURCE_DIR}/unit_test/cuda_compile/record_loops.cpp
  ${PROJECT_SOURCE_DIR}/unit_test/cuda_compile/two_spaces.cpp
  ${PROJECT_SOURCE_DIR}/perf_test/gpu_probe/main.cpp)
get_target_property(kokkos_include Kokkos::kokkos INTERFACE_INCLUDE_DIRECTORIES)
set(here ${CMAKE_CURRENT_LIST_DIR})
set(out ${PROJECT_BINARY_DIR}/cuda_compile)

# One intermediate code for all, that of the first: no kernel asks which architecture it is for.
list(GET ISOMER_CUDA_ARCHITECTURES 0 oldest)
list(TRANSFORM ISOMER_CUDA_ARCHITECTURES PREPEND sm_ OUTPUT_VARIABLE machines)
list(JOIN machines "," machines)
set(architectures -gencode "arch=compute_${oldest},code=[${machines}]")

set(nvcc ${ISOMER_NVCC} -x cu -std=c++20 --extended-lambda --diag-error=20013,20015
  -Xcompiler -fopenmp
  ${kokkos_arch} -DKOKKOS_DEPENDENCE -I${here}/overlay -isystem ${kokkos_include}
  -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_BINARY_DIR}/include -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/perf_test)

set(logs)
foreach(source IN LISTS kernel_sources)
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
  set(object ${out}/${name}.fatbin)
  cmake_path(GET object PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${object}.log
    COMMAND ${here}/compile_kernel.sh ${object}.log
      ${nvcc} -O3 -fatbin --no-compress ${architectures} -Xptxas -v
      -MD -MF ${object}.d -MT ${object}.log ${source} -o ${object}
    DEPENDS ${source}
    DEPFILE ${object}.d
    COMMENT "nvcc ${name}"
    VERBATIM)
  list(APPEND logs ${object}.log)
endforeach()

# What nvcc leaves to the host's compiler: of public calls, of kernels with names of members in their
# types, and of what plans for a GPU without kernels of its own.
set(objects)
foreach(source unit_test/cuda_compile/calls.cpp unit_test/cuda_compile/record_loops.cpp
    src/plan/across/pinned_buffers.cpp src/plan/advice_for.cpp src/plan/cache/cached_plan.cpp
    src/plan/make_plan.cpp src/plan/make_record_plan.cpp)
  set(object ${out}/${source}.o)
  cmake_path(GET object PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${nvcc} -c -arch=sm_90 -MD -MF ${object}.d -MT ${object} ${PROJECT_SOURCE_DIR}/${source}
      -o ${object}
    DEPENDS ${PROJECT_SOURCE_DIR}/${source}
    DEPFILE ${object}.d
    COMMENT "nvcc -c ${source}"
    VERBATIM)
  list(APPEND objects ${object})
endforeach()

add_custom_target(isomer_cuda_compile
  COMMAND ${Python3_EXECUTABLE} -B ${here}/report.py ${logs}
  COMMAND ${Python3_EXECUTABLE} -B ${here}/gates.py ${here}/gates.txt
    $<$<BOOL:${ISOMER_NVDISASM}>:--disassembler=${ISOMER_NVDISASM}> ${logs}
  DEPENDS ${logs} ${objects} ${here}/report.py ${here}/gates.py ${here}/gates.txt
  COMMENT "Registers, shared and local memory of each kernel; gates"
  COMMAND_EXPAND_LISTS
  VERBATIM)
