"""A Chromium without a screen, driven through the DevTools protocol over two pipes.

    with Browser(program) as browser:
        page = browser.open("file:///...", width=360, dark=True)
        page.evaluate("document.title")

https://chromedevtools.github.io/devtools-protocol/ lists the commands.
"""
import base64
import json
import os
import select
import subprocess
import tempfile
import time

SECONDS = 30  # for one answer, and for one page to load


class BrowserError(Exception):
    """The browser does not start, does not answer, or a script on a page failed."""


class PageLeft(BrowserError):
    """The page that a script ran on gave way to another one before the script had ended."""


class Browser:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(prefix="kit-browser.")
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()

        def wire():  # the protocol's pipes are file descriptors 3 and 4
            read, write = os.dup(to_read), os.dup(to_write)
            high = [os.dup2(fd, 100 + n) for n, fd in enumerate((read, write))]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder.name}", "about:blank"],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.buffer, self.listeners = 0, b"", {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("Browser.close")
            self.process.wait(5)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def send(self, method, session=None, **parameters):
        """One command; returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        number, end = self.number, time.monotonic() + SECONDS
        while True:
            answer = self.receive(end, method)
            if answer.get("id") == number:
                if "error" in answer:
                    said = answer["error"]["message"]
                    raise (PageLeft if "navigated" in said else BrowserError)(f"{method}: {said}")
                return answer["result"]

    def receive(self, end, waiting_for):
        """The next message; events go to their page on the way."""
        while b"\0" not in self.buffer:
            if not select.select([self.back], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserError(f"no answer to {waiting_for} in {SECONDS} s")
            more = os.read(self.back, 1 << 20)
            if not more:
                raise BrowserError(f"the browser ended while {waiting_for} waited")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message and message.get("sessionId") in self.listeners:
            self.listeners[message["sessionId"]](message["method"], message["params"])
        return message

    def page(self):
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Tab(self, session)

    def open(self, url, width=1280, height=900, dark=False):
        tab = self.page()
        tab.resize(width, height)
        tab.scheme(dark)
        tab.visit(url)
        return tab


class Tab:
    """One page at a time; `faults` is what went wrong since it was visited."""

    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.faults, self.requests, self.loaded = [], [], False
        self.loader = None  # names the load of the page that is shown
        browser.listeners[session] = self.event
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def event(self, method, data):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Page.frameNavigated" and "parentId" not in data["frame"]:
            self.loader, self.loaded = data["frame"]["loaderId"], False
        elif method == "Runtime.exceptionThrown":
            details = data["exceptionDetails"]
            self.faults.append("exception: " + details.get("exception", {}).get("description", details["text"])
                               + f" ({details.get('url', '').split('/')[-1]}:{details.get('lineNumber')})")
        elif method == "Runtime.consoleAPICalled" and data["type"] in ("error", "warning", "assert"):
            self.faults.append("console: " + " ".join(str(a.get("value", a.get("description"))) for a in data["args"]))
        elif method == "Log.entryAdded" and data["entry"]["level"] == "error":
            self.faults.append("log: " + data["entry"]["text"] + " " + data["entry"].get("url", ""))
        elif method == "Network.requestWillBeSent":
            url = data["request"]["url"]
            self.requests.append(url)
            if not url.startswith(("file:", "data:", "blob:", "about:")):
                self.faults.append(f"network: {url}")
        elif method == "Network.loadingFailed" and not data.get("canceled"):
            self.faults.append(f"not loaded: {data.get('errorText')} {data.get('type')}")

    def resize(self, width, height=900):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def scheme(self, dark):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        # A busy machine takes the new styles later: until then old and new colours stand side by side.
        self.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")

    def visit(self, url):
        self.faults, self.requests, self.loaded = [], [], False
        loader = self.send("Page.navigate", url=url).get("loaderId")
        end = time.monotonic() + SECONDS
        there = f"location.href.split('#')[0] === {json.dumps(url.split('#')[0])} && document.readyState === 'complete'"
        # The page before, if a click has just led to it, may be loaded only now.
        while self.loader != loader or not self.loaded or not self.holds(there):
            self.browser.receive(end, url)

    def evaluate(self, script):
        """The value of an expression, or of the promise that it is."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def holds(self, script):
        """The value of an expression; False where it could not be told, since another page was about to come."""
        try:
            return self.evaluate(script)
        except PageLeft:
            return False

    def wait_for(self, script, seconds=5):
        """True as soon as the expression is; False after so many seconds."""
        end = time.monotonic() + seconds
        while not self.holds(script):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def click(self, selector):
        x, y = self.evaluate(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text):
        """Types into what has the focus, key by key."""
        for letter in text:
            for kind in ("keyDown", "keyUp"):
                self.send("Input.dispatchKeyEvent", type=kind, key=letter, text=letter if kind == "keyDown" else "")

    def press(self, key):
        """A key with a name: Enter, Escape, ArrowDown ..."""
        code = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}[key]
        for kind in ("rawKeyDown", "char", "keyUp") if key == "Enter" else ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                      **({"text": "\r"} if kind == "char" else {}))

    def screenshot(self, path, whole=False):
        shot = self.send("Page.captureScreenshot", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def close(self):
        self.send("Page.close")
