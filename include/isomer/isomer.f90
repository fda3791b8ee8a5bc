! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
! Isomer for Fortran: the C interface (isomer.h says what each function does), to be compiled with the
! program that uses it. Arrays are row-major there: the extents of a Fortran array go in reversed
! order, and axes count from its last index, beginning with 0. What isomer.h lets be NULL is c_null_ptr
! here, texts are handed over with c_null_char at their end, and come back through isomer_text.
module isomer
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_ptr, c_double, c_float, c_char, &
    c_null_char, c_associated, c_f_pointer, c_size_t
  implicit none
  private
  public :: isomer_last_error, isomer_version, isomer_text, isomer_error_text
  public :: isomer_permute, isomer_permute_strided, isomer_permute_padded, isomer_permute_scaled, &
    isomer_permute_in_place
  public :: isomer_plan_permute, isomer_plan_permute_strided, isomer_plan_permute_in_place, &
    isomer_plan_execute, isomer_plan_execute_in_place, isomer_plan_predicted_seconds, &
    isomer_plan_predicted_seconds_once, isomer_plan_workspace_bytes, isomer_plan_description, &
    isomer_plan_free
  public :: isomer_somatcopy, isomer_domatcopy, isomer_comatcopy, isomer_zomatcopy, &
    isomer_simatcopy, isomer_dimatcopy, isomer_cimatcopy, isomer_zimatcopy
  public :: isomer_file_permute, isomer_file_permute_in_place, isomer_file_recover

  integer(c_int), parameter, public :: isomer_max_rank = 32

  integer(c_int), parameter, public :: isomer_success = 0, isomer_invalid_argument = 1, &
    isomer_out_of_memory = 2, isomer_failure = 3

  integer(c_int), parameter, public :: isomer_int8 = 1, isomer_uint8 = 2, isomer_int16 = 3, &
    isomer_uint16 = 4, isomer_int32 = 5, isomer_uint32 = 6, isomer_int64 = 7, isomer_uint64 = 8, &
    isomer_float = 9, isomer_double = 10, isomer_float_complex = 11, isomer_double_complex = 12

  interface
    type(c_ptr) function isomer_last_error() bind(c)
      import
    end function

    type(c_ptr) function isomer_version() bind(c)
      import
    end function

    integer(c_int) function isomer_permute(dst, src, element_bytes, rank, extents, axes) bind(c)
      import
      type(c_ptr), value :: dst, src
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_permute_strided(dst, dst_strides, src, src_strides, &
      element_bytes, rank, extents, axes) bind(c)
      import
      type(c_ptr), value :: dst, dst_strides, src, src_strides
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_permute_padded(dst, dst_outer, src, src_outer, element_bytes, &
      rank, extents, axes) bind(c)
      import
      type(c_ptr), value :: dst, dst_outer, src, src_outer
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_permute_scaled(type, alpha, src, src_strides, beta, dst, &
      dst_strides, conjugate, rank, extents, axes) bind(c)
      import
      integer(c_int), value :: type, conjugate, rank
      type(c_ptr), value :: alpha, src, src_strides, beta, dst, dst_strides
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_permute_in_place(data, element_bytes, rank, extents, &
      axes) bind(c)
      import
      type(c_ptr), value :: data
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    type(c_ptr) function isomer_plan_permute(element_bytes, rank, extents, axes) bind(c)
      import
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    type(c_ptr) function isomer_plan_permute_strided(dst_strides, src_strides, element_bytes, &
      rank, extents, axes) bind(c)
      import
      type(c_ptr), value :: dst_strides, src_strides
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    type(c_ptr) function isomer_plan_permute_in_place(element_bytes, rank, extents, axes, &
      workspace_limit) bind(c)
      import
      integer(c_int64_t), value :: element_bytes, workspace_limit
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_plan_execute(plan, dst, src) bind(c)
      import
      type(c_ptr), value :: plan, dst, src
    end function

    integer(c_int) function isomer_plan_execute_in_place(plan, data, workspace, &
      workspace_bytes) bind(c)
      import
      type(c_ptr), value :: plan, data, workspace
      integer(c_int64_t), value :: workspace_bytes
    end function

    real(c_double) function isomer_plan_predicted_seconds(plan) bind(c)
      import
      type(c_ptr), value :: plan
    end function

    real(c_double) function isomer_plan_predicted_seconds_once(plan) bind(c)
      import
      type(c_ptr), value :: plan
    end function

    integer(c_int64_t) function isomer_plan_workspace_bytes(plan) bind(c)
      import
      type(c_ptr), value :: plan
    end function

    type(c_ptr) function isomer_plan_description(plan) bind(c)
      import
      type(c_ptr), value :: plan
    end function

    subroutine isomer_plan_free(plan) bind(c)
      import
      type(c_ptr), value :: plan
    end subroutine

    integer(c_int) function isomer_somatcopy(order, trans, rows, cols, alpha, a, lda, b, &
      ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_float), value :: alpha
      type(c_ptr), value :: a, b
    end function

    integer(c_int) function isomer_domatcopy(order, trans, rows, cols, alpha, a, lda, b, &
      ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_double), value :: alpha
      type(c_ptr), value :: a, b
    end function

    integer(c_int) function isomer_comatcopy(order, trans, rows, cols, alpha, a, lda, b, &
      ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      type(c_ptr), value :: alpha, a, b
    end function

    integer(c_int) function isomer_zomatcopy(order, trans, rows, cols, alpha, a, lda, b, &
      ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      type(c_ptr), value :: alpha, a, b
    end function

    integer(c_int) function isomer_simatcopy(order, trans, rows, cols, alpha, a, lda, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_float), value :: alpha
      type(c_ptr), value :: a
    end function

    integer(c_int) function isomer_dimatcopy(order, trans, rows, cols, alpha, a, lda, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_double), value :: alpha
      type(c_ptr), value :: a
    end function

    integer(c_int) function isomer_cimatcopy(order, trans, rows, cols, alpha, a, lda, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      type(c_ptr), value :: alpha, a
    end function

    integer(c_int) function isomer_zimatcopy(order, trans, rows, cols, alpha, a, lda, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      type(c_ptr), value :: alpha, a
    end function

    integer(c_int) function isomer_file_permute(to, from, offset, element_bytes, rank, extents, &
      axes, memory) bind(c)
      import
      character(kind=c_char), intent(in) :: to(*), from(*)
      integer(c_int64_t), value :: offset, element_bytes, memory
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_file_permute_in_place(path, offset, element_bytes, rank, &
      extents, axes, memory) bind(c)
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int64_t), value :: offset, element_bytes, memory
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_file_recover(path, memory) bind(c)
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int64_t), value :: memory
    end function

    integer(c_size_t) function c_strlen(text) bind(c, name="strlen")
      import
      type(c_ptr), value :: text
    end function
  end interface

contains

  ! A text of the library's; empty for a null pointer.
  function isomer_text(raw) result(text)
    type(c_ptr), intent(in) :: raw
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: k
    if (.not. c_associated(raw)) then
      text = ""
      return
    end if
    call c_f_pointer(raw, letters, [c_strlen(raw)])
    allocate (character(len=size(letters)) :: text)
    do k = 1, size(letters)
      text(k:k) = letters(k)
    end do
  end function

  ! The text of the last error in this thread.
  function isomer_error_text() result(text)
    character(len=:), allocatable :: text
    text = isomer_text(isomer_last_error())
  end function

end module
