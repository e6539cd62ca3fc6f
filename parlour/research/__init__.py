"""The same games for research: on the GPU."""
