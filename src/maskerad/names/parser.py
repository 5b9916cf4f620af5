"""What each part of a written name is: given or family name, initial, particle, title, suffix or genitive ending.

Tells by label, comma, capitals, particles, what other mentions of the record tell, the lists of the language and its
order of names, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from maskerad.languages.names import NameConventions
from maskerad.names.parts import BY_LISTS, BY_ORDER, HYPHENS, NO_KINDS, TOLD, NamePart
from maskerad.names.words import IS_HAN, IS_KANA, WORD, with_bars, with_mixed_given
from maskerad.text.folding import fold
from maskerad.text.scripts import is_cjk

ARTICLES = ("al", "el")  # of Arabic, which a hyphen joins to a family name in any language
FEMININE = "ª"  # ends the abbreviation of María
INITIALS_MAX = 3  # JPM Janssen
PAIR = 2
SETTLED = ("GIVEN_NAME", "FAMILY_NAME")  # labels that say what kind of name it is
KANA_NAME_MIN = 2  # characters of a name in kana that is written together with another
TITLE_CHARS_MIN = 3  # "Pa" and "Ma" begin names
NAME_CHARS_MAX = 200  # a longer mention is no name, and is not taken apart
KNOWN_WEIGHT = 10  # of what the record tells of a word, against 1 for what the lists tell

_SAXON = re.compile(r"['’]s?$", re.IGNORECASE)
_BRETON = re.compile(r"[^\W\d_]c['’]h", re.IGNORECASE)  # one letter of Kerloc'h, which elides nothing
_GLUED = re.compile(r"[a-z]{2,}(?=[A-ZÄÖÜ][a-zäöüß])")
_PARTED = re.compile(r"[^\W\d_]+")  # names between which there is a blank or a bar


def parse_name(
    text: str,
    label: str,
    conventions: NameConventions,
    known: Container[str] = (),
    kinds: Mapping[str, str] = NO_KINDS,
) -> list[NamePart]:
    """Takes a written name apart.

    Args:
        text: A mention of a person.
        label: Its label; GIVEN_NAME and FAMILY_NAME settle the kind of all its words.
        conventions: Of its language.
        known: Folded words of the record's names, which tell a genitive ending from a name on the same letter.
        kinds: Folded words of the record to "given" or "family", for where order alone would tell.

    Returns:
        Parts in order; what lies between them is punctuation, blanks and digits. None for a mention that is too long
        to be a name.
    """
    if len(text) > NAME_CHARS_MAX:
        return []
    return _Parser(text, label, conventions, known, kinds).parse()


def _with_breton_letters(text: str, words: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places of words, those put together whose apostrophe is part of a letter."""
    joined: list[tuple[int, int]] = []
    for start, end in words:
        if joined and _BRETON.fullmatch(text, start - 3, start + 1) and start - joined[-1][1] <= 1:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


