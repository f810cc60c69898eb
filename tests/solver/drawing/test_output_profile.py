"""Inks by an ICC profile: which they are, what stays black ink alone, and which files are none."""

import random
from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageCms

import data
from solver.drawing.artwork import Artwork, artwork_of_png, artwork_of_svg
from solver.drawing.colour import COLOURS, inks
from solver.drawing.output_profile import default_profile, output_profile, separation
from solver.drawing.scene import WHITE, Box, Page, Paint, Picture, Polygon
from solver.drawing.total_ink import total_ink
from solver.errors import SourceError
from tests.support import cases, error_text

COATED = data.read_bytes("profiles/coated_fogra39l.icc")
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
LEVELS = bytes(range(256))


def _png(dots: Image.Image) -> Artwork:
    with BytesIO() as file:
        dots.save(file, "PNG")
        return artwork_of_png(file.getvalue(), "art", is_whole=True)


def _inks(dots: Image.Image) -> np.ndarray:
    return np.asarray(separation(_png(dots), default_profile()).inks).astype(int)


def _seen(inks: np.ndarray) -> np.ndarray:
    """Return the colours of *inks* by the table of the profile that leads from inks to colours."""
    printed = Image.fromarray(inks.astype(np.uint8), "CMYK")
    compensated = ImageCms.Flags.BLACKPOINTCOMPENSATION
    profiles = ImageCms.ImageCmsProfile(BytesIO(COATED)), ImageCms.createProfile("sRGB")
    intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
    transform = ImageCms.buildTransform(*profiles, "CMYK", "RGB", intent, compensated)
    return np.asarray(ImageCms.applyTransform(printed, transform)).astype(int)


def test_greys_are_black_ink_alone_and_end_at_the_paper_and_at_full_black() -> None:
    grey = Image.frombytes("L", (256, 1), LEVELS).convert("RGB")
    blacks = _inks(grey)[0]
    assert not blacks[:, :3].any()
    shares = blacks[:, 3].tolist()
    assert (shares[0], shares[-1]) == (255, 0)
    assert shares == sorted(shares, reverse=True)
    assert len({*shares}) > 200


def test_greys_do_not_stand_out_from_colours_that_are_nearly_grey() -> None:
    grey = Image.frombytes("L", (256, 1), LEVELS).convert("RGB")
    nearly = np.asarray(grey).copy()
    nearly[:, 1:, 2] -= 1
    alone, mixed = _inks(grey), _inks(Image.fromarray(nearly))
    assert (mixed[0, 1:250, 0] > 0).all()
    # Full black ink alone is lighter than four inks, so that dark greys are lighter by a little.
    apart = np.abs(_seen(alone) - _seen(mixed)).max(axis=2)[0]
    assert apart[64:].max() <= 14
    assert apart.max() <= 45


@cases("ground", "", '<rect width="20" height="20" fill="#fff"/>')
def test_smooth_edges_of_black_art_are_black_ink_alone(ground: str) -> None:
    circle = f'<svg viewBox="0 0 20 20">{ground}<circle cx="10" cy="10" r="9.3"/></svg>'
    art = separation(artwork_of_svg(circle, "art"), default_profile())
    shares = np.asarray(art.inks)
    assert not shares[:, :, :3].any()
    assert shares[:, :, 3].max() == 255
    assert (art.opaque is None) == bool(ground)
    edges = shares[:, :, 3] if art.opaque is None else np.asarray(art.opaque)
    assert len(np.unique(edges)) > 20


@cases("colour", "#ff0000", "#2a6f97", "#c06040", "#7fc8a9", "#fffefd", "#010203")
def test_other_colours_have_the_inks_that_littlecms_gives_them(colour: str) -> None:
    parts = tuple(bytes.fromhex(colour[1:]))
    found = _inks(Image.new("RGB", (3, 2), parts))
    opened = ImageCms.ImageCmsProfile(BytesIO(COATED))
    expected = ImageCms.profileToProfile(
        Image.new("RGB", (1, 1), parts), ImageCms.createProfile("sRGB"), opened,
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC, outputMode="CMYK",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION | ImageCms.Flags.NOOPTIMIZE,
    )  # fmt: skip
    assert expected is not None
    assert np.abs(found - np.asarray(expected).astype(int)).max() <= 3
    shares = default_profile().inks(colour)
    assert np.abs(np.array(shares) * 255 - found[0, 0]).max() < 0.5


