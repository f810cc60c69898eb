"""The page as a folder of files: what is in it, and what becomes of an older one."""

import io
import json
import re
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZipFile

import pytest

from solver.errors import SourceError
from solver.web.export.folder import check_folder, page_files, write_folder
from solver.web.export.program import program_zip

RUNTIME = {"pyodide.mjs": b"export const loadPyodide = null;\n", "python.wasm": b"\0asm"}


def _constant(files: dict[str, bytes], file: str, name: str) -> object:
    found = re.search(rf"const {name} = (.*);", files[file].decode())
    assert found
    return json.loads(found[1])


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return page_files(RUNTIME, None)


def test_the_same_program_gives_the_same_bytes(files: dict[str, bytes]) -> None:
    assert page_files(RUNTIME, None) == files


def test_what_varies_stands_in_folders_named_by_their_content(files: dict[str, bytes]) -> None:
    own, python = sorted({name.partition("/")[0] for name in files if "/" in name})
    assert re.fullmatch(r"penta-[0-9a-f]{12}", own)
    assert re.fullmatch(r"python-[0-9a-f]{12}", python)
    assert {name for name in files if "/" not in name} == {
        "index.html",
        "manifest.webmanifest",
        "service_worker.js",
    }
    other = page_files({**RUNTIME, "python.wasm": b"\0asm\1"}, None)
    assert not {own, python} & {name.partition("/")[0] for name in other}
    german = page_files(RUNTIME, "de")
    assert python in {name.partition("/")[0] for name in german}
    assert own not in {name.partition("/")[0] for name in german}


def test_all_that_the_first_page_names_is_there(files: dict[str, bytes]) -> None:
    page = files["index.html"].decode()
    named = re.findall(r'(?:href|src)="([^#"][^"]*)"', page)
    assert len(named) >= 4
    assert set(named) <= files.keys()
    icons = json.loads(files["manifest.webmanifest"])["icons"]
    assert {icon["src"] for icon in icons} <= files.keys()
    for icon in icons:
        width, height = (int(size) for size in icon["sizes"].split("x"))
        header = files[icon["src"]][16:24]
        assert header == width.to_bytes(4, "big") + height.to_bytes(4, "big")


def test_all_that_a_module_imports_is_there(files: dict[str, bytes]) -> None:
    count = 0
    for name, content in files.items():
        if name.endswith(".js") and "/" in name:
            for target in re.findall(r'(?:from|import)\s*"(\.[^"]*)"', content.decode()):
                assert urljoin(name, target) in files, (name, target)
                count += 1
    assert count > 300


def test_the_service_worker_keeps_all_but_itself_and_the_first_page(
    files: dict[str, bytes],
) -> None:
    kept = _constant(files, "service_worker.js", "FILES")
    assert isinstance(kept, list)
    assert {*kept, "index.html", "service_worker.js"} == files.keys()
    page = _constant(files, "service_worker.js", "PAGE")
    assert page in kept
    assert files[str(page)] == files["index.html"]


def test_the_policy_is_the_servers_and_webassembly(files: dict[str, bytes]) -> None:
    policy = str(_constant(files, "service_worker.js", "POLICY"))
    assert policy in files["index.html"].decode()
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "default-src 'none'" in policy
    assert "http" not in policy


def test_a_screen_that_needs_a_server_says_so_and_no_job_does(files: dict[str, bytes]) -> None:
    own = str(_constant(files, "service_worker.js", "VERSION"))
    screens = json.loads(files[f"{own}/pages.json"])[0]["screens"]
    modules = {screen["id"]: screen["module"] for screen in screens}
    assert modules["together"] == "./needs_server.js"
    assert modules["roll"] == "./penta_rush/roll.js"
    assert _constant(files, f"{own}/built.js", "jobs") == []


def test_the_program_has_what_it_imports_with_licences_and_nothing_compiled() -> None:
    names = ZipFile(io.BytesIO(program_zip())).namelist()
    assert {"cli.py", "solver/penta_rush/page/page.toml", "data/points.toml"} <= set(names)
    assert {name.partition("/")[0].partition("-")[0] for name in names if "LICEN" in name} == {
        "click",
        "lazy_loader",
        "wcwidth",
    }
    assert not [name for name in names if name.endswith((".so", ".c", ".js", ".xz", ".ttf"))]
    assert not [name for name in names if name.startswith(("tests", "/")) or ".." in name]


def test_a_new_version_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "page"
    check_folder(folder)
    size = write_folder(folder, RUNTIME, None)
    (folder / "CNAME").write_text("penta.example\n")
    first = {path.name for path in folder.iterdir()}
    assert size == sum(
        path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.name != "CNAME"
    )
    check_folder(folder)
    write_folder(folder, RUNTIME, "de")
    second = {path.name for path in folder.iterdir()}
    assert len(first) == len(second) == 6
    assert len(first & second) == 5  # Python is the same


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!DOCTYPE html><title>Mine</title>")
    with pytest.raises(SourceError, match="an empty one, or one that penta has exported, found a"):
        check_folder(tmp_path)
    with pytest.raises(SourceError, match="expected a folder, found a file"):
        check_folder(tmp_path / "index.html")
