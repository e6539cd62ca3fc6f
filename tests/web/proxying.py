"""A tiny reverse proxy for the tests, as one stands before a house on the open internet."""

import contextlib
import socket
import threading


class Proxy:
    """Passes requests on from its own address, and says for whom, over what and for which host; one a connection."""

    def __init__(self, port: int, address: str, scheme: str = "https") -> None:
        self.house = ("127.0.0.1", port)
        self.source = (address, 0)
        self.scheme = scheme
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, client = self.listening.accept()
                threading.Thread(target=self.serve, args=(line, client[0]), daemon=True).start()

    def serve(self, line: socket.socket, client: str) -> None:
        with line, contextlib.suppress(OSError), socket.create_connection(self.house, 60, self.source) as house:
            head = b""
            while b"\r\n\r\n" not in head:
                part = line.recv(65536)
                if not part:
                    return
                head += part
            head, _, body = head.partition(b"\r\n\r\n")
            house.sendall(b"\r\n".join(self.forwarded(head.split(b"\r\n"), client)) + b"\r\n\r\n" + body)
            threading.Thread(target=pump, args=(line, house), daemon=True).start()
            pump(house, line)

    def forwarded(self, lines: list[bytes], client: str) -> list[bytes]:
        """The head of a request as it goes on. What a client says of itself stands before what we say, as usual."""
        fields = [tuple(line.split(b": ", 1)) for line in lines[1:]]
        host = next(value for name, value in fields if name.lower() == b"host")
        said = [value for name, value in fields if name.lower() == b"x-forwarded-for"]
        dropped = (b"host", b"connection", b"x-forwarded-for")
        kept = [b": ".join(field) for field in fields if field[0].lower() not in dropped]
        own = [b"Host: inside.example:7600", b"Connection: close", b"X-Forwarded-Host: " + host]
        own += [b"X-Forwarded-For: " + b", ".join([*said, client.encode()])]
        own += [b"X-Forwarded-Proto: " + self.scheme.encode()]
        return [lines[0], *own, *kept]

    def close(self) -> None:
        self.listening.close()


def pump(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while part := one.recv(65536):
            other.sendall(part)
        other.shutdown(socket.SHUT_WR)
