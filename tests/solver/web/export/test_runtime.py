"""Python and a reader of codes for a browser: fetched once, checked, kept; or from a folder."""

import io
import shutil
from base64 import b64encode
from hashlib import sha256, sha512
from pathlib import Path
from subprocess import CalledProcessError
from tarfile import TarFile, TarInfo

import pytest

from solver.errors import SourceError
from solver.web.export import npm_package, runtime
from solver.web.export.runtime import PYODIDE, ZXING, read_runtime, runtime_files
from tests.support import Patch

CORE = {
    "pyodide.mjs": f'const version = "{PYODIDE.version}";'.encode(),
    "pyodide.asm.mjs": b"1",
    "pyodide.asm.wasm": b"2",
    "python_stdlib.zip": b"3",
    "pyodide-lock.json": b'{"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}',
}
READER = {
    "dist/es/share.js": f"import('zxing-wasm@{ZXING.version}')".encode(),
    "dist/es/reader/index.js": b"5",
    "dist/reader/zxing_reader.wasm": b"6",
    "LICENSE": b"7",
}
RUNTIME = {
    **CORE,
    "pyodide-lock.json": b'{"info": {"python": "3.14.2"}, "packages": {}}',
    **{ours: READER[its] for ours, its in ZXING.files.items()},
}


def _ignore(_line: str) -> None:
    """Say nothing."""


def _archive(files: dict[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with TarFile.open(fileobj=archive, mode="w:gz") as file:
        for name, content in {**files, "README.md": b"4"}.items():
            entry = TarInfo(f"package/{name}")
            entry.size = len(content)
            file.addfile(entry, io.BytesIO(content))
    return archive.getvalue()


@pytest.fixture
def asked(monkeypatch: Patch, tmp_path: Path) -> list[str]:
    """The packages that npm was asked for; it has both."""
    archives, names = {}, list[str]()
    for name, package, files in (("PYODIDE", PYODIDE, CORE), ("ZXING", ZXING, READER)):
        archive = archives[f"{package.name}@{package.version}"] = _archive(files)
        digest = b64encode(sha512(archive).digest()).decode()
        monkeypatch.setattr(runtime, name, package._replace(sha512=digest))

    def run(command: list[str], **_options: bool) -> None:
        names.append(command[-1])
        folder = Path(command[-2].removeprefix("--pack-destination="))
        (folder / f"{command[-1].replace('@', '-')}.tgz").write_bytes(archives[command[-1]])

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(npm_package, "which", str)
    monkeypatch.setattr(npm_package, "run", run)
    return names


def test_they_are_fetched_once_and_said(asked: list[str]) -> None:
    said: list[str] = []
    files = runtime_files(said.append)
    assert files == RUNTIME
    assert runtime_files(said.append) == files
    assert len(asked) == len(said) == 2
    for name, line, package in zip(asked, said, (PYODIDE, ZXING), strict=True):
        assert name in line
        assert package.version in name


def test_a_damaged_one_that_is_kept_is_fetched_again(asked: list[str], tmp_path: Path) -> None:
    runtime_files(_ignore)
    kept, _ = sorted((tmp_path / "penta").iterdir())
    kept.write_bytes(kept.read_bytes()[:-1])
    assert runtime_files(_ignore) == RUNTIME
    assert len(asked) == 3


def test_other_bytes_are_refused_and_not_kept(
    asked: list[str], monkeypatch: Patch, tmp_path: Path
) -> None:
    monkeypatch.setattr(runtime, "PYODIDE", PYODIDE)
    with pytest.raises(SourceError, match="with its checksum, found other bytes"):
        runtime_files(_ignore)
    assert asked
    assert not list(tmp_path.iterdir())


def test_without_a_network_the_way_out_is_told(asked: list[str], monkeypatch: Patch) -> None:
    def fail(command: list[str], **_options: bool) -> None:
        raise CalledProcessError(1, command, stderr="npm error code ECONNREFUSED\nnpm error at\n")

    monkeypatch.setattr(npm_package, "run", fail)
    with pytest.raises(SourceError, match=r"no answer \(npm error code ECONNREFUSED\).*--runtime"):
        runtime_files(_ignore)
    assert not asked


def test_without_npm_the_way_out_is_told(asked: list[str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(npm_package, "which", lambda _name: None)
    with pytest.raises(SourceError, match=r"expected npm to fetch it, found no .*--runtime FOLDER"):
        runtime_files(_ignore)
    assert not asked


def write_runtime(folder: Path, monkeypatch: Patch) -> None:
    """Write the files of both packages to *folder*, and let them be the right ones."""
    for name, files in (("PYODIDE", CORE), ("ZXING", READER)):
        digest = sha256(b"".join(files.values())).hexdigest()
        monkeypatch.setattr(runtime, name, getattr(runtime, name)._replace(sha256=digest))
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)


def test_a_folder_has_all_files_and_no_other_bytes(tmp_path: Path, monkeypatch: Patch) -> None:
    write_runtime(tmp_path, monkeypatch)
    assert read_runtime(tmp_path) == RUNTIME
    packages = tmp_path / "packages"
    for name in ("pyodide", "zxing-wasm"):
        shutil.copytree(tmp_path, packages / name, ignore=lambda *_: ["packages"])
    assert read_runtime(packages) == RUNTIME
    for name, package in (*((name, PYODIDE) for name in CORE), *((name, ZXING) for name in READER)):
        content = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(content[:-1])
        with pytest.raises(SourceError, match=f"expected {package}, found other bytes"):
            read_runtime(tmp_path)
        (tmp_path / name).unlink()
        with pytest.raises(SourceError, match=f"expected a file {name} of {package}"):
            read_runtime(tmp_path)
        (tmp_path / name).write_bytes(content)


def test_what_cannot_be_kept_is_used_nevertheless(asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "penta").touch()
    assert runtime_files(_ignore) == RUNTIME
    assert len(asked) == 2


def test_npm_that_brings_nothing_is_told(asked: list[str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(npm_package, "run", lambda _command, **_options: None)
    with pytest.raises(SourceError, match=r"no answer \(.*No such file"):
        runtime_files(_ignore)
    assert not asked
