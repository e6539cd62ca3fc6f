"""Records: one declaration gives the layout, copies, bytes, equality and a readable form."""

import numpy as np
import pytest

from parlour.kit.compiled import compiled, interpreted
from parlour.kit.record import i8, i16, record, u64

Shop = record("Shop", open=i8, luck=(u64, 2), till=i16, shelf=(i8, (2, 3)))


def test_a_new_record_is_all_zero():
    assert not any(Shop().tobytes())


def test_a_copy_is_equal_and_on_its_own():
    s = Shop()
    t = s.copy()
    t.shelf[0, 1] = 3
    assert s != t and s.shelf[0, 1] == 0
    t.shelf[0, 1] = 0
    assert s == t


def test_bytes_bring_back_the_same_record():
    s = Shop()
    s.till, s.luck[1], s.shelf[1] = -5, 2**63, 7
    assert Shop.from_bytes(s.tobytes()) == s


def test_the_layout_is_aligned_and_has_no_gaps():
    assert Shop.layout.isalignedstruct
    covered = sum(Shop.layout[field].itemsize for field in Shop.layout.names or ())
    assert covered == Shop.layout.itemsize


def test_records_of_different_kinds_are_never_equal():
    Other = record("Other", open=i8, luck=(u64, 2), till=i16, shelf=(i8, (2, 3)))
    assert Shop() != Other()


def test_the_readable_form_lists_the_fields_as_declared():
    lines = repr(Shop()).splitlines()
    assert [line.split()[0] for line in lines] == ["Shop:", "open", "luck", "till", "shelf"]


def test_a_field_name_that_numpy_uses_is_refused():
    with pytest.raises(TypeError, match="'copy'"):
        record("Bad", copy=i8)


def test_a_record_of_an_array_is_a_view_that_functions_change():
    @compiled
    def sell(s):
        s.till += 3

    shops = Shop.many(4)
    sell(shops[2])
    assert shops["till"].tolist() == [0, 0, 3, 0]


def test_interpreted_rules_compute_in_more_bits_than_a_field_has():
    @compiled
    def shelf_bit(s):
        return 1 << s.open

    s = Shop()
    s.open = 40
    assert shelf_bit(s) == interpreted(shelf_bit)(s) == 2**40


def test_interpreted_rules_refuse_a_number_that_does_not_fit_its_field():
    @compiled
    def overfill(s):
        s.open = 300

    with pytest.raises(OverflowError):
        interpreted(overfill)(Shop())


def test_many_records_are_one_array():
    assert isinstance(Shop.many(3), np.ndarray) and Shop.many(3).nbytes == 3 * Shop.layout.itemsize
