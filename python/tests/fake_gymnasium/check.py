"""With a stand-in for Gymnasium: are the environments its own, and do they pass what its check_env looks at?"""

import inspect
from copy import deepcopy

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv

import mazewright

for what, observation in (("rook:5x5#7", "rank"), ("die:4x4", "grid"), ("theseus:4x4", "features"),
                          ("rook:5x5#7", ("rank", "grid", "features"))):
    env = mazewright.env(what, observation=observation, random_start=True)
    assert isinstance(env, gymnasium.Env) and env.unwrapped is env and env.spec is None
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    parameters = inspect.signature(env.reset).parameters
    assert parameters["seed"].default is None and "options" in parameters and not hasattr(env, "seed")
    observed, info = env.reset(seed=123)
    state = deepcopy(env.unwrapped._np_random).bit_generator.state
    again, _ = env.reset(seed=123)
    assert repr(observed) == repr(again) and env._np_random.bit_generator.state == state
    assert observed in env.observation_space and isinstance(info, dict)
    env.reset(seed=456)
    assert env._np_random.bit_generator.state != state
    env.reset(options={})
    wrapped = gymnasium.Wrapper(env)
    observed, info = wrapped.reset()
    for _ in range(50):
        action = wrapped.action_space.sample(mask=info["action_mask"])
        observed, reward, terminated, truncated, info = wrapped.step(action)
        assert observed in wrapped.observation_space and isinstance(info, dict)
        assert type(terminated) is type(truncated) is bool and isinstance(reward, float)
        if terminated or truncated:
            observed, info = wrapped.reset()
    env.close()
    env.close()

    for mode in AutoresetMode:
        envs = mazewright.vector_env(what, 3, observation=observation, autoreset_mode=mode)
        assert isinstance(envs, VectorEnv) and envs.metadata["autoreset_mode"] is mode and envs.num_envs == 3
        observed, infos = envs.reset(seed=1)
        assert observed in envs.observation_space
        for _ in range(5):
            actions = envs.action_space.sample(mask=tuple(infos["action_mask"]))
            observed, rewards, terminations, truncations, infos = envs.step(actions)
            assert observed in envs.observation_space
            assert (rewards.dtype, terminations.dtype, truncations.dtype) == (numpy.float64, bool, bool)
            if mode is AutoresetMode.DISABLED and terminations.any():
                envs.reset(options={"reset_mask": terminations})
        envs.close()
        envs.close()
try:
    mazewright.vector_env("die:4x4", 0)
except ValueError:
    print("checked")
