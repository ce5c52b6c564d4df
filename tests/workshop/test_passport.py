"""A machine's passport: it reads back to the same beads, and what is mistyped is found and its line named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import KitError, MapError
from menace_kit.machine.kit import Kit, both_sides, load_preset
from menace_kit.workshop.passport import (
    NEW_LINE,
    SIGNS,
    Contents,
    code_texts,
    is_passport,
    passport_lines,
    read_passport,
)
from tests.examples import all_to_prove

KIT = load_preset("her-37")
MICHIE = load_preset("michie-1961")
KITS = (KIT, MICHIE, both_sides(MICHIE))

counts = st.integers(0, 40) | st.integers(0, 10**8)


def contents_of(kit: Kit) -> st.SearchStrategy[dict[int, dict[str, int]]]:
    kinds = sum(len(box.moves) for box in kit.boxes)
    return st.lists(counts, min_size=kinds, max_size=kinds).map(lambda found: laid_out(kit, found))


def laid_out(kit: Kit, found: list[int]) -> dict[int, dict[str, int]]:
    rest = iter(found)
    return {box.number: {colour: next(rest) for colour in box.moves} for box in kit.boxes}


def untouched(kit: Kit) -> dict[int, dict[str, int]]:
    return {box.number: dict(box.start) for box in kit.boxes}


def read(kit: Kit, text: str) -> Contents:
    found, contents = read_passport(text, [kit], "typed.txt")
    assert found is kit
    return contents


def refused(text: str, *kits: Kit) -> str:
    with pytest.raises((MapError, KitError)) as error:
        read_passport(text, kits or [KIT], "typed.txt")
    return str(error.value)


@given(contents_of(KIT))
def test_it_reads_back_to_the_same_beads(contents: dict[int, dict[str, int]]) -> None:
    lines = passport_lines(KIT, contents)
    assert read(KIT, "\n".join(lines)) == contents
    # Typed by hand: small letters, blanks anywhere behind the first line, lines in any order.
    head, *rest = lines
    typed = [head.lower(), *(" ".join(line.lower().replace(" ", "")) for line in reversed(rest)), ""]
    assert read(KIT, "\r\n\n".join(typed)) == contents


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: f"{kit.spec.name} {kit.spec.side}")
@given(data=st.data())
def test_codes_read_back_in_any_order(kit: Kit, data: st.DataObject) -> None:
    step = data.draw(st.integers(1, 9))
    contents = laid_out(
        kit, [step * number % 37 for number in range(sum(len(box.moves) for box in kit.boxes))]
    )
    codes = code_texts(passport_lines(kit, contents), 900)
    assert all(len(code) <= 900 and set(code) <= set(SIGNS + "ILO $%*+-./:") for code in codes)
    scanned = data.draw(st.permutations([*codes, codes[0]]))
    assert read(kit, "\n".join(scanned)) == contents
    assert is_passport(scanned[0])


@pytest.mark.parametrize("number", all_to_prove([1, 2, 3], quick=[2]))
def test_each_wrong_sign_and_each_swap_is_found_and_its_line_named(number: int) -> None:
    contents = untouched(KIT) | {3: dict.fromkeys(KIT.box(3).moves, 5)}
    lines = passport_lines(KIT, contents)
    line = lines[number - 1]
    for place, sign in enumerate(line):
        others = {*"0123456789KZ:/-", "*"} if place % 5 else set(SIGNS)
        swapped = line[:place] + line[place + 1 : place + 2] + sign + line[place + 2 :]
        for typed in {swapped, *(line[:place] + other + line[place + 1 :] for other in others)}:
            if same(typed, line):
                continue
            said = refused("\n".join([*lines[: number - 1], typed, *lines[number:]]))
            assert "typed.txt: line" in said or "first line" in said, (typed, line)
            if NEW_LINE not in typed and "another kit" not in said and "first line" not in said:
                assert f"line {number}" in said, (typed, said)


def same(typed: str, line: str) -> bool:
    """Return whether a line says the same as another: only blanks, or a letter that is taken for a figure, differ."""
    bare = (re.sub(r"\s", "", text) for text in (typed, line))
    return len({text.translate(str.maketrans("ILO", "110")) for text in bare}) == 1


def test_what_was_mistyped_is_said_where_one_sign_explains_it() -> None:
    contents = untouched(MICHIE)
    contents[30][MICHIE.box(30).beads[0].colour] = 120
    lines = passport_lines(MICHIE, contents)
    line = lines[3]
    first, *groups, check = line.split()
    assert first == "25:"
    for place, group in enumerate(groups):
        if "/" in group:
            continue
        typed = [*groups[:place], f"{'7' if group[0] != '7' else '8'}{group[1:]}", *groups[place + 1 :]]
        said = refused("\n".join([*lines[:3], " ".join([first, *typed, check]), *lines[4:]]), MICHIE)
        assert "line 4, boxes 25 to 36: a sign in it is wrong" in said
        assert f"box {25 + place} should be {group}, it seems, and not {typed[place]}" in said
    said = refused("\n".join([*lines[:3], f"{line[:-2]}{line[-1]}{line[-2]}", *lines[4:]]), MICHIE)
    assert f"the two signs at its end should be {line[-2:]}" in said


def test_two_wrong_lines_are_told_together_and_a_missing_one_by_its_boxes() -> None:
    lines = passport_lines(MICHIE, untouched(MICHIE))
    typed = [*lines]
    typed[2], typed[5] = typed[2].replace("22", "23", 1), typed[5].replace("22", "32", 1)
    assert re.findall(r"line (\d+)", refused("\n".join(typed), MICHIE)) == ["3", "6"]
    assert "boxes 49 to 60: the line is missing" in refused("\n".join([*lines[:5], *lines[6:]]), MICHIE)


def test_lines_of_two_machines_do_not_mix() -> None:
    one, other = passport_lines(KIT, untouched(KIT)), passport_lines(KIT, laid_out(KIT, [2] * 99))
    assert "not all of them together" in refused("\n".join([*one[:-1], other[-1]]))
    assert "it was there before, and was another" in refused("\n".join([*one, other[-1]]))
    assert "several passports" in refused("\n".join([*one, *other]))


def test_a_machine_of_another_kit_is_refused_with_both_kits() -> None:
    said = refused("\n".join(passport_lines(KIT, untouched(KIT))), MICHIE)
    assert re.search(rf"{KIT.fingerprint}.*{MICHIE.fingerprint}.*by its preset or its kit file", said)


@pytest.mark.parametrize("text", ["", "hello", "1: 444 -K7", "\0"])
def test_what_is_no_passport_is_said_to_be_none(text: str) -> None:
    assert "this is no passport" in refused(text)
    assert not is_passport(text)


def test_a_newer_passport_is_named_as_such() -> None:
    head, *rest = passport_lines(KIT, untouched(KIT))
    newer = head[:-2].replace("PASSPORT 1", "PASSPORT 2")
    said = [refused("\n".join([newer + first + last, *rest])) for first in SIGNS for last in SIGNS]
    assert sum("made by a newer menace-kit (version 2)" in each for each in said) == 1
    assert sum("first line is wrong" in each for each in said) == len(said) - 1


def test_a_book_with_fewer_beads_than_none_gets_none() -> None:
    below = untouched(KIT)
    colour = next(iter(below[1]))
    below[1][colour] = -1
    with pytest.raises(KitError, match=f"box 1 would have -1 {colour} beads; count it first"):
        passport_lines(KIT, below)