class _Parser:
    """One mention while it is taken apart."""

    def __init__(
        self, text: str, label: str, conventions: NameConventions, known: Container[str], kinds: Mapping[str, str]
    ) -> None:
        self.text, self.label, self.conventions, self.known, self.kinds = text, label, conventions, known, kinds
        self.known_by = BY_ORDER
        self.is_parted = len(_PARTED.findall(text)) > 1 and is_cjk(text)

    def parse(self) -> list[NamePart]:
        words, ending = self._words()
        kinds = ["" for _ in words]
        n_trailing = self._n_trailing(words)
        for at in range(len(words)):
            kinds[at] = self._fixed_kind(words, at) if at < len(words) - n_trailing else "particle"
        units = list(self._units(words, kinds))
        for unit, kind in zip(units, self._roles(words, units, kinds), strict=True):
            for at in unit:
                kinds[at] = kind
        parts = [NamePart(start, end, kind, self.known_by) for (start, end), kind in zip(words, kinds, strict=True)]
        return parts + ending

    def _words(self) -> tuple[list[tuple[int, int]], list[NamePart]]:
        """Places of the words, and the genitive ending of the last of them."""
        text, saxon = self.text, None
        if len(text) > 2:
            saxon = _SAXON.search(text)
        stop = saxon.start() if saxon else len(text)
        words = [place for match in WORD.finditer(text, 0, stop) for place in self._split(*match.span())]
        if len(words) > 1 and _BRETON.search(text):
            words = _with_breton_letters(text, words)
        if "・" in text:
            words = with_bars(text, words)
        if len(words) > 1 and is_cjk(text):
            words = with_mixed_given(text, words)
        if saxon and words:
            return words, [NamePart(stop, len(text), "ending")]
        if words and not is_cjk(text):
            start, end = words[-1]
            stem = self.conventions.without_ending(text[start:end], self.known)
            cut = len(fold(text[start:end])) - len(stem)
            if cut:
                words[-1] = (start, end - cut)
                return words, [NamePart(end - cut, end, "ending")]
        return words, []

    def _split(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Splits Chinese characters into family and given name; drops an apostrophe that elides nothing."""
        word = self.text[start:end]
        if word[-1] in "'’" and len(word) > 1 and not self._elides(word, end):
            end -= 1
        if not word.isascii() and word[0] in self.conventions.honorific_starts and word[1:] in self.known:
            start += 1  # おふみ
        cut = 0 if self.is_parted or not IS_HAN.fullmatch(word) else self._family_chars(word)
        cut = cut or (self._joined_chars(self.text[start:end]) if IS_KANA.fullmatch(word) else 0)
        cut = cut or self._glued_chars(word)
        if cut:
            yield start, start + cut
        yield start + cut, end

    def _glued_chars(self, word: str) -> int:
        """How many letters of a word are a particle that a capital follows: vdAue, vanDijk."""
        glued = _GLUED.match(word)
        return glued.end() if glued and glued.group() in self.conventions.particles else 0

    def _n_trailing(self, words: Sequence[tuple[int, int]]) -> int:
        """How many words at the end are particles of the family name before a comma: Berg, A. van den."""
        behind = [self.text[start:end] for start, end in words if start > self.text.find(",") > 0]
        n_words = 0
        while n_words < len(behind) - 1 and fold(behind[-n_words - 1]) in self.conventions.particles:
            n_words += 1
        is_shaped = n_words > 0 and (behind[-1].islower() or (self.text.isupper() and len(behind[-1]) > 1))
        return n_words if is_shaped else 0

    def _joined_chars(self, word: str) -> int:
        """How many characters of a name in kana are one of the record that another goes on: ソウザ|エンゾ; or 0."""
        cuts = range(KANA_NAME_MIN, len(word) - KANA_NAME_MIN + 1)
        return next((at for at in cuts if word[:at] in self.known and word[at:] in self.known), 0)

    def _elides(self, word: str, end: int) -> bool:
        is_followed = self.text[end : end + 1].isalpha()
        return is_followed and (len(word) == 2 or fold(word) in self.conventions.particles)

    def _family_chars(self, word: str) -> int:
        """How many characters of an unbroken Chinese-character name are the family name; 0 when it is only one."""
        family, is_given = self.conventions.family, self.conventions.is_given
        if word in family or is_given(word) or word in self.known:
            return 0
        known = [n for n in (3, 2, 1) if 0 < len(word) - n <= 3 and word[:n] in self.known]
        if known:
            return known[0]
        listed = [n for n in (3, 2, 1) if 0 < len(word) - n <= 3 and word[:n] in family]
        both = [n for n in listed if self._may_be_given(word[n:])]
        is_sign = word == self.text and word[0] in self.conventions.family_signs
        if not both and is_sign and self._may_be_given(word[1:]):
            return 1
        if both or listed:
            return (both or listed)[0]
        return 2 if len(word) >= 3 else 0

    def _may_be_given(self, rest: str) -> bool:
        """Whether what is left of a name in Chinese characters is known to be a given name."""
        return self.conventions.is_given(rest) or rest in self.known or rest in self.conventions.given_signs

    def _fixed_kind(self, words: Sequence[tuple[int, int]], at: int) -> str:
        """Title, initial, particle or suffix; "" for a name."""
        start, end = words[at]
        word, conventions = self.text[start:end], self.conventions
        folded, is_last = fold(word), at == len(words) - 1
        if at == 0 and not is_last and self._is_title(word, folded, words[1]):
            return "title"
        if at and folded in conventions.suffixes:
            return "suffix"
        if not is_last and (self._is_patronymic(folded, words[at + 1]) or self._is_particle(word, folded, at, end)):
            return "particle"
        if is_cjk(word):
            return "initial" if len(word) == 1 and self.text[end : end + 1] in (".", "．") else ""
        if len(words) == 1 and self._is_pair_of_initials(word, folded):
            return "initial"
        if len(word) == 1 or (not is_last and self._is_abbreviation(word, end)):
            return "initial"
        is_short = len(word) <= INITIALS_MAX and word.isupper() and not is_last and self.text[end : end + 1] != ","
        is_alone = not any(self.text[left:right].isupper() for left, right in words if (left, right) != (start, end))
        return "initial" if is_short and is_alone and not conventions.is_given(folded) else ""

    def _is_pair_of_initials(self, word: str, folded: str) -> bool:
        """Whether two capitals are all that is written of a name: JB, whom the record calls Jean-Baptiste."""
        is_name = self.conventions.is_given(folded) or self.conventions.is_family(folded)
        return len(word) == PAIR and word.isupper() and self.label not in SETTLED and not is_name

    def _is_title(self, word: str, folded: str, following: tuple[int, int]) -> bool:
        """Whether the first word is a title or says of which kin somebody is: Gräfin von Wedel, tía Carmen."""
        is_told = word.islower() and self.text[following[0]].isupper()
        is_name = self.conventions.is_given(folded) or self.conventions.is_family(folded)
        return len(word) >= TITLE_CHARS_MIN and folded in self.conventions.titles and (is_told or not is_name)

    def _is_abbreviation(self, word: str, end: int) -> bool:
        """The beginning of a given name before a dot: Th., Chr."""
        is_short = len(word) <= INITIALS_MAX and word[0].isupper() and word[1:].islower()
        return is_short and self.text[end : end + 1] == "."

    def _is_particle(self, word: str, folded: str, at: int, end: int) -> bool:
        if word[-1] in "'’" or word[0] in "'’":
            return True
        if folded in ARTICLES and word[0].isupper() and self.text[end : end + 1] in HYPHENS:
            return True
        if folded not in self.conventions.particles:
            return word == "t" and "'t" in self.conventions.particles and bool(at)  # v t Hof
        if len(word) == 1 and folded != word.lower():
            return self.text[end : end + 1] == " "  # Ó Conghaile
        return word.islower() or (len(word) > 1 and not (at == 0 and folded in self.conventions.given_too))

    def _is_patronymic(self, folded: str, following: tuple[int, int]) -> bool:
        """Whether a word goes before a father's name, and the record knows it as no given name: Ben Salah."""
        conventions = self.conventions
        is_one = folded in conventions.patronymics and self.kinds.get(folded) != "given"
        return is_one and fold(self.text[slice(*following)]) in conventions.fathers

    def _units(self, words: Sequence[tuple[int, int]], kinds: Sequence[str]) -> Iterator[list[int]]:
        """Names, with those joined by a hyphen taken together."""
        unit: list[int] = []
        for at, kind in enumerate(kinds):
            if kind:
                continue
            if unit and unit[-1] == at - 1 and self.text[words[at - 1][1] : words[at][0]] in HYPHENS:
                unit.append(at)
                continue
            if unit:
                yield unit
            unit = [at]
        if unit:
            yield unit

    def _roles(self, words: Sequence[tuple[int, int]], units: Sequence[list[int]], kinds: Sequence[str]) -> list[str]:
        n_units = len(units)
        self.known_by = TOLD
        if self.label == "FAMILY_NAME" or (self.label == "GIVEN_NAME" and not self._has_family_name(words, units)):
            return ["given" if self.label == "GIVEN_NAME" else "family"] * n_units
        n_before_comma = self._n_before_comma(words, units, kinds)
        if n_before_comma > 1 and (roles := self._by_capitals(words, units)):  # VIDALENC Roger, Marcel
            return roles
        if n_before_comma:
            return ["family"] * n_before_comma + ["given"] * (n_units - n_before_comma)
        if n_units <= 1:
            return [self._lone_role(words, units, kinds)] * n_units
        roles = self._by_capitals(words, units)
        if roles:
            return roles
        self.known_by = BY_ORDER
        usual = self._by_order(words, units, kinds)
        return usual if is_cjk(self.text) else self._best_supported(words, units, kinds, usual)

    def _has_family_name(self, words: Sequence[tuple[int, int]], units: Sequence[list[int]]) -> bool:
        """Whether one of several words is a listed family name and no given name, whatever a label says: Sepp Fromm."""
        conventions = self.conventions
        folded = [fold(self.text[slice(*words[at])]) for unit in units for at in unit]
        listed = (word in conventions.family or word in conventions.foreign_family for word in folded)
        return len(folded) > 1 and any(
            is_family and not conventions.is_given(word) for word, is_family in zip(folded, listed, strict=True)
        )

    def _n_before_comma(
        self, words: Sequence[tuple[int, int]], units: Sequence[list[int]], kinds: Sequence[str]
    ) -> int:
        """Number of units before a comma that names or initials follow."""
        comma = max(self.text.find(","), self.text.find("、"))
        follows = any(start > comma and kind != "suffix" for (start, _), kind in zip(words, kinds, strict=True))
        return sum(words[unit[0]][0] < comma for unit in units) if comma > 0 and follows else 0

    def _lone_role(self, words: Sequence[tuple[int, int]], units: Sequence[list[int]], kinds: Sequence[str]) -> str:
        if not units:
            return "name"
        before, after = kinds[: units[0][0]], kinds[units[0][-1] + 1 :]
        folded = fold(self.text[words[units[0][0]][0] : words[units[0][0]][1]])
        if "particle" in before:
            return "family"
        if "initial" in before:
            if FEMININE in self.text[: words[units[0][0]][0]] and self._goes_behind_maria(folded):
                return "given"  # M.ª Pilar
            may_be_given = self.conventions.is_given(folded) and folded not in self.conventions.family
            self.known_by = BY_ORDER if may_be_given else TOLD  # "B. Luigi" beside a Luigi Bianchi
            return (self.kinds.get(folded) if may_be_given else "") or "family"
        if "initial" not in after:
            return self._double_role(words, units[0])
        is_given = self.conventions.is_given(folded)
        self.known_by = BY_LISTS if is_given != (folded in self.conventions.family) else BY_ORDER
        return self.kinds.get(folded) or ("given" if is_given else "family")

    def _double_role(self, words: Sequence[tuple[int, int]], unit: Sequence[int]) -> str:
        """Two names that a hyphen joins are of one kind, which the lists tell."""
        folded = [fold(self.text[slice(*words[at])]) for at in unit] if len(unit) > 1 else []
        support = sum(map(self.conventions.is_given, folded)) - sum(word in self.conventions.family for word in folded)
        self.known_by = BY_LISTS if support else self.known_by
        return "given" if support > 0 else "family" if support < 0 else "name"

    def _by_capitals(self, words: Sequence[tuple[int, int]], units: Sequence[list[int]]) -> list[str]:
        """Family names in capitals beside given names that are not (GRANGIER Odette, Ghislain CASALTA)."""
        capitals = [all(self.text[slice(*words[at])].isupper() for at in unit) for unit in units]
        if is_cjk(self.text) or all(capitals) or not any(capitals):
            return []
        if capitals != sorted(capitals) and capitals != sorted(capitals, reverse=True):
            return []
        return ["family" if is_upper else "given" for is_upper in capitals]

    def _by_order(
        self, words: Sequence[tuple[int, int]], units: Sequence[list[int]], kinds: Sequence[str]
    ) -> list[str]:
        folded = [fold(self.text[slice(*words[unit[0]])]) for unit in units]
        is_given, family, n_units = self.conventions.is_given, self.conventions.family, len(units)
        before = words[units[0][0] - 1] if units[0][0] and kinds[units[0][0] - 1] == "particle" else (0, 0)
        # A.M. van der Berg-de Vries, De Luca-van Dijk
        is_double = self.text[words[units[0][-1]][1] :][:1] in HYPHENS
        has_initials = "initial" in kinds[: units[0][0]]
        is_apostrophe = self.text[slice(*before)].endswith(("'", "’"))
        if before[1] and self._is_patronymic(fold(self.text[slice(*before)]), words[units[0][0]]):
            return ["family"] + ["given"] * (n_units - 1)  # Ben Salah Yousef
        if is_apostrophe or (before[1] and (has_initials or is_double or not is_given(folded[0]))):
            return ["family"] * (n_units - 1) + ["family" if folded[-1] in family else "given"]
        if self.conventions.order == "family-given" and (is_cjk(self.text) or self.text.isupper()):
            return ["family"] + ["given"] * (n_units - 1)
        if n_units == 2 and FEMININE in self.text[slice(*words[units[0][-1]])] and self._goes_behind_maria(folded[1]):
            return ["given"] * n_units  # Mª Valvanera
        first = n_units - 1
        if self.conventions.order == "given-family-family" and n_units > 2:
            first = n_units - 2
        if has_initials and not is_given(folded[0]) and not is_cjk(self.text):
            first = 0  # C. Vilanova Prat
        if FEMININE in self.text[slice(*words[units[0][-1]])] and first == 1 and is_given(folded[1]):
            first = 2  # Mª José Ruiz
        while first < n_units - 1 and self._goes_on(folded[first - 1 :], kinds[units[first][0] - 1]):
            first += 1
        foreign = self.conventions.foreign_family
        while (
            first > 1
            and (folded[first - 1] in family or folded[first - 1] in foreign)
            and not is_given(folded[first - 1])
        ):
            first -= 1
        for place in range(1, first):
            between = kinds[units[place][0] - 1]
            is_new = not is_given(folded[place]) or self._is_glued(words, units[place])
            if between == "particle" and is_new and not self._goes_on(folded[place - 1 :], between):
                first = place
        return ["given"] * first + ["family"] * (n_units - first)

    def _goes_behind_maria(self, folded: str) -> bool:
        """Whether a name behind Mª is a second given name: a listed one, or one that no list has as a family name."""
        return self.conventions.is_given(folded) or not self._is_family_anywhere(folded)

    def _is_family_anywhere(self, folded: str) -> bool:
        return folded in self.conventions.family or folded in self.conventions.foreign_family

    def _is_glued(self, words: Sequence[tuple[int, int]], unit: Sequence[int]) -> bool:
        """Whether a hyphen joins a name to its particle: Al-Hassan."""
        start = words[unit[0]][0]
        return start > 0 and self.text[start - 1] in HYPHENS

    def _goes_on(self, names: Sequence[str], between: str) -> bool:
        """Whether the second of the names goes on the first, a given name, behind a particle."""
        conventions = self.conventions
        return (
            between == "particle" and conventions.is_given(names[0]) and names[1] in conventions.given_behind_particle
        )

    def _best_supported(
        self, words: Sequence[tuple[int, int]], units: Sequence[list[int]], kinds: Sequence[str], usual: list[str]
    ) -> list[str]:
        """The kinds that the record and the lists are most for; the usual order where none has more for it."""
        support = [self._support(words, unit) for unit in units]
        after_particle = [place for place, unit in enumerate(units) if unit[0] and kinds[unit[0] - 1] == "particle"]

        def score(roles: Sequence[str]) -> int:
            return sum(weight if role == "given" else -weight for role, weight in zip(roles, support, strict=True))

        best, most = usual, score(usual)
        if most < sum(map(abs, support)):
            is_known = any(abs(weight) >= KNOWN_WEIGHT for weight in support)
            may_be_given = is_known and all(self._is_given(words, unit) for unit in units)
            if may_be_given and score(["given"] * len(units)) > most:  # Mari Carmen, where the record knows Carmen
                best, most = ["given"] * len(units), score(["given"] * len(units))
            for roles in self._assignments(len(units), is_known=is_known):
                fits = all(roles[place] == usual[place] for place in after_particle)
                if fits and score(roles) > most:
                    best, most = roles, score(roles)
        if most and most == sum(map(abs, support)):
            # A hyphen makes two words one kind, which is as good as told.
            self.known_by = TOLD if any(len(unit) > 1 for unit in units) else BY_LISTS
        return best

    def _is_given(self, words: Sequence[tuple[int, int]], unit: Sequence[int]) -> bool:
        if FEMININE in self.text[words[unit[0]][0] : words[unit[-1]][1]]:
            return True
        return any(self.conventions.is_given(fold(self.text[slice(*words[at])])) for at in unit)

    def _support(self, words: Sequence[tuple[int, int]], unit: Sequence[int]) -> int:
        """What is for a unit being a given name, above 0, or a family name, below."""
        folded = [fold(self.text[slice(*words[at])]) for at in unit]
        known = next((self.kinds[word] for word in folded if word in self.kinds), "")
        if known:
            return KNOWN_WEIGHT if known == "given" else -KNOWN_WEIGHT
        if FEMININE in self.text[words[unit[0]][0] : words[unit[-1]][1]]:
            return 1  # Mª, which folds to a family name
        return self._is_given(words, unit) - any(word in self.conventions.family for word in folded)

    def _assignments(self, n_units: int, *, is_known: bool) -> Iterator[list[str]]:
        """Given names first, then family names first; names of one kind alone where the record tells of any."""
        cuts = range(1, n_units)
        for n_family in cuts:
            yield ["given"] * (n_units - n_family) + ["family"] * n_family
        for n_family in reversed(cuts) if self.conventions.order == "given-family-family" else cuts:
            yield ["family"] * n_family + ["given"] * (n_units - n_family)
        if is_known:
            yield from ([kind] * n_units for kind in ("family", "given"))
