"""Sheets for a press: the inks on each plate, as Ghostscript separates them, and PDF/X-4."""

import json
import re
import shutil
import subprocess
from itertools import pairwise
from operator import le
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image, ImageCms
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

import data
from tests.support import Patch, Run, cases, refusal, slow

GHOSTSCRIPT = shutil.which("gs")
PLATES = ("Cyan", "Magenta", "Yellow", "Black")
COATED = "profiles/coated_fogra39l.icc"
ART = {
    "A": '<rect width="10" height="10" fill="#f00"/>',
    "B": '<circle cx="5" cy="5" r="4"/>',
    "C": '<rect width="10" height="10" fill="#808080"/>',
    "D": '<rect width="10" height="10" fill="#00f" fill-opacity=".5"/>',
}
SHORT = "3x4:ABCDBCDACDAB"
XMP = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, letters in {"art": "ABCD", "black": "BBBB", "dark": "ABCD"}.items():
        (tmp_path / name).mkdir()
        for letter, shown in zip("ABCD", letters, strict=True):
            drawn = ART[shown] if name != "dark" else ART["A"].replace("#f00", "#010000")
            svg = f'<svg viewBox="0 0 10 10">{drawn}</svg>'
            (tmp_path / name / f"{letter}.svg").write_text(svg)
    (tmp_path / "coated.icc").write_bytes(data.read_bytes(COATED))
    (tmp_path / "rgb.icc").write_bytes(
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    )
    (tmp_path / "damaged.icc").write_bytes(data.read_bytes(COATED)[:9000])
    return tmp_path


def _sheet(typed: Run, *args: str) -> tuple[dict[str, Any], str]:
    code, out, err = typed("generate", "sheet", SHORT, "--cmyk", *args, "-o", "a.pdf", "--json")
    assert code == 0, err
    return json.loads(out), err


