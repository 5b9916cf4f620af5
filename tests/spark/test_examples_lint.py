"""The container image and the job of Kubernetes that are shown as examples, looked at by the linters of their kinds."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest
import yaml

EXAMPLES = Path(__file__).parents[2] / "scripts" / "spark"
HADOLINT = Path(sysconfig.get_path("scripts")) / "hadolint"


@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint is not installed (pip install 'maskerad[lint]')")
def test_the_dockerfile_has_no_fault() -> None:
    found = subprocess.run([HADOLINT, EXAMPLES / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_the_job_is_one_of_kubernetes() -> None:
    """By the published schema of the newest version that is known; a name that it does not have is an error."""
    kubernetes = pytest.importorskip("kubernetes_validate", reason="not installed (pip install 'maskerad[lint]')")
    job = yaml.safe_load((EXAMPLES / "job.yaml").read_text())
    kubernetes.validate(job, kubernetes.latest_version(), strict=True)
    job["spec"]["template"]["spec"]["containers"][0]["arguments"] = []
    with pytest.raises(kubernetes.ValidationError):
        kubernetes.validate(job, kubernetes.latest_version(), strict=True)
