"""sluice for Python: schema retrieval, routing, SQL and evaluation, over the C library.

Needs only Python 3.9 and libsluice_c. The library is searched at the path in SLUICE_LIBRARY, then
in the system's library path. Objects are context managers; closing them early is optional.
Catalog, Retriever, Query, Suite and Examples are thread-safe; other objects are not.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import json
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint32
from ctypes import c_uint64, c_void_p
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Callable, Optional, Sequence, TypeVar, Union

ABI_VERSION = 1
NUL = ctypes.c_size_t(-1).value
NO_ID = 0xFFFFFFFF
THREAD_SAFE = 1


class Form(IntEnum):
    PROMPT = 1
    CREATE_TABLE = 2
    COMPACT = 3
    JSON = 4


class Kind(IntEnum):
    DATABASE = 1
    TABLE = 2
    COLUMN = 3


class Dialect(IntEnum):
    SQLITE = 1
    POSTGRESQL = 2
    PERMISSIVE = 3


class TableKind(IntEnum):
    TABLE = 1
    VIEW = 2
    MATERIALIZED_VIEW = 3
    VIRTUAL = 4
    EXTERNAL = 5
    FAMILY = 6


class Evidence(IntEnum):
    """How a foreign key is known."""

    DECLARED = 1
    TESTED = 2
    VIEW = 3


class Property(IntEnum):
    """What a text says about an object of a catalog."""

    DESCRIPTION = 1
    TITLE = 2
    DIALECT = 3
    TABLE_KIND = 4
    QUALIFIER = 5
    PRIMARY_KEY = 6
    TYPE = 7
    PATH = 8
    SAMPLES = 9
    VALUES = 10


class QueryForm(IntEnum):
    PRINTED = 1
    NORMALIZED = 2
    MASKED = 3


class Comparison(IntEnum):
    TEST_SUITE = 1
    STRICT = 2
    BIRD = 3


class _Str(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.size).decode() if self.size else ""


_Step = ctypes.CFUNCTYPE(c_int32, c_void_p, c_char_p, c_uint64, c_uint64)
_Embed = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(_Str), c_size_t, POINTER(c_float))
_Destroy = ctypes.CFUNCTYPE(None, c_void_p)
_Write = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_size_t)


class _Sized(ctypes.Structure):
    """A struct whose first field is its size."""

    def __init__(self, **values: Any) -> None:
        super().__init__(struct_size=ctypes.sizeof(type(self)), **values)


class _Progress(_Sized):
    _fields_ = [("struct_size", c_size_t), ("user", c_void_p), ("step", _Step),
                ("destroy", _Destroy)]


class _LoadOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("samples", c_size_t), ("max_sample_bytes", c_size_t),
                ("progress", POINTER(_Progress)), ("before", c_void_p), ("dialect", _Str)]


class _Skipped(_Sized):
    _fields_ = [("struct_size", c_size_t), ("where", _Str), ("reason", _Str)]


class _DatabaseOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("description", _Str), ("dialect", _Str)]


class _TableOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("qualifier", _Str), ("title", _Str),
                ("description", _Str), ("first_member", _Str), ("last_member", _Str),
                ("kind", c_int32), ("member_count", c_uint32)]


class _ColumnOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("type", _Str), ("title", _Str), ("description", _Str),
                ("samples", POINTER(_Str)), ("sample_count", c_size_t), ("values", POINTER(_Str)),
                ("value_count", c_size_t), ("nullable", c_int32), ("generated", c_int32),
                ("nested", c_int32), ("reserved", c_uint32)]


class _ForeignKey(_Sized):
    _fields_ = [("struct_size", c_size_t), ("columns", POINTER(_Str)), ("count", c_size_t),
                ("referenced_table", _Str), ("referenced_columns", POINTER(_Str)),
                ("evidence", c_int32), ("reserved", c_uint32)]


class _Embedder(_Sized):
    _fields_ = [("struct_size", c_size_t), ("user", c_void_p), ("embed", _Embed),
                ("destroy", _Destroy), ("name", c_char_p), ("name_size", c_size_t),
                ("dimensions", c_size_t), ("batch", c_size_t), ("flags", c_uint32),
                ("reserved", c_uint32)]


class _RetrieverOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("embedder", POINTER(_Embedder)),
                ("before", c_void_p)]


class _RetrieveOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("budget", c_size_t), ("databases", c_size_t),
                ("hallucinated", c_char_p), ("hallucinated_size", c_size_t),
                ("cancellation", c_void_p)]


class _RouteOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("cancellation", c_void_p)]


class _Routed(_Sized):
    _fields_ = [("struct_size", c_size_t), ("database", _Str), ("score", c_double),
                ("database_id", c_uint32), ("is_probability", c_int32)]


class _Reason(ctypes.Structure):
    _fields_ = [("kind", _Str), ("text", _Str)]


class _Item(_Sized):
    _fields_ = [("struct_size", c_size_t), ("reasons", POINTER(_Reason)), ("database", _Str),
                ("table", _Str), ("column", _Str), ("database_id", c_uint32),
                ("table_id", c_uint32), ("column_id", c_uint32), ("reason_count", c_uint32),
                ("score", c_double)]


class _RenderOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("token_budget", c_size_t), ("samples", c_size_t)]


class _JudgeOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("comparison", c_int32), ("keep_distinct", c_int32),
                ("plug_values", c_int32), ("ties", c_int32), ("steps", c_uint64),
                ("seconds", c_double), ("cancellation", c_void_p),
                ("progress", POINTER(_Progress))]


class _RefuteOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("comparison", c_int32), ("mined", c_int32),
                ("seed", c_uint64), ("databases", c_uint64), ("cancellation", c_void_p),
                ("mask", c_void_p)]


class _VerdictInfo(_Sized):
    _fields_ = [("struct_size", c_size_t), ("verdict", c_int32), ("gold_failed", c_int32),
                ("name", _Str), ("kind", _Str), ("title", _Str), ("message", _Str),
                ("script", _Str), ("databases", c_uint64), ("score", c_double)]


class _IndexOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("embedder", POINTER(_Embedder)),
                ("threads", c_size_t), ("cancellation", c_void_p),
                ("progress", POINTER(_Progress))]


class _Gold(ctypes.Structure):
    _fields_ = [("database", _Str), ("sql", _Str)]


class _SuiteOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("seed", c_uint64), ("infer_keys", c_int32),
                ("jobs", c_uint32), ("cancellation", c_void_p), ("progress", POINTER(_Progress))]


class _SuiteRunOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("golds", POINTER(_Gold)), ("gold_count", c_size_t),
                ("tables", _Str), ("seed", c_uint64), ("shard", c_uint32), ("shards", c_uint32),
                ("mutators", c_int32), ("data", c_int32), ("infer_keys", c_int32),
                ("resume", c_int32), ("jobs", c_uint32), ("reserved", c_uint32),
                ("save_every", c_double), ("cancellation", c_void_p),
                ("progress", POINTER(_Progress))]


class _ScoreItem(ctypes.Structure):
    _fields_ = [("database", _Str), ("gold", _Str), ("predicted", _Str)]


class _ScoreOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("items", POINTER(_ScoreItem)), ("item_count", c_size_t),
                ("comparison", c_int32), ("kind", c_int32), ("keep_distinct", c_int32),
                ("plug_values", c_int32), ("ties", c_int32), ("best_only", c_int32),
                ("official", c_int32), ("refute", c_int32), ("mined", c_int32), ("jobs", c_uint32),
                ("steps", c_uint64), ("seconds", c_double), ("refute_databases", c_uint64),
                ("tables", _Str), ("reports", POINTER(_Str)), ("report_count", c_size_t),
                ("resume", _Str), ("baseline", _Str), ("save_every", c_double),
                ("cancellation", c_void_p), ("progress", POINTER(_Progress))]


class _RankOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("count", c_size_t), ("guesses", POINTER(_Str)),
                ("guess_count", c_size_t), ("database", c_uint32), ("reserved", c_uint32),
                ("except_database", c_char_p), ("except_database_size", c_size_t),
                ("cancellation", c_void_p)]


class _Ranked(_Sized):
    _fields_ = [("struct_size", c_size_t), ("question", _Str), ("database", _Str), ("sql", _Str),
                ("score", c_double), ("similarity", c_double)]


class _Message(ctypes.Structure):
    _fields_ = [("role", _Str), ("text", _Str)]


_Complete = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(_Message), c_size_t, _Write, c_void_p)


class _Completer(_Sized):
    _fields_ = [("struct_size", c_size_t), ("user", c_void_p), ("complete", _Complete),
                ("destroy", _Destroy)]


class _AnswerOptions(_Sized):
    _fields_ = [("struct_size", c_size_t), ("completer", POINTER(_Completer)),
                ("examples", c_void_p), ("databases", c_void_p), ("example_count", c_size_t),
                ("budget", c_size_t), ("repairs", c_size_t), ("rows", c_size_t),
                ("cancellation", c_void_p), ("progress", POINTER(_Progress))]


_S = [c_char_p, c_size_t]  # a string parameter
_H = c_void_p  # a handle
# Functions that can fail: name: parameters except the last one, `error`.
_CAN_FAIL: dict[str, list[Any]] = {
    "cancellation_new": [POINTER(_H)],
    "catalog_load": [*_S, POINTER(_LoadOptions), POINTER(_H)],
    "catalog_load_ddl": [*_S, *_S, POINTER(_LoadOptions), POINTER(_H)],
    "catalog_load_json": [*_S, POINTER(_LoadOptions), POINTER(_H)],
    "catalog_find": [_H, c_int32, *_S, POINTER(c_uint32)],
    "catalog_json": [_H, POINTER(_H)],
    "catalog_skipped": [_H, c_size_t, POINTER(_Skipped)],
    "catalog_builder_new": [POINTER(_H)],
    "catalog_builder_add_database": [_H, *_S, POINTER(_DatabaseOptions), POINTER(c_uint32)],
    "catalog_builder_add_table": [_H, c_uint32, *_S, POINTER(_TableOptions), POINTER(c_uint32)],
    "catalog_builder_add_column": [_H, c_uint32, *_S, POINTER(_ColumnOptions)],
    "catalog_builder_add_primary_key": [_H, c_uint32, POINTER(_Str), c_size_t],
    "catalog_builder_add_foreign_key": [_H, c_uint32, POINTER(_ForeignKey)],
    "catalog_builder_add_origin": [_H, c_uint32, *_S, *_S, *_S],
    "catalog_builder_build": [_H, POINTER(_H)],
    "mask_new": [_H, c_int32, POINTER(_H)],
    "mask_set": [_H, c_int32, c_uint32, c_int32],
    "retriever_new": [_H, POINTER(_RetrieverOptions), POINTER(_H)],
    "retrieve": [_H, *_S, _H, POINTER(_RetrieveOptions), POINTER(_H)],
    "route": [_H, *_S, _H, POINTER(_H)],
    "route_with": [_H, *_S, _H, POINTER(_RouteOptions), POINTER(_H)],
    "routes_item": [_H, c_size_t, POINTER(_Routed)],
    "routes_doubts": [_H, POINTER(_H)],
    "subset_item": [_H, c_size_t, POINTER(_Item)],
    "subset_render": [_H, c_int32, POINTER(_RenderOptions), POINTER(_H)],
    "subset_doubts": [_H, POINTER(_H)],
    "query_parse": [_H, c_uint32, c_int32, *_S, POINTER(_H)],
    "query_check": [_H, _H],
    "query_text": [_H, c_int32, POINTER(_H)],
    "query_reads": [_H, POINTER(_H)],
    "query_similarity": [_H, _H, POINTER(c_double)],
    "suite_open": [*_S, POINTER(_H)],
    "suite_open_ddl": [*_S, *_S, POINTER(_H)],
    "suite_judge": [_H, *_S, *_S, *_S, POINTER(_JudgeOptions), POINTER(_H)],
    "suite_refute": [_H, *_S, *_S, *_S, POINTER(_RefuteOptions), POINTER(_H)],
    "verdict_get": [_H, POINTER(_VerdictInfo)],
    "index_build": [_H, *_S, POINTER(_IndexOptions)],
    "suite_build": [POINTER(_Gold), c_size_t, *_S, POINTER(_SuiteOptions), POINTER(_H)],
    "suite_save": [_H, *_S],
    "suite_skipped": [_H, c_size_t, POINTER(_Skipped)],
    "suite_run": [*_S, *_S, *_S, POINTER(_SuiteRunOptions), POINTER(_H)],
    "score_run": [*_S, *_S, *_S, POINTER(_ScoreOptions), POINTER(_H)],
    "examples_open": [_H, _H, *_S, POINTER(_H)],
    "examples_rank": [_H, *_S, POINTER(_RankOptions), POINTER(_H)],
    "ranking_item": [_H, c_size_t, POINTER(_Ranked)],
    "answer": [_H, *_S, _H, POINTER(_AnswerOptions), POINTER(_H)],
    "audit": [*_S, POINTER(_Gold), c_size_t, POINTER(_Progress), POINTER(_H)],
}
_CANNOT_FAIL: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "abi_version": (c_int32, []),
    "status_name": (c_char_p, [c_int32]),
    "text_view": (_Str, [_H]),
    "text_free": (None, [_H]),
    "error_status": (c_int32, [_H]),
    "error_message": (_Str, [_H]),
    "error_where": (_Str, [_H]),
    "error_offset": (c_size_t, [_H]),
    "error_free": (None, [_H]),
    "cancellation_cancel": (None, [_H]),
    "cancellation_release": (None, [_H]),
    "catalog_count": (c_size_t, [_H, c_int32]),
    "catalog_name": (_Str, [_H, c_int32, c_uint32]),
    "catalog_parent": (c_uint32, [_H, c_int32, c_uint32]),
    "catalog_text_count": (c_size_t, [_H, c_int32, c_uint32, c_int32]),
    "catalog_text": (_Str, [_H, c_int32, c_uint32, c_int32, c_size_t]),
    "catalog_skipped_count": (c_size_t, [_H]),
    "catalog_release": (None, [_H]),
    "catalog_builder_free": (None, [_H]),
    "mask_free": (None, [_H]),
    "retriever_release": (None, [_H]),
    "routes_size": (c_size_t, [_H]),
    "routes_free": (None, [_H]),
    "subset_size": (c_size_t, [_H]),
    "subset_free": (None, [_H]),
    "query_release": (None, [_H]),
    "suite_skipped_count": (c_size_t, [_H]),
    "suite_release": (None, [_H]),
    "verdict_json": (_Str, [_H]),
    "verdict_free": (None, [_H]),
    "examples_release": (None, [_H]),
    "ranking_size": (c_size_t, [_H]),
    "ranking_free": (None, [_H]),
}


def _open_library() -> dict[str, Any]:
    path = os.environ.get("SLUICE_LIBRARY") or ctypes.util.find_library("sluice_c")
    if not path:
        raise ImportError("libsluice_c is not installed, and SLUICE_LIBRARY is not set")
    library = ctypes.CDLL(path)
    functions: dict[str, Any] = {}
    for name, parameters in _CAN_FAIL.items():
        functions[name] = getattr(library, "sluice_" + name)
        functions[name].restype = c_int32
        functions[name].argtypes = [*parameters, POINTER(_H)]
    for name, (result, parameters) in _CANNOT_FAIL.items():
        functions[name] = getattr(library, "sluice_" + name)
        functions[name].restype = result
        functions[name].argtypes = parameters
    if functions["abi_version"]() != ABI_VERSION:
        raise ImportError(f"{path} has a different ABI version than this module")
    return functions


_c = _open_library()
VERSION: str = _c["version"]().decode()


class Error(Exception):
    """A call failed. `name` is the status, such as "not_found"; `offset` is a byte of the SQL."""

    def __init__(self, status: int, message: str, where: str, offset: Optional[int]) -> None:
        super().__init__(message)
        self.status = status
        self.name: str = _c["status_name"](status).decode()
        self.where = where
        self.offset = offset


def _call(name: str, *arguments: Any) -> None:
    error = _H()
    status = _c[name](*arguments, byref(error))
    if status == 0:
        return
    offset = _c["error_offset"](error)
    failure = Error(status, str(_c["error_message"](error)) or "memory ran out",
                    str(_c["error_where"](error)), None if offset == NUL else offset)
    _c["error_free"](error)
    raise failure


def _make(name: str, *arguments: Any) -> _H:
    made = _H()
    _call(name, *arguments, byref(made))
    return made


def _text(name: str, *arguments: Any) -> str:
    made = _make(name, *arguments)
    try:
        return str(_c["text_view"](made))
    finally:
        _c["text_free"](made)


def _string(text: str) -> tuple[bytes, int]:
    encoded = text.encode()
    return encoded, len(encoded)


def _null_or_string(text: Optional[str]) -> tuple[Optional[bytes], int]:
    return (None, 0) if text is None else _string(text)


class _Kept:
    """Texts in options: views, and the buffers that own their bytes."""

    def __init__(self) -> None:
        self._buffers: list[Any] = []

    def text(self, text: str) -> _Str:
        """{NULL, 0} if the text is empty."""
        return self._view(text) if text else _Str()

    def texts(self, texts: Sequence[str]) -> Any:
        return (_Str * len(texts))(*(self._view(text) for text in texts))

    def _view(self, text: str) -> _Str:
        encoded = text.encode()
        self._buffers.append(ctypes.create_string_buffer(encoded))
        return _Str(ctypes.cast(self._buffers[-1], c_void_p), len(encoded))


_Self = TypeVar("_Self", bound="_Owner")


class _Owner:
    """Owns a handle: frees it when the object is closed or garbage-collected."""

    _end = ""

    def __init__(self, handle: _H) -> None:
        self._handle = handle

    def close(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            _c[self._end](handle)

    @property
    def _as_parameter_(self) -> _H:
        if self._handle is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._handle

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def _handle(owner: Optional[_Owner]) -> Optional[_H]:
    return None if owner is None else owner._as_parameter_


# Callbacks. The functions below are created once and live as long as the module; `user` is the
# key of the Python callback to call.
_keys = itertools.count(1)
_called: dict[int, Any] = {}


@dataclass
class _Callback:
    function: Callable[..., Any]
    dimensions: int = 0
    raised: Optional[BaseException] = None


@_Destroy
def _forget(user: Optional[int]) -> None:
    _called.pop(user or 0, None)


@_Step
def _step(user: int, stage: bytes, done: int, total: int) -> int:
    callback: _Callback = _called[user]
    try:
        return 0 if callback.function(stage.decode(), done, total) is not False else 1
    except BaseException as raised:  # no exception may pass through C
        callback.raised = raised
        return 1


def _write_vectors(vectors: Any, result: Any, count: int, dimensions: int) -> None:
    size = count * dimensions
    try:
        view = memoryview(result)
    except TypeError:
        view = None
    if view is not None and view.format == "f" and view.c_contiguous:
        if view.nbytes != size * 4:
            raise ValueError(f"the embedder returned {view.nbytes // 4} numbers, expected {size}")
        ctypes.memmove(vectors, (ctypes.c_char * view.nbytes).from_buffer_copy(view), view.nbytes)
        return
    numbers = [float(number) for row in result for number in row]
    if len(numbers) != size:
        raise ValueError(f"the embedder returned {len(numbers)} numbers, expected {size}")
    ctypes.memmove(vectors, (c_float * size)(*numbers), size * 4)


@_Embed
def _embed(user: int, texts: Any, count: int, vectors: Any) -> int:
    callback: _Callback = _called[user]
    try:
        result = callback.function([str(texts[i]) for i in range(count)])
        _write_vectors(vectors, result, count, callback.dimensions)
        return 0
    except BaseException as raised:  # no exception may pass through C
        callback.raised = raised
        return 8 if isinstance(raised, KeyboardInterrupt) else 9


@_Complete
def _complete(user: int, messages: Any, count: int, write: Any, to: Any) -> int:
    callback: _Callback = _called[user]
    try:
        answer = callback.function([(str(messages[i].role), str(messages[i].text))
                                    for i in range(count)])
        write(to, *_string(answer))
        return 0
    except BaseException as raised:  # no exception may pass through C
        callback.raised = raised
        return 8 if isinstance(raised, KeyboardInterrupt) else 9


def _remember(callback: _Callback) -> int:
    key = next(_keys)
    _called[key] = callback
    return key


def _with(callback: Optional[_Callback], call: Callable[[], Any]) -> Any:
    """Runs `call`. If it fails because the callback raised an exception, raises that exception."""
    try:
        return call()
    except Error as failure:
        if callback is None or callback.raised is None:
            raise
        raised, callback.raised = callback.raised, None
        raise raised from failure


def _progress(progress: Optional[Progress]) -> tuple[Optional[_Callback], Any]:
    if progress is None:
        return None, None
    callback = _Callback(progress)
    struct = _Progress(user=_remember(callback), step=_step, destroy=_forget)
    return callback, ctypes.pointer(struct)


Progress = Callable[[str, int, int], Optional[bool]]
"""Receives the stage, the amount done and the total (0 if unknown); returns False to cancel."""
Complete = Callable[[list[tuple[str, str]]], str]
"""A language model: takes messages, as pairs of a role and a text, and returns its answer."""
Vectors = Union[Sequence[Sequence[float]], Any]
"""Rows of numbers, or a buffer of 32-bit floats such as numpy's."""


