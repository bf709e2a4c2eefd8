"""WebSocket text frames, built once and written to every watcher as they are (RFC 6455, 5.2; servers do not mask)."""

_TEXT = 0x81


def text_frame(payload: bytes) -> bytes:
    """A complete, unfragmented text frame."""
    size = len(payload)
    if size < 126:
        return bytes((_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + payload
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + payload
