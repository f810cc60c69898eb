"""The page as a folder of files: what is in it, and what becomes of an older one."""

import io
import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZipFile

import pytest

from solver.errors import SourceError
from solver.web.export import program
from solver.web.export.folder import check_folder, write_folder
from solver.web.export.page_version import version_files
from solver.web.export.program import program_zip
from tests.support import Patch

RUNTIME = {"pyodide.mjs": b"export const loadPyodide = null;\n", "python.wasm": b"\0asm"}


def _constant(files: dict[str, bytes], file: str, name: str) -> object:
    found = re.search(rf"const {name} = (.*);", files[file].decode())
    assert found
    return json.loads(found[1])


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return version_files(RUNTIME, None)


def test_the_same_program_gives_the_same_bytes(files: dict[str, bytes]) -> None:
    assert version_files(RUNTIME, None) == files


def test_what_varies_stands_in_folders_named_by_their_content(files: dict[str, bytes]) -> None:
    own, python = sorted({name.partition("/")[0] for name in files if "/" in name})
    assert re.fullmatch(r"penta-[0-9a-f]{12}", own)
    assert re.fullmatch(r"python-[0-9a-f]{12}", python)
    assert {name for name in files if "/" not in name} == {"index.html", "service_worker.js"}
    other = version_files({**RUNTIME, "python.wasm": b"\0asm\1"}, None)
    assert not {own, python} & {name.partition("/")[0] for name in other}
    german = version_files(RUNTIME, "de")
    assert python in {name.partition("/")[0] for name in german}
    assert own not in {name.partition("/")[0] for name in german}


def test_all_that_the_first_page_names_is_there(files: dict[str, bytes]) -> None:
    page = files["index.html"].decode()
    named = re.findall(r'(?:href|src)="([^#"][^"]*)"', page)
    assert len(named) >= 4
    assert set(named) <= files.keys()
    own = str(_constant(files, "service_worker.js", "VERSION"))
    manifest = json.loads(files[f"{own}/manifest.webmanifest"])
    assert urljoin(f"/{own}/", manifest["start_url"]) == "/"
    for icon in manifest["icons"]:
        width, height = (int(size) for size in icon["sizes"].split("x"))
        header = files[f"{own}/{icon['src']}"][16:24]
        assert header == width.to_bytes(4, "big") + height.to_bytes(4, "big")


def test_all_that_a_module_imports_is_there(files: dict[str, bytes]) -> None:
    count = 0
    for name, content in files.items():
        if name.endswith(".js") and "/" in name:
            for target in re.findall(r'(?:from|import)\s*"(\.[^"]*)"', content.decode()):
                assert urljoin(name, target) in files, (name, target)
                count += 1
    assert count > 300


def test_the_first_page_names_the_modules_that_its_frame_imports(files: dict[str, bytes]) -> None:
    named = re.findall(r'rel="modulepreload" href="([^"]*)"', files["index.html"].decode())
    assert [name.partition("/")[2] for name in named[:1]] == ["frame.js"]
    imported = {
        urljoin(name, target)
        for name in named
        for target in re.findall(r'from\s*"(\.[^"]*)"', files[name].decode())
    }
    assert imported == {*named[1:]}


def test_the_service_worker_keeps_all_but_itself_and_knows_their_digests(
    files: dict[str, bytes],
) -> None:
    kept = _constant(files, "service_worker.js", "FILES")
    assert isinstance(kept, dict)
    assert {*kept, "index.html", "service_worker.js"} == files.keys()
    for name, digest in kept.items():
        assert digest == f"sha256-{b64encode(sha256(files[name]).digest()).decode()}"
    page = _constant(files, "service_worker.js", "PAGE")
    assert page in kept
    assert files[str(page)] == files["index.html"]


def test_the_policy_is_the_servers_and_webassembly(files: dict[str, bytes]) -> None:
    policy = str(_constant(files, "service_worker.js", "POLICY"))
    assert policy in files["index.html"].decode()
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "default-src 'none'" in policy
    assert "http" not in policy


