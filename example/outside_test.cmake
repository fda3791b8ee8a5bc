# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs Isomer, then builds and runs the examples as a project of their own that knows nothing but
# the prefix. Debug: the time of the compiler counts here. Two of them stand for all: one that needs no
# more than Isomer, and the one that takes Kokkos Kernels too where there is one.

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${work})
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -G ${generator} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build
    -DCMAKE_PREFIX_PATH=${work}/prefix -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_BUILD_TYPE=Debug)
run(${CMAKE_COMMAND} --build ${work}/build
    --target isomer_example_01_transpose isomer_example_05_contraction)
run(${CMAKE_CTEST_COMMAND} --test-dir ${work}/build --output-on-failure --no-tests=error
    -R "01_transpose|05_contraction")
