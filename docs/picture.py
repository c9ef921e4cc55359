"""Make docs/images/report.png, a picture of the tutorial's report in a browser.

    python -m docs.picture

Needs Chromium, and the packages of `crosscover[test]`.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs/images/report.png"
SOLVER = re.compile(r"^`my_solver\.py`:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECK = ("check", "python:my_solver.py:solve", "--seed", "2", "-k", "number_of_clues", "--html", "report.html")


def main() -> None:
    """Check the solver of the tutorial, and take a picture of the top of the report."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra that only this function needs

    source = SOLVER.search((ROOT / "docs/tutorial/first-bug.md").read_text(encoding="utf-8"))
    if source is None:
        raise SystemExit("docs/tutorial/first-bug.md shows no my_solver.py")
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with TemporaryDirectory() as name, sync_playwright() as started:
        folder = Path(name)
        (folder / "my_solver.py").write_text(source[1], encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        command = (sys.executable, "-m", "crosscover", *CHECK)
        subprocess.run(command, cwd=folder, env=environment, timeout=300, check=False)  # noqa: S603 - it fails, as expected
        opened = started.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page(viewport={"width": 840, "height": 580}, color_scheme="light")
        page.goto((folder / "report.html").as_uri())
        PICTURE.parent.mkdir(exist_ok=True)
        page.screenshot(path=PICTURE)
        opened.close()


if __name__ == "__main__":
    main()