@dataclass(frozen=True)
class Embedder:
    """A custom model. `embed` takes texts and returns one vector per text."""

    name: str
    dimensions: int
    embed: Callable[[list[str]], Vectors]
    batch: int = 256


def _embedder(embedder: Embedder, callback: _Callback) -> Any:
    name, size = _string(embedder.name)
    return ctypes.pointer(_Embedder(
        user=_remember(callback), embed=_embed, destroy=_forget, name=name, name_size=size,
        dimensions=embedder.dimensions, batch=embedder.batch))


def _golds(golds: Sequence[tuple[str, str]]) -> tuple[Any, int]:
    """Pairs of a database name and a query, with the buffers that own their bytes."""
    held = (_Gold * len(golds))()
    held.kept = [ctypes.create_string_buffer(text.encode()) for pair in golds for text in pair]
    views = [_Str(ctypes.cast(kept, c_void_p), len(kept) - 1) for kept in held.kept]
    for i in range(len(golds)):
        held[i] = _Gold(views[2 * i], views[2 * i + 1])
    return held, len(golds)


class Cancellation(_Owner):
    """A request to stop, from any thread."""

    _end = "cancellation_release"

    def __init__(self) -> None:
        super().__init__(_make("cancellation_new"))

    def cancel(self) -> None:
        _c["cancellation_cancel"](self)


