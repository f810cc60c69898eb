"""The build of the kernels: numba compiles their sources, and a C compiler links them.

`setup.py` runs it when penta is installed; no command imports it. The kernels of a package, called
its room here, are compiled together.

    sources -> numba_code -> LLVM's language -> library -> machine code of each level -> kernels.so

A level is what a processor has to offer: the first of an architecture runs on all of them. A kernel
is called with one array of 64-bit words, where its arguments are: a number takes one, an array its
address and its shape. When it returns, the first word says whether it failed, and those behind it
hold its results.
"""
