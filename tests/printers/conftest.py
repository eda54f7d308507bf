"""The printer emulator, in its own environment, and a nasty printer of our own."""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parent))  # for papers_of_a_night, which tests share

ROOT = Path(__file__).parents[2]
ORACLE = ROOT / ".venv-oracle" / "bin" / "emupos"
PROFILE = """type: printer
name: Essai {dots}
dpi: 203
width_dots: {dots}
font_a: {{ width: 12, height: 24 }}
font_b: {{ width: 9, height: 17 }}
code_pages: {{ 0: PC437, 2: PC850, 16: WPC1252, 19: PC858 }}
default_code_page: 0
drawer_sensor_open_level: high
"""


def free_port():
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Emulator:
    """emupos with one printer of 576 dots and one of 384."""

    def __init__(self, folder):
        self.api = free_port()
        self.ports = {576: free_port(), 384: free_port()}
        devices = []
        for dots, port in self.ports.items():
            (folder / f"p{dots}.yaml").write_text(PROFILE.format(dots=dots))
            devices.append(
                f"  - {{ id: p{dots}, type: printer, profile: ./p{dots}.yaml, "
                f"receipts_dir: '{folder}/receipts{dots}', "
                f"connections: [{{ tcp: {{ port: {port} }} }}] }}"
            )
        config = f"schema: 1\napi: {{ host: 127.0.0.1, port: {self.api} }}\ndevices:\n"
        (folder / "emupos.yaml").write_text(config + "\n".join(devices) + "\n")
        self._log = (folder / "log").open("wb")
        self._process = subprocess.Popen(
            [ORACLE, "run", "--config", folder / "emupos.yaml"],
            cwd=folder, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        self._wait(folder / "log")
        self._open = contextlib.ExitStack()
        address = f"ws://127.0.0.1:{self.api}/api/v1/events"
        self.events = self._open.enter_context(connect(address, proxy=None, close_timeout=1))

    def _wait(self, log):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                self.call("GET", "/health")
                return
            assert self._process.poll() is None, log.read_text()
            time.sleep(0.05)
        raise AssertionError(log.read_text())

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.api}/api/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            return answer.read()

    def fault(self, dots, name, on=True):
        """paper-out, paper-near-end, cover-open, offline."""
        self.call("PUT" if on else "DELETE", f"/devices/p{dots}/faults/{name}")

    def receipts(self, dots, count):
        """The last `count` receipts as (text, PNG bytes), oldest first."""
        rows = json.loads(self.call("GET", f"/devices/p{dots}/receipts"))
        rows = rows.get("receipts", rows) if isinstance(rows, dict) else rows
        ids = [row["id"] for row in sorted(rows, key=lambda row: row["completed_at"])]
        found = []
        for one in ids[-count:]:
            at = f"/devices/p{dots}/receipts/{one}"
            found.append((self.call("GET", at + "/text").decode(), self.call("GET", at + "/image")))
        return found

    def complaints(self):
        """Events since the last call that say a byte was not understood."""
        found = []
        with contextlib.suppress(TimeoutError):
            while True:
                event = json.loads(self.events.recv(timeout=0.05))
                if event["type"] in ("printer.command.unknown", "printer.codepage.unsupported"):
                    found.append(event)
        return found

    def close(self):
        self._process.terminate()
        self._process.wait(10)
        self._open.close()
        self._log.close()


@pytest.fixture(scope="session")
def emulator(tmp_path_factory):
    """The emulator, once for all tests; without it they are skipped, or fail where it is due."""
    if not ORACLE.exists():
        if os.environ.get("QUINE_REQUIRE_ALL") == "1":
            pytest.fail("the printer emulator is missing: make oracle")
        pytest.skip("no printer emulator: make oracle")
    machine = Emulator(tmp_path_factory.mktemp("emupos"))
    yield machine
    machine.close()


class NastyPrinter:
    """A TCP printer that misbehaves: `manner` says how, `got` what arrived.

    ready: answers as a printer does · hush: reads, never answers · garbage: answers noise ·
    fin / rst: hangs up after `after` bytes of the job · deaf: never reads · late: fence after a
    while · no-fence: status only · paper-out: says so once `after` bytes came · one-client: hangs
    up on everybody while somebody is served.
    """

    def __init__(self, manner="ready", after=1000):
        self.manner, self.after = manner, after
        self.got = bytearray()
        self._more = asyncio.Event()
        self.jobs = []
        self.clients = self.most = 0
        self.port = 0

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1024)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()

    @property
    def url(self):
        return f"tcp://127.0.0.1:{self.port}"

    async def until(self, ending):
        """Waits, with a deadline, until what arrived ends with these bytes."""
        async with asyncio.timeout(10):
            while not self.got.endswith(ending):
                self._more.clear()
                await self._more.wait()

    async def _serve(self, reader, writer):
        self.clients += 1
        self.most = max(self.most, self.clients)
        try:
            if self.manner == "one-client" and self.clients > 1:
                writer.transport.abort()
            else:
                await self._talk(reader, writer)
        except OSError:
            pass
        finally:
            self.clients -= 1
            writer.close()

    async def _talk(self, reader, writer):
        job = bytearray()
        if self.manner == "deaf":
            for _ in range(3):
                await self._answer(writer, await reader.read(3), job)
            await asyncio.Event().wait()
        while data := await reader.read(1024):
            self.got += data
            self._more.set()
            job += data
            if self.manner in ("fin", "rst") and len(job) > self.after:
                if self.manner == "rst":
                    writer.transport.abort()
                return
            if not await self._answer(writer, data, job):
                continue
            self.jobs.append(bytes(job))
            job.clear()

    async def _answer(self, writer, data, job):
        """Answers what was asked; True when a fence ended a job."""
        out = self.manner == "paper-out" and len(job) > self.after
        for number in range(data.count(b"\x10\x04")):
            mark = data.split(b"\x10\x04")[number + 1][:1]
            if self.manner == "garbage":
                writer.write(b"\x00\xffHTTP/1.1 400\r\n")
            elif self.manner != "hush":
                byte = {b"\x01": 0x1A, b"\x02": 0x32, b"\x04": 0x7E}[mark] if out else 0x12
                writer.write(bytes((byte,)))
        fenced = b"\x1dr\x01" in bytes(job)
        if fenced and self.manner == "late":
            await asyncio.sleep(0.3)
        if fenced and self.manner in ("ready", "late", "one-client"):
            writer.write(b"\x00")
        with contextlib.suppress(OSError):
            await writer.drain()
        return fenced and self.manner in ("ready", "late", "one-client")


@pytest.fixture
def nasty():
    """Makes nasty printers."""
    return NastyPrinter