def _skipped(function: str, owner: _Owner) -> list[tuple[str, str]]:
    found = []
    for position in range(_c[function + "_count"](owner)):
        item = _Skipped()
        _call(function, owner, position, byref(item))
        found.append((str(item.where), str(item.reason)))
    return found


class Catalog(_Owner):
    """The schemas of all databases that questions may be about."""

    _end = "catalog_release"

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]], samples: int = 3,
             progress: Optional[Progress] = None, before: Optional[Catalog] = None,
             dialect: str = "") -> Catalog:
        """Loads a folder of databases, a file or an index. Files that have not changed since
        `before` was loaded are not read again. The dialect of SQL scripts is detected unless it is
        given, as "postgresql" or "mysql", for example."""
        callback, told = _progress(progress)
        kept = _Kept()
        options = _LoadOptions(samples=samples, max_sample_bytes=60, progress=told,
                               before=_handle(before), dialect=kept.text(dialect))
        return _with(callback, lambda: cls(
            _make("catalog_load", *_string(os.fspath(path)), byref(options))))

    @classmethod
    def from_ddl(cls, sql: str, name: str, dialect: str = "") -> Catalog:
        kept = _Kept()
        options = _LoadOptions(samples=3, max_sample_bytes=60, dialect=kept.text(dialect))
        return cls(_make("catalog_load_ddl", *_string(sql), *_string(name), byref(options)))

    @classmethod
    def from_json(cls, text: str) -> Catalog:
        return cls(_make("catalog_load_json", *_string(text), None))

    def build_index(self, folder: Union[str, os.PathLike[str]],
                    embedder: Optional[Embedder] = None, threads: int = 1,
                    cancellation: Optional[Cancellation] = None,
                    progress: Optional[Progress] = None) -> None:
        """Writes an index of the catalog, including vectors, for `load`."""
        model = None if embedder is None else _Callback(embedder.embed, embedder.dimensions)
        callback, told = _progress(progress)
        options = _IndexOptions(threads=threads, cancellation=_handle(cancellation),
                                progress=told)
        if embedder is not None and model is not None:
            options.embedder = _embedder(embedder, model)
        _with(model, lambda: _with(callback, lambda: _call(
            "index_build", self, *_string(os.fspath(folder)), byref(options))))

    def count(self, kind: Kind) -> int:
        return _c["catalog_count"](self, kind)

    def name(self, kind: Kind, id: int) -> str:
        return str(_c["catalog_name"](self, kind, id))

    def find(self, kind: Kind, path: str) -> int:
        found = c_uint32()
        _call("catalog_find", self, kind, *_string(path), byref(found))
        return found.value

    def texts(self, kind: Kind, id: int, property: Property) -> list[str]:
        """What texts say about an object: at most one, except its primary key, samples, values."""
        count = _c["catalog_text_count"](self, kind, id, property)
        return [str(_c["catalog_text"](self, kind, id, property, at)) for at in range(count)]

    def text(self, kind: Kind, id: int, property: Property) -> str:
        """The first of these; "" if there is none."""
        return str(_c["catalog_text"](self, kind, id, property, 0))

    def skipped(self) -> list[tuple[str, str]]:
        """What could not be read when the catalog was loaded: places and reasons."""
        return _skipped("catalog_skipped", self)

    def json(self) -> dict[str, Any]:
        """Everything in the catalog, as `sluice schema show --json` prints it."""
        return json.loads(_text("catalog_json", self))


