"""How much a visitor may send and ask for, and how long it may take."""

from dataclasses import dataclass

_MEBI = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes, seconds on the clock (``_s``), and numbers of jobs.

    The head of a request has to come within *head_s*, its body within *body_s*, and the answer has
    to be taken within *answer_s*. Jobs run *at_once*, others are *waiting*; each is ended after
    *job_s* from its start, or more than *output* bytes printed. Each of its processes has *memory*
    bytes, reserved or used, and *cpu_s* seconds of work.
    """

    body: int = 64 * 1024
    photo: int = 4 * _MEBI
    head_s: float = 10
    body_s: float = 30
    answer_s: float = 30
    at_once: int = 2
    waiting: int = 20
    job_s: float = 20
    compiling_s: float = 180
    output: int = 8 * _MEBI
    memory: int = 4096 * _MEBI
    cpu_s: int = 300
