! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A program of Fortran, which knows nothing of C++ or Kokkos.
program test_isomer
  use, intrinsic :: iso_c_binding
  use isomer
  implicit none
  integer, parameter :: m = 11, n = 13, p = 5
  real(c_double), target :: a(m, n), b(n, m), c(m, n, p), d(p, m, n)
  integer(c_int64_t) :: extents(3)
  integer(c_int) :: axes(3), status
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
  ! [fortran]
  ! real(c_double), target :: c(m, n, p), d(p, m, n); d(k, i, j) = c(i, j, k)
  extents = [p, n, m]
  axes = [1, 2, 0]
  status = isomer_permute(c_loc(d), c_loc(c), 8_c_int64_t, 3, extents, axes)
  if (status /= isomer_success) print *, isomer_error_text()
  ! [fortran end]
  call expect(status == isomer_success, "permute")
  call expect_permuted(1d0, 0d0)
  call expect_strides()
  call expect_scaling()
  call expect_plan()
  call expect_complex()
  call expect_file()

  call expect(isomer_permute(c_loc(d), c_loc(c), 8_c_int64_t, 1, [3_c_int64_t], [7]) &
    == isomer_invalid_argument, "a wrong axis")
  call expect(index(isomer_error_text(), "isomer_permute: axes {7} is no permutation") == 1, &
    "the error is said")
  if (failures > 0) error stop 1

contains

  ! d is alpha c, and `more`.
  subroutine expect_permuted(alpha, more)
    real(c_double), intent(in) :: alpha, more
    do k = 1, p
      do j = 1, n
        do i = 1, m
          if (d(k, i, j) /= alpha*c(i, j, k) + more) failures = failures + 1
        end do
      end do
    end do
  end subroutine

  subroutine expect_strides()
    integer(c_int64_t), target :: strides(3)
    strides = [m*n, m, 1]
    d = 0
    call expect(isomer_permute_strided(c_loc(d), c_null_ptr, c_loc(c), c_loc(strides), 8_c_int64_t, 3, &
      extents, axes) == isomer_success, "permute_strided")
    call expect_permuted(1d0, 0d0)
    d = 0
    call expect(isomer_permute_padded(c_loc(d), c_null_ptr, c_loc(c), c_null_ptr, 8_c_int64_t, 3, &
      extents, axes) == isomer_success, "permute_padded")
    call expect_permuted(1d0, 0d0)
  end subroutine

  subroutine expect_scaling()
    real(c_double), target :: alpha, beta
    alpha = 2
    beta = 1
    d = 7
    call expect(isomer_permute_scaled(isomer_double, c_loc(alpha), c_loc(c), c_null_ptr, c_loc(beta), &
      c_loc(d), c_null_ptr, 0, 3, extents, axes) == isomer_success, "permute_scaled")
    call expect_permuted(2d0, 7d0)
  end subroutine

  subroutine expect_plan()
    type(c_ptr) :: plan
    plan = isomer_plan_permute(8_c_int64_t, 3, extents, axes)
    call expect(c_associated(plan), "plan_permute")
    d = 0
    call expect(isomer_plan_execute(plan, c_loc(d), c_loc(c)) == isomer_success, "plan_execute")
    call expect_permuted(1d0, 0d0)
    call expect(isomer_plan_predicted_seconds(plan) > 0, "predicted_seconds")
    call expect(isomer_plan_predicted_seconds_once(plan) > 0, "predicted_seconds_once")
    call expect(index(isomer_text(isomer_plan_description(plan)), "schema") > 0, "description")
    call isomer_plan_free(plan)
    plan = isomer_plan_permute_in_place(8_c_int64_t, 3, extents, axes, -1_c_int64_t)
    call expect(isomer_plan_workspace_bytes(plan) >= 0, "workspace_bytes")
    call expect(isomer_plan_execute_in_place(plan, c_loc(c), c_null_ptr, 0_c_int64_t) &
      == isomer_success, "plan_execute_in_place")
    call expect(all(reshape(c, [p, m, n]) == d), "in place as out of place")
    call isomer_plan_free(plan)
    plan = isomer_plan_permute(8_c_int64_t, 3, extents, [1, 1, 0])
    call expect(.not. c_associated(plan), "no plan of wrong axes")
    call expect(len(isomer_text(plan)) == 0, "no text of a null pointer")
    call expect(len(isomer_text(isomer_version())) >= 5, "version")
  end subroutine

  ! 113: transposed and conjugated.
  subroutine expect_complex()
    complex(c_double_complex), target :: z(2, 3), t(3, 2), one
    z = reshape([(cmplx(i, 10*i, c_double_complex), i = 1, 6)], [2, 3])
    one = 1
    call expect(isomer_zomatcopy(102, 113, 2_c_int64_t, 3_c_int64_t, c_loc(one), c_loc(z), 2_c_int64_t, &
      c_loc(t), 3_c_int64_t) == isomer_success, "zomatcopy")
    call expect(all(t == conjg(transpose(z))), "zomatcopy transposes and conjugates")
  end subroutine

  subroutine expect_file()
    character(len=*), parameter :: path = "from_fortran.bin"
    integer(c_int32_t) :: there(6)
    integer :: unit
    open (newunit=unit, file=path, access="stream", status="replace")
    write (unit) [(int(i, c_int32_t), i = 1, 6)]
    close (unit)
    call expect(isomer_file_permute_in_place(path // c_null_char, 0_c_int64_t, 4_c_int64_t, 2, &
      [2_c_int64_t, 3_c_int64_t], [1, 0], 0_c_int64_t) == isomer_success, "file_permute_in_place")
    call expect(isomer_file_recover(path // c_null_char, 0_c_int64_t) == isomer_success, "file_recover")
    open (newunit=unit, file=path, access="stream", status="old")
    read (unit) there
    close (unit, status="delete")
    call expect(all(there == [1, 4, 2, 5, 3, 6]), "the file is transposed")
    call expect(isomer_file_recover(path // c_null_char, 0_c_int64_t) /= isomer_success, "no such file")
  end subroutine

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    failures = failures + 1
    print *, "failed: ", what, " (last error: ", isomer_error_text(), ")"
  end subroutine

end program
