"""Japanese lists: what SudachiDict says of wordfreq's words, and names built of attested characters.

SudachiDict marks family names, given names and places; wordfreq gives the order. Gender of a given name follows its
last character (子 and 美 are women's, 郎 and 彦 men's); a name whose ending does not tell stands in both lists.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from sudachipy import Dictionary, SplitMode

from scripts.lists.listfile import Row
from scripts.lists.ordinary import SIZE, frequencies, zipf
from scripts.lists.places import exonyms, first_level_name, japanese_towns

FEMALE_ENDINGS = "子美恵江代枝香奈菜花絵里理梨沙紗佳織乃音咲莉愛衣依希葉世緒穂帆栄月桜芽羽優結凛鈴雪夏"
MALE_ENDINGS = "敬門松毅弥矩政継俊国虎臣尚常兵長作衛宣規秀康頼基邦昌敏綱忠範暁己丸道定郷寛清克久治昇実弘喜"
MALE_ENDINGS += "伸泰資晃充稔巌亮稜陽翼樹凌歳昂崇肇郎男夫雄彦之太人介也一二三志司史義信正和明博宏浩勝隆孝孔"
MALE_ENDINGS += "朗哉輔佑翔斗馬磨平助吾武豊茂昭秋春光行幸進誠徹哲健剛蔵造吉次郞仁生紀則典徳大輝貴裕雅洋朔蓮"
MALE_ENDINGS += "颯陸悠"
VARIANTS = tuple(
    zip(
        "崎高吉浜辺辺斎斎沢島島桜広国滝関恵栄真曽黒横増条斉柳渕渕竜",
        "﨑髙𠮷濱邊邉齋齊澤嶋嶌櫻廣國瀧關惠榮眞曾黑橫增條齊栁淵渊龍",
        strict=True,
    )
)
"""Characters and the older forms that families keep in their names; 﨑, 髙 and 濱 are the usual ones."""
VARIED = 4_000
"""How many of the most frequent family names are written in their older forms too."""
_KANJI_NAME = re.compile(r"[一-龥々ヶケノの]{2,4}\Z")
_KANA_NAME = re.compile(r"(?:[ぁ-ん]{2,5}|[ァ-ヴー]{2,6})\Z")
_KATAKANA = re.compile(r"[ァ-ヴー・]{2,}\Z")
_JAPANESE = re.compile(r"[一-龥々ぁ-んァ-ヴー]+\Z")
_PLACE = re.compile(r"[一-龥々ぁ-んァ-ヴーヶノ]{2,}\Z")
_STEM_CHARACTERS = 140
"""How many of the most used first and last characters are combined into further names for the dictionary to judge."""


@lru_cache(maxsize=1)
def _tokeniser() -> object:
    return Dictionary().create(mode=SplitMode.C)


def class_of(word: str) -> str:
    """SudachiDict's class of a word that is one morpheme, as ``名詞/固有名詞/人名/姓``; empty for several morphemes."""
    morphemes = _tokeniser().tokenize(word)
    return "/".join(morphemes[0].part_of_speech()[:4]) if len(morphemes) == 1 and not morphemes[0].is_oov() else ""


@lru_cache(maxsize=1)
def _classes() -> dict[str, str]:
    return {word: kind for word in frequencies("ja") if (kind := class_of(word))}


def _of_class(ending: str) -> list[str]:
    return [w for w, kind in _classes().items() if kind.endswith(ending)]


def family_names() -> list[str]:
    """Family names in kanji, the frequent first, then those built of attested characters, then names in katakana."""
    seen = [w for w in _of_class("人名/姓") if _KANJI_NAME.match(w)]
    foreign = [w for w in _of_class("人名/一般") if _KATAKANA.match(w)]
    return list(dict.fromkeys([*seen, *_varied(seen[:VARIED]), *_combined(seen, "人名/姓"), *foreign]))


def _varied(names: Iterable[str]) -> Iterator[str]:
    """Each name with one of its characters in an older form."""
    return (name.replace(old, new) for name in names for old, new in VARIANTS if old in name)


def given_names() -> list[str]:
    """Given names in kanji and kana."""
    seen = [w for w in _of_class("人名/名") if _KANJI_NAME.match(w) or _KANA_NAME.match(w)]
    return list(dict.fromkeys([*seen, *_combined([w for w in seen if _KANJI_NAME.match(w)], "人名/名")]))


def _combined(names: list[str], kind: str) -> Iterator[str]:
    first = [c for c, _ in Counter(w[0] for w in names).most_common(_STEM_CHARACTERS)]
    last = [c for c, _ in Counter(w[1:] for w in names).most_common(_STEM_CHARACTERS)]
    return (a + b for a, b in product(first, last) if class_of(a + b).endswith(kind))


def given_by_gender() -> tuple[list[str], list[str]]:
    """Women's and men's given names."""
    names = given_names()
    return [w for w in names if not _ends(w, MALE_ENDINGS)], [w for w in names if not _ends(w, FEMALE_ENDINGS)]


def _ends(name: str, endings: str) -> bool:
    own = {"子": "こコ", "美": "みミ", "江": "えエ", "郎": "うウ", "男": "おオ", "志": "しシ"}
    kana = "".join(own[c] for c in endings if c in own)
    return name[-1] in endings or (not re.search(r"[一-龥]", name) and name[-1] in kana)


def common_words() -> list[str]:
    """Words that SudachiDict does not call a proper noun, the frequent first; inflected stems as wordfreq cuts them."""
    kinds = _classes()
    words = (w for w in frequencies("ja") if w in kinds and "固有名詞" not in kinds[w] and "記号" not in kinds[w])
    return [w for w in words if _JAPANESE.match(w)][: SIZE["ja"]]


def towns() -> list[Row]:
    """Towns of Japan in Japanese letters: name, prefecture, population."""
    own = exonyms("ja")
    rows = (
        (
            own.get(t["name"]) or _own_name(t["alternatenames"]),
            first_level_name("JP", t["admin1code"]),
            str(t["population"]),
        )
        for t in japanese_towns()
    )
    return [row for row in rows if row[0]]


def _own_name(alternatives: Iterable[str]) -> str:
    """The alternate name that is written in Japan's own characters and best attested, without 市, 町, 村 or 区."""
    fit = [
        a for a in alternatives if _PLACE.match(a) and _is_japanese(a) and not re.fullmatch(r"[ぁ-ん]+|[ァ-ヴー]+", a)
    ]
    return max(fit, key=lambda a: ("地名" in class_of(a), zipf(frequencies("ja").get(a, 0.0)), -len(a)), default="")


def _is_japanese(name: str) -> bool:
    try:
        name.encode("cp932")
    except UnicodeEncodeError:
        return False
    return True


def further_places() -> list[Row]:
    """Places that wordfreq and SudachiDict know and GeoNames does not give in Japanese letters."""
    return [(w, "", "") for w in _of_class("地名/一般") if _PLACE.match(w) and re.search(r"[一-龥]", w)]


def foreign_places() -> list[Row]:
    """Places abroad in katakana."""
    return [(w, "", "") for w in _of_class("地名/一般") if _KATAKANA.match(w) and len(w) > 2]
