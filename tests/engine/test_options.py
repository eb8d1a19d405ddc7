"""The typed keywords, the settings model and the table of later options name the same dials."""

from wai_nb.engine.later import LATER
from wai_nb.engine.options import SimulateOptions
from wai_nb.engine.settings import ALIASES, Settings


def test_one_list_of_dials():
    assert set(SimulateOptions.__annotations__) == {*Settings.model_fields, *ALIASES, *LATER}


def test_every_dial_explains_itself():
    assert all(field.description for field in Settings.model_fields.values())
