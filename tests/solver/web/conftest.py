"""One server for all tests of a worker, and one with limits that are soon reached."""

from collections.abc import Iterator

import pytest

from solver.web.jobs import Limits
from tests.solver.web.running import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that it has for people."""
    with running(tmp_path_factory.mktemp("server"), Limits()) as started:
        yield started


@pytest.fixture(scope="session")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody."""
    limits = Limits(head_s=2, body_s=2, answer_s=2, output=50_000_000)
    with running(tmp_path_factory.mktemp("impatient"), limits) as started:
        yield started


@pytest.fixture(scope="session")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose jobs have a second."""
    with running(tmp_path_factory.mktemp("hurried"), Limits(job_s=1)) as started:
        yield started


@pytest.fixture(scope="session")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for those who know the secret."""
    folder, secret = tmp_path_factory.mktemp("lan"), "the-secret_of-this-server"
    with running(folder, Limits(), address="127.0.0.2", secret=secret) as started:
        yield started
