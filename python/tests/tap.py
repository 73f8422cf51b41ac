"""A plugin of pytest that prints TAP, which tests/run counts."""

import sys


def pytest_configure(config):
    config.option.verbose = 0  # which pytest's own output would set, and messages need


def tell(name, report, skipped=False):
    print(f"{'not ok' if report.failed else 'ok'} - {name}{' # SKIP' if skipped else ''}", file=sys.__stdout__)
    if report.failed:
        print("# " + report.longreprtext.replace("\n", "\n# "), file=sys.__stdout__)
    sys.__stdout__.flush()


def pytest_runtest_logreport(report):
    if report.when == "call" or not report.passed:
        tell(report.nodeid, report, report.skipped)


def pytest_collectreport(report):
    if report.failed:
        tell(report.nodeid, report)
