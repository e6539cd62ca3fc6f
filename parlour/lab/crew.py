"""Hands for much work: this process, several processes, or the machines of a Ray cluster.

What a part of the work gives must depend on the part alone; then nobody can tell from the results who did it.
"""

import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from parlour.kit.mistake import Mistake

LOCAL = "local"  # the address of a Ray cluster that is started for this work, on this machine
WAITING_EACH = 2  # parts that a processor of a cluster has at hand, so that it is never idle


def spread(
    work: Callable[[Any], Any], parts: Iterable[Any], jobs: int = 1, cluster: str | None = None
) -> Iterator[Any]:
    """Do every part and give the results as they come, in any order."""
    if jobs < 1:
        raise Mistake(f"Work needs at least one job, not {jobs}.")
    if cluster:
        return over_ray(work, parts, jobs, cluster)
    return map(work, parts) if jobs == 1 else over_processes(work, parts, jobs)


def over_processes(work: Callable[[Any], Any], parts: Iterable[Any], jobs: int) -> Iterator[Any]:
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=leave_interrupts_to_the_parent)
    try:
        for done in as_completed([pool.submit(work, part) for part in parts]):
            yield done.result()
    except BrokenProcessPool:
        raise Mistake("One of the processes ended before its work was done; perhaps memory ran out.") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()  # who is interrupted doesn't wait for the move of a slow bot


def leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def over_ray(work: Callable[[Any], Any], parts: Iterable[Any], jobs: int, address: str) -> Iterator[Any]:
    ray = need_ray()
    joined_before = ray.is_initialized()
    if not joined_before:
        join_cluster(address, jobs)
    try:
        task = ray.remote(do)
        waiting = iter(parts)
        at_hand = WAITING_EACH * int(ray.cluster_resources().get("CPU", 1))
        under_way = [task.remote(work, part) for part in islice(waiting, at_hand)]
        while under_way:
            done, under_way = ray.wait(under_way)
            under_way += [task.remote(work, part) for part in islice(waiting, len(done))]
            yield from ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        if not joined_before:
            ray.shutdown()


def join_cluster(address: str, jobs: int) -> Any:
    """Ray, connected; a local cluster gets as many processors as there are jobs."""
    ray = need_ray()
    check_address(address)
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        settings.update(num_cpus=jobs, include_dashboard=False)
    try:
        ray.init(address, **settings)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
        raise Mistake(f"There is no Ray cluster at {address!r}: {reason}.") from None
    return ray


def check_address(address: str) -> None:
    """Find out in a moment whether anyone listens there; Ray would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdigit():
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except (OSError, OverflowError) as error:
            raise Mistake(f"There is no Ray cluster at {address!r}: {str(error).rstrip('.')}.") from None


def need_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # the house tells nobody who plays
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # and leaves the GPUs alone; Ray warns otherwise
    try:
        import ray
    except ImportError:
        raise Mistake("--cluster needs Ray: pip install 'parlour[cluster]'.") from None
    return ray


def do(work: Callable[[Any], Any], part: Any) -> Any:
    return work(part)
