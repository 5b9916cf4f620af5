"""A transformer folder small enough for tests, with random weights; nothing is downloaded."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from maskerad.text.tokens import split_pieces

N_POSITIONS = 40


def write_tiny_bert(folder: Path, texts: Iterable[str]) -> Path:
    """A BERT of two small layers whose vocabulary are the words of the texts."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.pre_tokenizers import BertPreTokenizer
    from tokenizers.processors import TemplateProcessing
    from transformers import BertConfig, BertForTokenClassification, PreTrainedTokenizerFast

    words = {piece for text in texts for piece in split_pieces(text) if not piece.isspace()}
    letters = {letter for word in words for letter in word} | set("abcdefghijklmnopqrstuvwxyz")
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *sorted(words | letters), *sorted(f"##{x}" for x in letters)]
    vocabulary = {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = BertPreTokenizer()
    tokenizer.post_processor = TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]")
    fast.save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=N_POSITIONS,
        hidden_dropout_prob=0.0,
    )
    BertForTokenClassification(config).save_pretrained(folder)
    return folder
