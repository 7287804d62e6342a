"""The one shape of what people are told: how bad it is, and what to do about it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.notice import ORDER, Notice, Severity, finding, worst

SEVERITIES: st.SearchStrategy[Severity] = st.sampled_from(["green", "skipped", "amber", "red"])


@given(st.lists(SEVERITIES, min_size=1))
def test_worst_severity_counts(found: list[Severity]) -> None:
    """Red before amber before the rest."""
    assert max(found, key=["green", "skipped", "amber", "red"].index) == worst(
        finding(each, "", "mend it") for each in found
    )


def test_no_findings_are_green() -> None:
    """A calibration that has found nothing yet."""
    assert "green" == worst([])


@pytest.mark.parametrize("severity", ["amber", "red"])
def test_a_message_about_something_wrong_says_what_to_do(severity: Severity) -> None:
    """In its remedy, or in the sentence that belongs to words for a panel; one that says neither cannot be made."""
    with pytest.raises(ValueError, match=r"Dice: a notice that is .* says what to do"):
        finding(severity, "No die is seen", about="Dice")
    assert severity == finding(severity, "No die is seen", "lay it down").severity
    assert severity == Notice("No die is seen; lay it down", "NO DIE", severity).severity


@pytest.mark.parametrize("severity", ORDER[:2])
def test_no_remedy_if_well_or_skipped(severity: Severity) -> None:
    """There is nothing to do about what is well or was not checked."""
    assert "" == finding(severity, "all dice are seen").remedy
