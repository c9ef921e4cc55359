"""Whole collections: each puzzle is judged once, here or elsewhere, and written down in a ledger.

`crosscover.audit` is also what a notebook calls: this package stands for the function `result.audit` of its name.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from .result import AuditResult, AuditRow, audit

if TYPE_CHECKING:
    from inspect import Signature

__all__ = ["AuditResult", "AuditRow", "audit"]


class _CallablePackage(ModuleType):
    """A package that is called like the function of its name."""

    __call__ = staticmethod(audit)

    @property
    def __signature__(self) -> "Signature":
        from inspect import signature  # noqa: PLC0415 - no command needs it

        return signature(audit)


sys.modules[__name__].__class__ = _CallablePackage
