"""Pgx's side of the races, on the CPU or the GPU: connect four in large batches, compiled by JAX.

It gets what we found fastest for it: JAX's quickest generator, one random number a move instead of the seven of
its own `act_randomly`, and whole runs of steps inside one compiled scan.
"""

from typing import Any

from bench.peers import installed
from bench.track import Side

STEPS = 256  # of every lane, in one call


def connect_four(batch: int, where: str) -> Side:
    """Random play; a lane whose game has ended starts a new one in the same step, so that every step is a move."""
    jax, pgx = installed("jax", "JAX"), installed("pgx", "Pgx")
    jax.config.update("jax_default_prng_impl", "unsafe_rbg")
    env = pgx.make("connect_four")
    step = jax.vmap(installed("pgx.experimental", "Pgx").auto_reset(env.step, env.init))

    def move(carried: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = carried
        key, for_action, for_step = jax.random.split(key, 3)
        action = random_action(jax, for_action, state.legal_action_mask)
        return (step(state, action, jax.random.split(for_step, batch)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(move, (state, key), None, length=STEPS)[0])
    key = jax.random.PRNGKey(0)
    carried = jax.vmap(env.init)(jax.random.split(key, batch)), key

    def lap(runs: int) -> int:
        nonlocal carried
        for _ in range(runs):
            carried = run(*carried)
        jax.block_until_ready(carried)
        return runs * STEPS * batch

    return Side(f"Pgx connect_four, batch {batch:,}, {where}", lap)


def random_action(jax: Any, key: Any, mask: Any) -> Any:
    """An even choice among the legal actions of every lane."""
    rank = jax.numpy.cumsum(mask, axis=-1)
    chosen = jax.numpy.floor(jax.random.uniform(key, (mask.shape[0], 1)) * rank[:, -1:])
    return jax.numpy.argmax(rank > chosen, axis=-1)
