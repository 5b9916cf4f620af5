"""The way of a document: protocol and sections, what to annotate first, what holds a stage, how it is finished."""
