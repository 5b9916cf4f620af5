"""The four modules of Carlsson and Dalianis (2010), each stated rule, and what their order changes."""

from __future__ import annotations

DICTIONARY, TITLES = "rules.dictionary.v1", "rules.titles.v1"
COMMON, LEARNING = "rules.common_words.v1", "rules.learning.v1"


def test_the_first_list_that_has_a_word_decides(find):
    # Alva is in all three lists, Kim a male given name and a family name.
    assert find([DICTIONARY], "Alva and Kim and Lindqvist") == [
        [("Alva", "GIVEN_NAME"), ("Kim", "GIVEN_NAME"), ("Lindqvist", "FAMILY_NAME")]
    ]


def test_the_dictionaries_hold_capitalised_words(find):
    assert find([DICTIONARY], "anna ANNA Anna") == [[("ANNA", "GIVEN_NAME"), ("Anna", "GIVEN_NAME")]]


def test_two_words_after_a_title_are_given_and_family_name(find):
    assert find([TITLES], "nurse Zelda Quux saw") == [[("Zelda", "GIVEN_NAME"), ("Quux", "FAMILY_NAME")]]


def test_one_word_is_a_family_name_after_a_doctors_title_only(find):
    assert find([TITLES], "dr Quux, nurse Quux") == [[("Quux", "FAMILY_NAME"), ("Quux", "GIVEN_NAME")]]


def test_a_title_may_be_abbreviated_or_of_two_words(find):
    assert find([TITLES], "Dr. Quux, head physician Blim") == [[("Quux", "FAMILY_NAME"), ("Blim", "FAMILY_NAME")]]


def test_titles_leave_lower_case_words_alone(find):
    assert find([TITLES], "dr quux") == [[]]


def test_common_words_annotate_nothing_themselves(find):
    assert find([COMMON], "The Rose saw Wardrop") == [[]]


def test_common_words_bind_the_modules_after_them_but_not_those_before(find):
    assert find([COMMON, DICTIONARY], "Rose Wardrop") == [[]]
    assert find([DICTIONARY, COMMON], "Rose Wardrop") == [[("Rose", "GIVEN_NAME"), ("Wardrop", "FAMILY_NAME")]]
    assert find([COMMON, TITLES], "dr Wardrop") == [[]]


def test_learning_marks_what_was_annotated_at_least_twice_over_the_whole_set(find):
    # "Quux" stands beside a title in two documents, "Blim" in one.
    texts = ("dr Quux and dr Blim", "dr Quux", "Quux and Blim")
    assert find([TITLES, LEARNING], *texts)[2] == [("Quux", "FAMILY_NAME")]


def test_learning_first_learns_nothing(find):
    assert find([LEARNING, TITLES], "dr Quux", "dr Quux", "Quux")[2] == []


def test_learning_right_after_the_dictionary_changes_nothing(find):
    # Section 4 of the paper: every occurrence has been annotated by the dictionary already.
    texts = ("Anna Lindqvist", "Anna", "Lindqvist and Anna")
    assert find([DICTIONARY, LEARNING], *texts) == find([DICTIONARY], *texts)


def test_a_title_in_full_that_ends_a_sentence_is_beside_nothing(find):
    assert find([TITLES], "seen by the head physician. Quux came") == [[]]
