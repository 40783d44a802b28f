"""Project metadata: the citation file, the issue forms and the supported Python versions."""

import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml"))


def test_the_citation_file_matches_the_project() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (cited["title"].split(":")[0], cited["version"], cited["license"]) == (
        project["name"],
        project["version"],
        project["license"],
    )
    assert cited["authors"] == project["authors"]


def test_there_are_three_kinds_of_issues() -> None:
    assert {form.stem for form in FORMS} == {"wrong-rule", "unclear-page", "new-game"}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_an_issue_form_is_complete(form: Path) -> None:
    known = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert known["name"]
    assert known["description"]
    ids = [part["id"] for part in known["body"]]
    assert len(set(ids)) == len(ids)
    assert all(part["attributes"]["label"] for part in known["body"])
    assert any(part.get("validations", {}).get("required") for part in known["body"])


def test_every_python_in_the_classifiers_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minors = [one.rpartition(" :: ")[2] for one in project["classifiers"] if "Python :: 3." in one]
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == minors
