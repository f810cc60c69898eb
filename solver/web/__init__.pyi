from .export import export_page as export_page
from .serving import LOOKED_UP as LOOKED_UP
from .serving import qr_code as qr_code
from .serving import serve as serve
