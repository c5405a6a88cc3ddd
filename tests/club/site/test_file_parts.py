"""Files are read part by part."""

from collections.abc import Iterator

from zaria.club.site.http.file_parts import read_parts


async def test_a_part_is_read_when_it_is_taken() -> None:
    read: list[int] = []

    def parts() -> Iterator[bytes]:
        for number in range(3):
            read.append(number)
            yield b"" if number == 1 else b"%d" % number

    file = read_parts(parts())
    assert await anext(file) == b"0"
    assert read == [0]
    assert [part async for part in file] == [b"", b"2"]
