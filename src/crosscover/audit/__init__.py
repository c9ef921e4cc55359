"""Whole collections: each puzzle is judged once, here or elsewhere, and written down in a ledger.

`crosscover.audit` is also what a notebook calls: this package stands for the function of its name in `result`.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspect import Signature

    from .result import AuditResult


class _CallablePackage(ModuleType):
    """A package that is called like the function of its name, which is imported then."""

    def __call__(self, *arguments: object, **options: object) -> "AuditResult":
        from .result import audit  # noqa: PLC0415 - as the docstring says

        return audit(*arguments, **options)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType, reportCallIssue] - it says itself what does not fit

    @property
    def __signature__(self) -> "Signature":
        from inspect import signature  # noqa: PLC0415 - for notebooks alone

        from .result import audit  # noqa: PLC0415 - likewise

        return signature(audit)


sys.modules[__name__].__class__ = _CallablePackage