def test_a_screen_that_needs_a_server_says_so_and_so_do_jobs(files: dict[str, bytes]) -> None:
    own = str(_constant(files, "service_worker.js", "VERSION"))
    screens = json.loads(files[f"{own}/pages.json"])[0]["screens"]
    modules = {screen["id"]: screen["module"] for screen in screens}
    assert modules["together"] == "./needs_server.js"
    assert modules["roll"] == "./penta_rush/roll.js"
    needing = _constant(files, f"{own}/built.js", "needsServer")
    assert isinstance(needing, list)
    assert {"check", "white", "grey.for"} <= set(needing)
    assert not {"solve", "read", "grey"} & set(needing)


def test_the_program_has_what_it_imports_with_licences_and_nothing_compiled() -> None:
    names = ZipFile(io.BytesIO(program_zip())).namelist()
    assert {"cli.py", "solver/penta_rush/page/page.toml", "data/points.toml"} <= set(names)
    assert {name.partition("/")[0].partition("-")[0] for name in names if "LICEN" in name} == {
        "click",
        "lazy_loader",
        "wcwidth",
    }
    assert not [name for name in names if name.endswith((".so", ".c", ".js", ".ttf"))]
    assert not [name for name in names if name.startswith(("tests", "/")) or ".." in name]


def test_a_new_version_takes_the_place_of_an_older_one_which_stays_until_the_next(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "new" / "page"
    seen = []
    for language in (None, "de", "fr"):
        check_folder(folder)
        write_folder(folder, version_files(RUNTIME, language))
        seen.append({path.name for path in folder.iterdir()})
        (folder / "CNAME").write_text("penta.example\n")
    assert all((folder / name).is_dir() for name in seen[2] if name.startswith("penta-"))
    assert [len(names) for names in seen] == [4, 6, 6]  # Python is the same, and CNAME is not ours
    first, second, third = ({one for one in names if one.startswith("penta-")} for names in seen)
    assert first < second
    assert len(second & third) == 1
    assert first.isdisjoint(third)


def test_an_export_that_was_interrupted_is_made_anew(
    tmp_path: Path, files: dict[str, bytes]
) -> None:
    write_folder(tmp_path, {name: content for name, content in files.items() if "/" in name})
    (tmp_path / ".penta-0123").touch()
    (tmp_path / ".git").mkdir()
    check_folder(tmp_path)
    write_folder(tmp_path, files)
    assert (tmp_path / "index.html").read_bytes() == files["index.html"]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    message = "an empty one, or one that penta has exported, found a folder with"
    for content in ("", "<!DOCTYPE html><title>Mine</title>", 'content="Made by penta"'):
        (tmp_path / "index.html").write_text(content)
        with pytest.raises(SourceError, match=message):
            check_folder(tmp_path)
    with pytest.raises(SourceError, match="expected a folder, found a file"):
        check_folder(tmp_path / "index.html")
    with pytest.raises(SourceError, match="expected a folder that can be written"):
        write_folder(tmp_path / "index.html" / "page", {"index.html": b""})


def test_a_clone_below_a_folder_page_has_all_of_the_program(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    root = tmp_path / "page"
    (root / "solver/penta_rush/page").mkdir(parents=True)
    for name in ("cli.py", "penta.py", "solver/rules.py", "solver/penta_rush/page/roll.js"):
        (root / name).touch()
    monkeypatch.setattr(program, "_ROOT", root)
    assert "solver/rules.py" in ZipFile(io.BytesIO(program_zip())).namelist()


def test_a_library_that_is_not_there_is_told(monkeypatch: Patch) -> None:
    monkeypatch.setattr(program, "_LIBRARIES", ("no_such_library",))
    with pytest.raises(SourceError, match="library no_such_library: expected an installed one"):
        program_zip()