class CatalogBuilder(_Owner):
    """Builds a catalog from an application's own metadata, so that it needs no file.

        builder = CatalogBuilder()
        shop = builder.add_database("shop", dialect="postgresql")
        shop.add_table("customers").add_column("id", "INTEGER").add_primary_key("id")
        orders = shop.add_table("orders", description="What was bought.")
        orders.add_column("customer_id", "INTEGER").add_foreign_key("customer_id", "customers")
        catalog = builder.build()
    """

    _end = "catalog_builder_free"

    def __init__(self) -> None:
        super().__init__(_make("catalog_builder_new"))

    def add_database(self, name: str, description: str = "",
                     dialect: str = "sqlite") -> DatabaseBuilder:
        kept = _Kept()
        options = _DatabaseOptions(description=kept.text(description), dialect=kept.text(dialect))
        number = c_uint32()
        _call("catalog_builder_add_database", self, *_string(name), byref(options), byref(number))
        return DatabaseBuilder(self, number.value)

    def build(self) -> Catalog:
        """A catalog of everything that was added so far; more can be added afterwards."""
        return Catalog(_make("catalog_builder_build", self))


class DatabaseBuilder:
    """A database of a CatalogBuilder."""

    def __init__(self, builder: CatalogBuilder, number: int) -> None:
        self._builder = builder
        self._number = number

    def add_table(self, name: str, description: str = "", title: str = "", qualifier: str = "",
                  kind: TableKind = TableKind.TABLE,
                  members: Optional[tuple[int, str, str]] = None) -> TableBuilder:
        """`members` of a family: how many tables it has, and the names of the first and last."""
        kept = _Kept()
        count, first, last = members or (0, "", "")
        options = _TableOptions(qualifier=kept.text(qualifier), title=kept.text(title),
                                description=kept.text(description), kind=kind, member_count=count,
                                first_member=kept.text(first), last_member=kept.text(last))
        number = c_uint32()
        _call("catalog_builder_add_table", self._builder, self._number, *_string(name),
              byref(options), byref(number))
        return TableBuilder(self._builder, number.value)


