! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
! Isomer for Fortran: the C interface (isomer.h says what each function does), to be compiled with the
! program that uses it. Arrays are row-major there: the extents of a Fortran array go in reversed
! order, and axes count from its last index, beginning with 0.
module isomer
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_ptr, c_double, c_float, c_char, &
    c_null_char, c_associated, c_f_pointer, c_size_t
  implicit none
  private
  public :: isomer_permute, isomer_permute_in_place, isomer_domatcopy, isomer_dimatcopy, &
    isomer_somatcopy, isomer_simatcopy, isomer_error_text

  integer(c_int), parameter, public :: isomer_success = 0, isomer_invalid_argument = 1, &
    isomer_out_of_memory = 2, isomer_failure = 3

  interface
    integer(c_int) function isomer_permute(dst, src, element_bytes, rank, extents, axes) bind(c)
      import
      type(c_ptr), value :: dst, src
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_permute_in_place(data, element_bytes, rank, extents, axes) bind(c)
      import
      type(c_ptr), value :: data
      integer(c_int64_t), value :: element_bytes
      integer(c_int), value :: rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: axes(*)
    end function

    integer(c_int) function isomer_domatcopy(order, trans, rows, cols, alpha, a, lda, b, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_double), value :: alpha
      type(c_ptr), value :: a, b
    end function

    integer(c_int) function isomer_dimatcopy(order, trans, rows, cols, alpha, a, lda, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_double), value :: alpha
      type(c_ptr), value :: a
    end function

    integer(c_int) function isomer_somatcopy(order, trans, rows, cols, alpha, a, lda, b, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_float), value :: alpha
      type(c_ptr), value :: a, b
    end function

    integer(c_int) function isomer_simatcopy(order, trans, rows, cols, alpha, a, lda, ldb) bind(c)
      import
      integer(c_int), value :: order, trans
      integer(c_int64_t), value :: rows, cols, lda, ldb
      real(c_float), value :: alpha
      type(c_ptr), value :: a
    end function

    type(c_ptr) function isomer_last_error() bind(c)
      import
    end function

    integer(c_size_t) function c_strlen(text) bind(c, name="strlen")
      import
      type(c_ptr), value :: text
    end function
  end interface

contains

  ! The text of the last error in this thread.
  function isomer_error_text() result(text)
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    type(c_ptr) :: raw
    integer :: k
    raw = isomer_last_error()
    call c_f_pointer(raw, letters, [c_strlen(raw)])
    allocate (character(len=size(letters)) :: text)
    do k = 1, size(letters)
      text(k:k) = letters(k)
    end do
  end function

end module
