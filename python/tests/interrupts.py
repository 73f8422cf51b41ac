"""Ctrl-C in a program of its own."""

import os
import signal
import subprocess
import sys
import time


def interrupt(script):
    """Runs a program, which imports mazewright and prints `now`, and presses Ctrl-C. It must end soon, by a
    KeyboardInterrupt.
    """
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert program.stdout.readline() == "now\n"
    time.sleep(0.3)
    begun = time.monotonic()
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=20)
    assert time.monotonic() - begun < 2  # where the machine is busy; else below 0.5
    assert errors.rstrip().endswith("KeyboardInterrupt") and program.returncode != 0