class TableBuilder:
    """A table of a CatalogBuilder. Keys may name columns and tables that are added later."""

    def __init__(self, builder: CatalogBuilder, number: int) -> None:
        self._builder = builder
        self._number = number

    def add_column(self, name: str, type: str = "", description: str = "", title: str = "",
                   samples: Sequence[str] = (), values: Sequence[str] = (), nullable: bool = True,
                   generated: bool = False, nested: bool = False) -> TableBuilder:
        """`values`: all that it may have. A nested field is named as "address.city"."""
        kept = _Kept()
        options = _ColumnOptions(
            type=kept.text(type), title=kept.text(title), description=kept.text(description),
            samples=kept.texts(samples), sample_count=len(samples), values=kept.texts(values),
            value_count=len(values), nullable=nullable, generated=generated, nested=nested)
        _call("catalog_builder_add_column", self._builder, self._number, *_string(name),
              byref(options))
        return self

    def add_primary_key(self, *columns: str) -> TableBuilder:
        kept = _Kept()
        _call("catalog_builder_add_primary_key", self._builder, self._number, kept.texts(columns),
              len(columns))
        return self

    def add_foreign_key(self, columns: Union[str, Sequence[str]], referenced_table: str,
                        referenced_columns: Union[None, str, Sequence[str]] = None,
                        evidence: Evidence = Evidence.DECLARED) -> TableBuilder:
        """Without `referenced_columns`, refers to the primary key."""
        kept = _Kept()
        own = [columns] if isinstance(columns, str) else columns
        key = _ForeignKey(columns=kept.texts(own), count=len(own),
                          referenced_table=kept.text(referenced_table), evidence=evidence)
        if referenced_columns is not None:
            others = [referenced_columns] if isinstance(referenced_columns, str) \
                else referenced_columns
            if len(others) != len(own):
                raise ValueError(f"{len(own)} columns cannot refer to {len(others)}")
            key.referenced_columns = kept.texts(others)
        _call("catalog_builder_add_foreign_key", self._builder, self._number, byref(key))
        return self

    def add_origin(self, column: str, source_table: str, source_column: str) -> TableBuilder:
        """Of a view: the column shows a column of another table unchanged."""
        _call("catalog_builder_add_origin", self._builder, self._number, *_string(column),
              *_string(source_table), *_string(source_column))
        return self


