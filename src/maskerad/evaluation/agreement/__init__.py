"""How far annotators agree, with each other and with themselves, and one annotation out of several."""