def test_colours_that_inks_can_mix_look_the_same_in_print() -> None:
    wanted = np.array([[[192, 96, 64], [42, 111, 151], [160, 190, 175], [200, 180, 90]]])
    assert np.abs(_seen(_inks(Image.fromarray(wanted.astype(np.uint8)))) - wanted).max() <= 4


@pytest.mark.parametrize("colour", [*COLOURS.values(), "#777777", "#ffe699"])
def test_our_own_colours_keep_the_inks_of_their_authors(colour: str) -> None:
    profile = default_profile()
    converted = profile.transform.apply(Image.new("RGB", (1, 1), colour)).tobytes()
    by_profile = tuple(round(ink / 255, 3) for ink in converted)
    if colour == "#ffe699":  # no tint of ours
        assert profile.inks(colour) == by_profile
    else:
        assert profile.inks(colour) == inks(colour)
        assert inks(colour) != by_profile or colour == WHITE


def test_the_bundled_profile_takes_at_most_300_percent() -> None:
    steps = np.arange(0, 256, 15, dtype=np.uint8)
    colours = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 18, 3)
    sums = _inks(Image.fromarray(colours)).sum(axis=2) / 2.55
    assert 200 < sums.max() <= 300


@pytest.mark.parametrize("ground", [None, "#ffffff", "#000000"])
@pytest.mark.parametrize("opacity", [255, 128, 1])
def test_total_ink_counts_what_is_seen_through_art(opacity: int, ground: str | None) -> None:
    profile, paper = default_profile(), Box(0, 0, 100, 100)
    art = _png(Image.new("RGBA", (4, 4), (42, 111, 151, opacity)))
    below = [Polygon(Box(5, 5, 20, 20).corners, Paint(ground))] if ground else []
    away = Polygon(Box(60, 60, 5, 5).corners, Paint("#d55e00"))
    page = Page(paper, [*below, Picture(art, Box(10, 10, 10, 10))], paper, paper)
    ink, share = sum(profile.inks("#2a6f97")), opacity / 255
    black = 1.0 if ground == "#000000" else 0.0
    seen = max(black, share * ink + (1 - share) * black)
    assert total_ink([page], profile) == pytest.approx(100 * seen, abs=0.6)
    page = Page(paper, [away, *page.marks], paper, paper)
    assert total_ink([page], profile) == pytest.approx(max(180.0, 100 * seen), abs=0.6)


@cases(
    "content found",
    (b"", "an empty file"),
    (b"%PDF-1.6" * 20, "another kind of file"),
    (SRGB, "class, colours and version mntr RGB 4.4"),
    (COATED[:12] + b"scnr" + COATED[16:], "class, colours and version scnr CMYK 2.2"),
    (COATED[:8] + b"\x05" + COATED[9:], ""),
    (COATED[:4000], "a damaged one"),
    (COATED[:128], "a damaged one"),
    (COATED[:17] + b"\xc3" + COATED[18:], "a damaged one"),  # the name of its colours
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_profile_of_a_press_is_refused(content: bytes, found: str) -> None:
    message = error_text(SourceError, output_profile, content, "icc 'x.icc'")
    assert message.startswith("icc 'x.icc': expected an ICC profile for printing in CMYK")
    assert f"found {found}" in message


def test_a_damaged_profile_is_refused_or_read_and_never_crashes() -> None:
    rng, refused = random.Random(33), 0
    for _ in range(60):
        content = bytearray(COATED[: rng.choice([len(COATED), rng.randrange(len(COATED))])])
        for _ in range(rng.randrange(1, 9)):
            content[rng.randrange(rng.choice([400, 1000, len(content)])) % len(content)] ^= (
                1 << rng.randrange(8)
            )
        try:
            profile = output_profile(bytes(content), "icc 'x.icc'")
        except SourceError:
            refused += 1
        else:
            assert len(profile.inks("#123456")) == 4
            assert profile.name.isprintable()
    assert 0 < refused < 60