class Mask(_Owner):
    """What the user may see."""

    _end = "mask_free"

    def __init__(self, catalog: Catalog, visible: bool = True) -> None:
        super().__init__(_make("mask_new", catalog, visible))

    def show(self, kind: Kind, id: int) -> None:
        _call("mask_set", self, kind, id, 1)

    def hide(self, kind: Kind, id: int) -> None:
        _call("mask_set", self, kind, id, 0)


@dataclass(frozen=True)
class Route:
    database: str
    score: float
    is_probability: bool


@dataclass(frozen=True)
class Column:
    database: str
    table: str
    column: str
    score: float
    reasons: tuple[tuple[str, str], ...]


class Subset(_Owner):
    """The columns that answer a question, in the order in which they were chosen."""

    _end = "subset_free"

    def __len__(self) -> int:
        return _c["subset_size"](self)

    def __getitem__(self, position: int) -> Column:
        if not 0 <= position < len(self):
            raise IndexError(position)
        item = _Item()
        _call("subset_item", self, position, byref(item))
        reasons = tuple((str(item.reasons[r].kind), str(item.reasons[r].text))
                        for r in range(item.reason_count))
        return Column(str(item.database), str(item.table), str(item.column), item.score, reasons)

    def render(self, form: Form = Form.PROMPT, token_budget: Optional[int] = None,
               samples: int = 3) -> str:
        budget = NUL if token_budget is None else token_budget
        options = _RenderOptions(token_budget=budget, samples=samples)
        return _text("subset_render", self, form, byref(options))

    def doubts(self) -> dict[str, Any]:
        """What may be right besides the subset, and whether it is sure: "alternatives" with
        "databases" and "tables", each with a "probability", and "unsure"."""
        return json.loads(_text("subset_doubts", self))


