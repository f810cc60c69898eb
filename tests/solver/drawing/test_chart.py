from matplotlib import rcParams

from solver.drawing.chart import chart_settings


def test_the_settings_of_a_chart_end_with_it() -> None:
    before = dict(rcParams)
    with chart_settings({"axes.titlesize": 31}):
        assert rcParams["axes.titlesize"] == 31
        assert rcParams["font.family"] == ["DejaVu Sans"]
    assert dict(rcParams) == before
