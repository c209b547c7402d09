"""The editor of positions: a widget, or a picture where `anywidget` is not installed."""

__all__ = ["Editor"]

try:
    import anywidget as _anywidget  # noqa: F401
except ImportError:
    from ._plain_editor import Editor
else:
    from ._widget import Editor