class Retriever(_Owner):
    """Answers questions about one catalog."""

    _end = "retriever_release"

    def __init__(self, catalog: Catalog, embedder: Optional[Embedder] = None,
                 before: Optional[Retriever] = None) -> None:
        """`before` is a retriever of an earlier version of the catalog: the new one shares its
        embedder and all unchanged parts."""
        options = _RetrieverOptions(before=_handle(before))
        self._callback: Optional[_Callback] = None if before is None else before._callback
        if embedder is not None:
            self._callback = _Callback(embedder.embed, embedder.dimensions)
            options.embedder = _embedder(embedder, self._callback)
        super().__init__(_with(self._callback,
                               lambda: _make("retriever_new", catalog, byref(options))))

    def retrieve(self, question: str, mask: Optional[Mask] = None, budget: int = 20,
                 databases: int = 1, hallucinated: Optional[str] = None,
                 cancellation: Optional[Cancellation] = None) -> Subset:
        text, size = _null_or_string(hallucinated)
        options = _RetrieveOptions(budget=budget, databases=databases, hallucinated=text,
                                   hallucinated_size=size, cancellation=_handle(cancellation))
        return _with(self._callback, lambda: Subset(
            _make("retrieve", self, *_string(question), _handle(mask), byref(options))))

    def answer(self, question: str, complete: Optional[Complete] = None,
               mask: Optional[Mask] = None, examples: Optional[Examples] = None,
               databases: Optional[Suite] = None, example_count: int = 5, budget: int = 20,
               repairs: int = 1, rows: int = 1000, cancellation: Optional[Cancellation] = None,
               progress: Optional[Progress] = None) -> dict[str, Any]:
        """Answers with SQL from `complete`, or from the label model without it. The SQL is
        checked, and run on `databases` if given."""
        model = None if complete is None else _Callback(complete)
        callback, told = _progress(progress)
        options = _AnswerOptions(examples=_handle(examples), databases=_handle(databases),
                                 example_count=example_count, budget=budget, repairs=repairs,
                                 rows=rows, cancellation=_handle(cancellation), progress=told)
        if model is not None:
            options.completer = ctypes.pointer(_Completer(
                user=_remember(model), complete=_complete, destroy=_forget))
        return json.loads(_with(self._callback, lambda: _with(model, lambda: _with(
            callback, lambda: _text("answer", self, *_string(question), _handle(mask),
                                    byref(options))))))

    def route(self, question: str, mask: Optional[Mask] = None,
              cancellation: Optional[Cancellation] = None) -> list[Route]:
        """Returns the databases that the question may be about, best first."""
        options = _RouteOptions(cancellation=_handle(cancellation))
        routes = _with(self._callback, lambda: _make(
            "route_with", self, *_string(question), _handle(mask), byref(options)))
        try:
            found = []
            for position in range(_c["routes_size"](routes)):
                routed = _Routed()
                _call("routes_item", routes, position, byref(routed))
                found.append(Route(str(routed.database), routed.score,
                                   bool(routed.is_probability)))
            return found
        finally:
            _c["routes_free"](routes)


class Query(_Owner):
    """A parsed SQL statement, with or without a database of a catalog."""

    _end = "query_release"

    def __init__(self, sql: str, catalog: Optional[Catalog] = None,
                 database: Optional[str] = None, dialect: Dialect = Dialect.SQLITE) -> None:
        id = 0
        if catalog is not None and database is not None:
            id = catalog.find(Kind.DATABASE, database)
        super().__init__(_make("query_parse", _handle(catalog), id, dialect, *_string(sql)))

    def check(self, mask: Optional[Mask] = None) -> None:
        """Raises Error if a name does not exist, or if the statement is not a query."""
        _call("query_check", self, _handle(mask))

    def text(self, form: QueryForm = QueryForm.PRINTED) -> str:
        return _text("query_text", self, form)

    def reads(self) -> dict[str, list[str]]:
        return json.loads(_text("query_reads", self))

    def similarity(self, to: Query) -> float:
        result = c_double()
        _call("query_similarity", self, to, byref(result))
        return result.value


@dataclass(frozen=True)
class Verdict:
    """`name`: right, wrong or failed; refuted, proved, not_refuted or failed."""

    name: str
    kind: str
    title: str
    message: str
    script: str
    score: float
    databases: int
    details: dict[str, Any]


