from .export import export as export
from .serving import LOOKED_UP as LOOKED_UP
from .serving import qr_code as qr_code
from .serving import serve as serve
