"""numpy, as `np`; where it is not installed, as in a browser, the little of it that kernels need.

Modules of kernels that are to run in plain Python import it from here.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    try:
        import numpy as np
        from numpy.typing import NDArray
    except ModuleNotFoundError:
        from solver.runtime import plain_arrays as np

        NDArray = np.ndarray

HAS_NUMPY = np.__name__ == "numpy"

__all__ = ["HAS_NUMPY", "NDArray", "np"]
