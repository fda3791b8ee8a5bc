! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A program of Fortran, which knows nothing of C++ or Kokkos.
program test_isomer
  use, intrinsic :: iso_c_binding
  use isomer
  implicit none
  integer, parameter :: m = 11, n = 13, p = 5
  real(c_double), target :: a(m, n), b(n, m), c(m, n, p), d(p, m, n)
  integer :: i, j, k, failures
  failures = 0

  do j = 1, n
    do i = 1, m
      a(i, j) = i + 100*j
    end do
  end do
  ! 102: column-major, 112: transposed.
  call expect(isomer_domatcopy(102, 112, int(m, c_int64_t), int(n, c_int64_t), 2d0, c_loc(a), &
    int(m, c_int64_t), c_loc(b), int(n, c_int64_t)) == isomer_success, "domatcopy")
  call expect(all(b == 2*transpose(a)), "domatcopy transposes")
  call expect(isomer_dimatcopy(102, 112, int(n, c_int64_t), int(m, c_int64_t), 0.5d0, c_loc(b), &
    int(n, c_int64_t), int(m, c_int64_t)) == isomer_success, "dimatcopy")
  call expect(all(reshape(b, [m, n]) == a), "dimatcopy brings it back")

  do k = 1, p
    do j = 1, n
      do i = 1, m
        c(i, j, k) = i + 100*j + 10000*k
      end do
    end do
  end do
  ! As rows are to C: extents p, n, m become n, m, p, which are d's read backwards.
  call expect(isomer_permute(c_loc(d), c_loc(c), 8_c_int64_t, 3, &
    [int(p, c_int64_t), int(n, c_int64_t), int(m, c_int64_t)], [1, 2, 0]) == isomer_success, "permute")
  do k = 1, p
    do j = 1, n
      do i = 1, m
        if (d(k, i, j) /= c(i, j, k)) failures = failures + 1
      end do
    end do
  end do

  call expect(isomer_permute(c_loc(d), c_loc(c), 8_c_int64_t, 1, [3_c_int64_t], [7]) &
    == isomer_invalid_argument, "a wrong axis")
  call expect(index(isomer_error_text(), "isomer_permute: axes {7} is no permutation") == 1, &
    "the error is said")
  if (failures > 0) error stop 1

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    failures = failures + 1
    print *, "failed: ", what, " (last error: ", isomer_error_text(), ")"
  end subroutine

end program