def _ghostscript(device: str, *args: str, dpi: int = 100) -> str:
    """Return what Ghostscript prints of a.pdf; *device* makes files named after it, p1, p2 ..."""
    if GHOSTSCRIPT is None:
        pytest.skip("needs Ghostscript")
    name = "-" if device == "inkcov" else "p%d"
    command = [GHOSTSCRIPT, "-q", "-o", name, f"-sDEVICE={device}", f"-r{dpi}", *args, "a.pdf"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _plates(page: int) -> np.ndarray:
    """Return the inks of *page*, from 0 to 1, as an array of 4 x rows x cols."""
    files = (Image.open(f"p{page}({plate}).tif") for plate in PLATES)
    return np.stack([1 - np.asarray(file) / 255 for file in files])


def _dots(page: dict[str, Any], plates: np.ndarray, letter: str) -> list[list[float]]:
    """Return the inks in the middle of each cell of the *letter* on the first card of *page*."""
    card = page["cards"][0]
    symbols, side = card["card"].partition(":")[2], card["cell"]
    trim = card["trim"]
    left = trim["x"] + (trim["width"] - 4 * side) / 2
    found = []
    for at, symbol in enumerate(symbols):
        if symbol == letter:
            x = left + (at % 4 + 0.5) * side
            y = trim["y"] + (trim["height"] / 2 - side) + (at // 4 + 0.1) * side
            found.append(plates[:, round(y / 25.4 * 100), round(x / 25.4 * 100)].tolist())
    return found


def test_art_texts_and_borders_have_their_inks_on_the_plates(typed: Run) -> None:
    answer, _ = _sheet(typed, "--art", "art", "--border-colour", "#2a6f97", "--key", "AABCD")
    _ghostscript("tiffsep")
    plates = _plates(1)
    assert len(_dots(answer["pages"][0], plates, "A")) == 3
    inks = {letter: _dots(answer["pages"][0], plates, letter)[1] for letter in "ABCD"}
    red, black, grey, blue = inks.values()
    assert red == pytest.approx(_littlecms((255, 0, 0)), abs=0.02)
    assert black == pytest.approx([0, 0, 0, 1], abs=0.005)
    assert grey[:3] == [0, 0, 0]
    assert 0.5 < grey[3] < 0.7
    # Half of it is the white of the cell.
    assert blue == pytest.approx([ink / 2 for ink in _littlecms((0, 0, 255))], abs=0.02)
    trim = answer["pages"][0]["trim"]
    corner = [round((trim[side] - 1) / 25.4 * 100) for side in ("y", "x")]
    assert plates[:, *corner].tolist() == pytest.approx(_littlecms((0x2A, 0x6F, 0x97)), abs=0.02)
    captions = plates[:, : round(20 / 25.4 * 100)]  # the title of the page
    assert captions[3].max() > 0.3
    assert captions[:3].max() == 0


def _littlecms(colour: tuple[int, int, int]) -> list[float]:
    """Return the inks of *colour* by the profile."""
    inks = ImageCms.profileToProfile(
        Image.new("RGB", (1, 1), colour), ImageCms.createProfile("sRGB"), "coated.icc",
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC, outputMode="CMYK",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    assert inks is not None
    return [ink / 255 for ink in inks.tobytes()]


@pytest.mark.slow
@cases(
    "args",
    ["--art", "art"],
    ["--art", "art", "--border-colour", "black", "--key", "AABCD"],
    ["--art", "dark", "--icc", "coated.icc"],
    ["--art", "black", "--border", "white"],
    ["--back", "art/D.svg", "--duplex", "long", "--border-colour", "#402010"],
    ids=" ".join,
)
def test_total_ink_is_the_most_that_the_plates_have_on_one_spot(
    args: list[str], typed: Run
) -> None:
    answer, _ = _sheet(typed, "--paper", "A4", *args)
    _ghostscript("tiffsep")
    sums = [100 * _plates(page + 1).sum(axis=0).max() for page in range(len(answer["pages"]))]
    assert answer["total_ink"] == pytest.approx(max(sums), abs=1)


@pytest.mark.slow
def test_black_art_on_a_white_border_prints_with_the_plate_of_black_alone(typed: Run) -> None:
    _sheet(typed, "--art", "black", "--border", "white", "--dice", "--key", "AABCD")
    lines = _ghostscript("inkcov").splitlines()
    assert len(lines) == 3
    for line in lines[0], lines[2]:
        cyan, magenta, yellow, black = map(float, line.split()[:4])
        assert (cyan, magenta, yellow) == (0, 0, 0)
        assert black > 0.001


def test_the_embedded_profile_shows_the_colours_of_the_art_again(typed: Run) -> None:
    _sheet(typed, "--border-colour", "#2a6f97", "--paper", "card")
    _ghostscript("png16m", "-dUsePDFX3Profile", "-dRenderIntent=1")
    with Image.open("p1") as image:
        shown = image.convert("RGB").getpixel((3, 3))
    assert shown == pytest.approx((0x2A, 0x6F, 0x97), abs=6)


@pytest.mark.slow
def test_more_than_300_percent_is_told(typed: Run, folder: Path) -> None:
    answer, told = _sheet(typed, "--art", "dark")
    assert 280 < answer["total_ink"] <= 300
    assert "total ink" not in told
    content = bytearray(data.read_bytes(COATED))
    (folder / "wet.icc").write_bytes(_without_limit(content))
    answer, told = _sheet(typed, "--art", "dark", "--icc", "wet.icc")
    assert answer["total_ink"] == 400
    assert "total ink: 400 % is more than 300 %, which many print shops refuse" in told


def _without_limit(profile: bytearray) -> bytes:
    """Return *profile* with full inks for every colour but white: its output curves are 1."""
    start = profile.index(b"mft2", profile.index(b"mft2") + 4)  # from colours to inks
    ins, outs, grid = profile[start + 8 : start + 11]
    entries, curve = (int.from_bytes(profile[start + at : start + at + 2]) for at in (48, 50))
    curves = start + 52 + 2 * (ins * entries + grid**ins * outs)
    profile[curves : curves + 2 * outs * curve] = b"\xff" * (2 * outs * curve)
    return bytes(profile)


def _objects(reader: PdfReader) -> list[Any]:
    trailer: Any = reader.trailer
    numbers = range(1, int(trailer["/Size"]))
    parts = [IndirectObject(number, 0, reader).get_object() for number in numbers]
    return [part for part in parts if isinstance(part, DictionaryObject)]


def _written(typed: Run, *args: str) -> tuple[PdfReader, Any]:
    """Return a sheet with art, dice and backs as pypdf reads it, and the root of it."""
    _sheet(typed, "--art", "art", *args, "--dice", "--duplex", "long")
    reader = PdfReader("a.pdf")
    return reader, reader.trailer["/Root"]


# What ISO 15930-7 asks of a PDF/X-4 file.


@cases("args identifier", ([], "FOGRA39"), slow(["--icc", "coated.icc"], "Custom"))
def test_the_output_intent_has_the_profile(args: list[str], identifier: str, typed: Run) -> None:
    _, root = _written(typed, *args)
    assert Path("a.pdf").read_bytes().startswith(b"%PDF-1.6\n")
    (intent,) = root["/OutputIntents"]
    assert (intent["/S"], intent["/OutputConditionIdentifier"]) == ("/GTS_PDFX", identifier)
    assert intent["/Info"] == "Coated FOGRA39L, total ink 300%"
    assert intent.get("/RegistryName") == {"FOGRA39": "http://www.color.org"}.get(identifier)
    profile = intent["/DestOutputProfile"].get_object()
    assert (profile["/N"], profile.get_data()) == (4, data.read_bytes(COATED))


@pytest.mark.slow
def test_the_metadata_name_the_standard_and_agree_with_the_information(typed: Run) -> None:
    reader, root = _written(typed, "--title", "A & <B>")
    metadata, trailer = root["/Metadata"].get_object(), reader.trailer
    info: Any = reader.metadata
    assert (metadata["/Type"], metadata["/Subtype"]) == ("/Metadata", "/XML")
    assert "/Filter" not in metadata
    xmp = ET.fromstring(metadata.get_data().decode())  # noqa: S314 - our own

    def told(name: str) -> str:
        found = xmp.find(f".//{name}", XMP)
        assert found is not None, name
        return "".join(found.itertext())

    def digits(text: str) -> str:
        return re.sub(r"\D", "", text)

    assert told("pdfxid:GTS_PDFXVersion") == "PDF/X-4"
    assert (told("pdf:Trapped"), info["/Trapped"]) == ("False", "/False")
    assert told("dc:title") == info.title == "3x4-4610"
    assert (told("dc:creator"), told("dc:description")) == (info.author, info.subject)
    assert (told("xmp:CreatorTool"), told("pdf:Producer")) == (info.creator, info.producer)
    assert digits(told("xmp:CreateDate")) == digits(str(info["/CreationDate"]))
    assert digits(told("xmp:ModifyDate")) == digits(str(info["/ModDate"]))
    assert told("xmp:MetadataDate") == told("xmp:ModifyDate")
    assert (told("xmpMM:VersionID"), told("xmpMM:RenditionClass")) == ("1", "default")
    numbers: Any = trailer["/ID"]
    first, second = (part.original_bytes.hex() for part in numbers)
    assert first == second
    assert told("xmpMM:DocumentID").replace("-", "") == f"uuid:{first}"


def test_nothing_is_in_the_file_that_the_standard_forbids(typed: Run) -> None:
    reader, root = _written(typed)
    assert "/Encrypt" not in reader.trailer
    assert not {"/AA", "/OpenAction", "/AcroForm", "/Names", "/OCProperties"} & root.keys()
    for page in reader.pages:
        assert not {"/Annots", "/ArtBox", "/AA"} & page.keys()
        boxes = [[*page.trimbox], [*page.bleedbox], [*page.mediabox]]
        for inner, outer in pairwise(boxes):
            assert all(map(le, outer[:2], inner[:2]))
            assert all(map(le, inner[2:], outer[2:]))
    assert _draws(reader)
    fonts = images = 0
    for part in _objects(reader):
        assert not {"/TR", "/TR2", "/HTP", "/OPI", "/Ref", "/PS", "/JS"} & part.keys()
        assert not re.search("LZW|Crypt", str(part.get("/Filter")))
        if "/FontDescriptor" in part:
            fonts += 1
            assert "/FontFile2" in part["/FontDescriptor"]
        if part.get("/Subtype") == "/Image":
            images += 1
            spaces = {"/DeviceCMYK"} if "/SMask" in part else {"/DeviceCMYK", "/DeviceGray"}
            assert part["/ColorSpace"] in spaces
    assert (fonts, images) == (2, 6)  # four pictures, two of which have a mask


def _draws(reader: PdfReader) -> set[bytes]:
    """Return the operators of colours in *reader*, which are those of inks."""
    contents = [page.get_contents() for page in reader.pages]
    forms = [part for part in _objects(reader) if "/BBox" in part]
    found = set[bytes]()
    for content in (*contents, *forms):
        assert content is not None
        found |= {*re.findall(rb"(?<=\s)(rg|RG|g|G|k|K|cs|CS|sh|BI)(?=\s)", content.get_data())}
    assert found <= {b"k", b"K"}
    return found


@pytest.mark.slow
def test_the_same_input_gives_the_same_bytes_and_another_one_another_id(typed: Run) -> None:
    contents, numbers = [], []
    for folder in ("art", "art", "black"):
        _sheet(typed, "--art", folder)
        contents.append(Path("a.pdf").read_bytes())
        trailer: Any = PdfReader("a.pdf").trailer
        numbers.append(trailer["/ID"][0])
    assert contents[0] == contents[1] != contents[2]
    assert numbers[0] == numbers[1] != numbers[2]


@cases(
    "args message",
    (["--icc", "coated.icc"], "--icc goes with --cmyk."),
    (["--cmyk", "--icc", "none.icc"], "icc 'none.icc': expected an ICC profile for printing in"),
    (["--cmyk", "--icc", "none.icc"], "found no such file"),
    (["--cmyk", "--icc", "art"], "icc 'art': expected an ICC profile for printing in CMYK, found"),
    (["--cmyk", "--icc", "art/A.svg"], "found another kind of file"),
    (["--cmyk", "--icc", "rgb.icc"], "found class, colours and version mntr RGB"),
    (["--cmyk", "--icc", "damaged.icc"], "found a damaged one"),
    (["--cmyk", "--icc", "/dev/null"], "found an empty file"),
)
def test_what_makes_no_inks_is_refused_in_one_line(
    args: list[str], message: str, typed: Run
) -> None:
    assert message in refusal(typed, "generate", "sheet", SHORT, "-o", "b.pdf", *args)
    assert not Path("b.pdf").exists()


def test_the_profile_is_never_written_over(typed: Run, folder: Path) -> None:
    (folder / "coated.icc").rename("press.pdf")
    args = ("generate", "sheet", SHORT, "--cmyk", "--icc", "press.pdf", "-o", "press.pdf")
    assert "found the file that is read" in refusal(typed, *args)
    assert Path("press.pdf").read_bytes() == data.read_bytes(COATED)
