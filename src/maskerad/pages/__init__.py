"""What every page is made of: the frame, the style, plots drawn as SVG. One file a page, which loads nothing."""