def _verdict(made: _H) -> Verdict:
    try:
        info = _VerdictInfo()
        _call("verdict_get", made, byref(info))
        return Verdict(str(info.name), str(info.kind), str(info.title), str(info.message),
                       str(info.script), info.score, info.databases,
                       json.loads(str(_c["verdict_json"](made))))
    finally:
        _c["verdict_free"](made)


class Suite(_Owner):
    """The databases that predictions are judged on."""

    _end = "suite_release"

    @classmethod
    def open(cls, path: Union[str, os.PathLike[str]]) -> Suite:
        return cls(_make("suite_open", *_string(os.fspath(path))))

    @classmethod
    def from_ddl(cls, sql: str, name: str) -> Suite:
        return cls(_make("suite_open_ddl", *_string(sql), *_string(name)))

    @classmethod
    def build(cls, golds: Sequence[tuple[str, str]], folder: Union[str, os.PathLike[str]],
              seed: int = 0, infer_keys: bool = False, jobs: int = 1,
              cancellation: Optional[Cancellation] = None,
              progress: Optional[Progress] = None) -> Suite:
        """Builds a suite from pairs of a database name and a gold query; `folder` has the databases."""
        callback, told = _progress(progress)
        held, count = _golds(golds)
        options = _SuiteOptions(seed=seed, infer_keys=infer_keys, jobs=jobs,
                                cancellation=_handle(cancellation), progress=told)
        return _with(callback, lambda: cls(_make(
            "suite_build", held, count, *_string(os.fspath(folder)), byref(options))))

    def skipped(self) -> list[tuple[str, str]]:
        """The databases that could not be read when the suite was built: places and reasons."""
        return _skipped("suite_skipped", self)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        _call("suite_save", self, *_string(os.fspath(path)))

    def judge(self, gold: str, predicted: str, database: Optional[str] = None,
              comparison: Comparison = Comparison.TEST_SUITE, keep_distinct: bool = False,
              plug_values: bool = False, ties: bool = False, seconds: float = 60,
              cancellation: Optional[Cancellation] = None,
              progress: Optional[Progress] = None) -> Verdict:
        callback, told = _progress(progress)
        options = _JudgeOptions(comparison=comparison, keep_distinct=keep_distinct,
                                plug_values=plug_values, ties=ties, steps=300_000_000,
                                seconds=seconds, cancellation=_handle(cancellation), progress=told)
        return _with(callback, lambda: _verdict(
            _make("suite_judge", self, *_null_or_string(database), *_string(gold),
                  *_string(predicted), byref(options))))

    def refute(self, gold: str, predicted: str, database: Optional[str] = None,
               comparison: Comparison = Comparison.TEST_SUITE, mined: bool = False, seed: int = 0,
               databases: int = 1500, cancellation: Optional[Cancellation] = None,
               mask: Optional[Mask] = None) -> Verdict:
        options = _RefuteOptions(comparison=comparison, mined=mined, seed=seed,
                                 databases=databases, cancellation=_handle(cancellation),
                                 mask=_handle(mask))
        return _verdict(_make("suite_refute", self, *_null_or_string(database), *_string(gold),
                              *_string(predicted), byref(options)))


@dataclass(frozen=True)
class Example:
    question: str
    database: str
    sql: str
    score: float
    similarity: float


class Examples(_Owner):
    """Worked examples: questions with their queries."""

    _end = "examples_release"

    def __init__(self, path: Union[str, os.PathLike[str]], catalog: Optional[Catalog] = None,
                 mask: Optional[Mask] = None) -> None:
        self._catalog = catalog
        super().__init__(_make("examples_open", _handle(catalog), _handle(mask),
                               *_string(os.fspath(path))))

    def rank(self, question: str, guesses: Sequence[str] = (), count: int = 5,
             database: Optional[str] = None, except_database: Optional[str] = None,
             cancellation: Optional[Cancellation] = None) -> list[Example]:
        """Returns examples to show with a question in a prompt, best first."""
        kept = [ctypes.create_string_buffer(guess.encode()) for guess in guesses]
        views = (_Str * len(kept))(*(_Str(ctypes.cast(k, c_void_p), len(k) - 1) for k in kept))
        id = NO_ID
        if database is not None and self._catalog is not None:
            id = self._catalog.find(Kind.DATABASE, database)
        text, size = _null_or_string(except_database)
        options = _RankOptions(count=count, guesses=views, guess_count=len(kept), database=id,
                               except_database=text, except_database_size=size,
                               cancellation=_handle(cancellation))
        ranking = _make("examples_rank", self, *_string(question), byref(options))
        try:
            found = []
            for position in range(_c["ranking_size"](ranking)):
                item = _Ranked()
                _call("ranking_item", ranking, position, byref(item))
                found.append(Example(str(item.question), str(item.database), str(item.sql),
                                     item.score, item.similarity))
            return found
        finally:
            _c["ranking_free"](ranking)


def audit(path: Union[str, os.PathLike[str]], golds: Sequence[tuple[str, str]],
          progress: Optional[Progress] = None) -> dict[str, Any]:
    """Reports doubtful gold queries, given as pairs of a database name and SQL, of a SQLite file."""
    callback, told = _progress(progress)
    held, count = _golds(golds)
    return json.loads(_with(callback, lambda: _text(
        "audit", *_string(os.fspath(path)), held, count, told)))
