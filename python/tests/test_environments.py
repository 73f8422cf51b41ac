"""Learning environments: one game, many games, spaces, seeds, Gymnasium, and what goes wrong."""

import copy
import itertools
import os
import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import mazewright

numpy = pytest.importorskip("numpy")

MAZES = ["rook:5x5#7", "die:6x6,obstacles=25#19554", "theseus:5x5#2", "bloxorz:10x8#20", "marble:3x3#1", "null:7x1#1"]
SPECS = ["rook:4x4", "die:4x4", "theseus:4x4", "bloxorz:6x5", "marble:3x3", "null:6x1"]


def everything(what, **options):
    """An environment with all observations."""
    return mazewright.env(what, observation=("features", "rank", "grid"), optimal=True, **options)


def choose(mask, rng, mistakes=0.1):
    legal = [i for i, one in enumerate(mask) if one]
    return rng.choice(legal) if legal and rng.random() > mistakes else rng.randrange(len(mask))


# ---- one game

@pytest.mark.parametrize("what", MAZES)
def test_steps_are_those_of_the_rules(what):
    maze = mazewright.maze(what)
    graph = maze.graph(all=False)
    distance = {graph.state(id).rank: graph.distance[id] for id in range(graph.states)}
    env, rng = everything(maze, max_steps=50), random.Random(1)
    assert env.maze is maze and env.words == maze.actions
    for _ in range(20):
        (observation, info), state, steps, over, lost = env.reset(), maze.start, 0, False, False
        while True:
            assert observation in env.observation_space
            assert env.state == state and observation["rank"] == state.rank
            assert numpy.allclose(observation["features"], list(state.features.values()))
            moves = {} if over else {word: (to, cost) for word, to, cost in state.moves()}
            assert info["action_mask"].tolist() == [word in moves for word in env.words] == env.action_masks().tolist()
            due = mazewright.FAR if lost else distance[state.rank]
            assert info["distance"] == due
            best = [not to.is_lost and cost + distance[to.rank] == due for to, cost in moves.values()]
            assert [env.words[i] for i in numpy.flatnonzero(info["optimal_actions"])] == \
                [word for word, right in zip(moves, best) if right]
            if over or steps == 50:
                break
            action = choose(info["action_mask"], rng)
            observation, reward, terminated, truncated, info = env.step(action)
            steps += 1
            to, _ = moves.get(env.words[action], (state, 0))
            lost = to.is_lost
            state = state if lost else to
            over = lost or state.is_goal or not state.moves()
            assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
            assert (reward, terminated, truncated) == (float(state.is_goal), over, not over and steps == 50)


def test_rewards():
    maze = mazewright.maze("rook 3x1\n[1] 1 G\n")
    right = maze.actions.index("R")

    def rewards(**options):
        env = mazewright.env(maze, **options)
        env.reset()
        return [env.step(action)[1] for action in (right + 1, right, right)]

    assert rewards() == rewards(reward="sparse") == [0, 0, 1]
    assert rewards(reward="cost") == [-1, -1, -1]
    assert rewards(reward="shaped") == [0, 1, 2]
    assert rewards(reward="shaped", discount=0.5) == [1, 1.5, 2]  # of the potentials -2, -2, -1, 0
    assert rewards(reward={"solved": 5, "illegal": -7, "cost": -0.5}) == [-7, -0.5, 4.5]
    lossy = mazewright.maze("shipped:theseus/05")
    for reward, worst in (("cost", -1001), ({"lost": -3}, -3)):
        env, rng, seen = mazewright.env(lossy, reward=reward), random.Random(3), set()
        for _ in range(30):
            _, info = env.reset()
            over = False
            while not over:
                _, worth, terminated, truncated, info = env.step(choose(info["action_mask"], rng, 0))
                over = terminated or truncated
                seen.add(worth)
        assert min(seen) == worst


@pytest.mark.parametrize("spec", SPECS)
def test_same_seed_same_episodes(spec):
    def episodes(seed):
        env, seen = mazewright.env(spec, observation="grid", random_start=True, max_steps=3), []
        for episode in range(8):
            observation, _ = env.reset(seed=seed if episode == 0 else None)
            seen.append((env.maze.id, str(env.state), observation.tobytes()))
            assert env.maze.solve().outcome == "solved" and env.maze.kind == spec.split(":")[0]
        return seen

    assert episodes(3) == episodes(3) != episodes(4)
    assert len({maze for maze, *_ in episodes(3)}) > 1


def test_without_a_seed_episodes_differ():
    mazes = set()
    for _ in range(5):
        env = mazewright.env("rook:6x6")
        env.reset()
        mazes.add(env.maze.id)
    assert len(mazes) > 1


def test_q_learning_finds_the_optimum():
    maze = mazewright.maze("die:4x4#5")
    best = maze.solve().length
    env = mazewright.env(maze, observation="rank", reward="cost", max_steps=200)
    values = numpy.zeros((env.observation_space.n, env.action_space.n))
    env.action_space.seed(1)
    for episode in range(400):
        state, info = env.reset(seed=1)
        over = False
        while not over:
            action = env.action_space.sample(mask=info["action_mask"])
            to, reward, terminated, truncated, info = env.step(action)
            legal = info["action_mask"].astype(bool)
            ahead = 0 if terminated else values[to][legal].max()
            values[state, action] += 0.5 * (reward + ahead - values[state, action])
            state, over = to, terminated or truncated
    (state, info), steps, terminated = env.reset(), 0, False
    while not terminated and steps <= best:
        state, _, terminated, _, info = env.step(numpy.where(info["action_mask"], values[state], -1e9).argmax())
        steps += 1
    assert terminated and steps == best


@pytest.mark.parametrize("what", MAZES)
def test_render(what):
    env = mazewright.env(what, render_mode="ansi")
    with pytest.raises(RuntimeError, match="reset"):
        env.render()
    env.reset()
    before = env.render()
    assert str(env.state) in before
    env.step(env.words.index(next(word for word, to, _ in env.state.moves() if not to.is_lost)))
    assert env.render() != before
    assert mazewright.env(what).render() is None
    if not what.startswith("null"):
        env = mazewright.env(what, render_mode="svg")
        env.reset()
        assert env.render().startswith("<svg")


def test_ansi_shows_the_board():
    env = mazewright.env("theseus:3x3#5", render_mode="ansi")
    env.reset()
    assert "[T]" in env.render() and "+-----+" in env.render()
    vector = mazewright.vector_env("rook 2x1\n[1] G\n", 2, render_mode="ansi")
    vector.reset()
    assert vector.render() == (" [1]   G\nrow 1, column 1\n",) * 2


# ---- many games

@pytest.mark.parametrize("what, mode", itertools.product(MAZES + SPECS, ["NextStep", "SameStep", "Disabled"]))
def test_vector_is_many_single_games(what, mode):
    count, rng = 4, random.Random(2)
    names = ("features", "grid") if what in SPECS else ("features", "rank", "grid")
    options = {"observation": names, "max_steps": 7, "optimal": True, "reward": "shaped", "random_start": True}
    envs = mazewright.vector_env(what, count, autoreset_mode=mode, **options)
    assert envs.metadata["autoreset_mode"].value == mode
    single = [mazewright.env(what, **options) for _ in range(count)]
    observations, infos = envs.reset(seed=5)
    known = [one.reset(seed=5 + i) for i, one in enumerate(single)]
    over = [False] * count

    def compare(row, observation, info):
        for name in names:
            assert numpy.array_equal(observations[name][row], observation[name])
        for name in ("action_mask", "optimal_actions", "distance"):
            assert numpy.array_equal(infos[name][row], info[name]) and infos["_" + name][row]

    for _ in range(30):
        assert observations in envs.observation_space
        for i, one in enumerate(known):
            compare(i, *one)
        actions = [choose(info["action_mask"], rng) for _, info in known]
        if mode == "Disabled" and any(over):
            with pytest.raises(RuntimeError, match="is over; reset it"):
                envs.step(actions)
            observations, infos = envs.reset(options={"reset_mask": numpy.array(over)})
            known = [one.reset() if over[i] else known[i] for i, one in enumerate(single)]
            over = [False] * count
            continue
        observations, rewards, terminations, truncations, infos = envs.step(numpy.array(actions))
        ended = []
        for i, one in enumerate(single):
            if over[i]:
                known[i], worth, result = one.reset(), 0, (False, False)
            else:
                observation, worth, *result, info = one.step(actions[i])
                known[i] = observation, info
            assert (terminations[i], truncations[i]) == tuple(result) and rewards[i] == worth
            over[i] = any(result)
            ended.append(known[i] if over[i] else None)
            if over[i] and mode == "SameStep":
                known[i], over[i] = one.reset(), False
        if mode == "SameStep" and any(ended):
            assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == [one is not None for one in ended]
            for i, one in enumerate(ended):
                if one is None:
                    assert infos["final_obs"][i] is None
                    continue
                assert all(numpy.array_equal(infos["final_obs"][i][name], one[0][name]) for name in names)
                assert numpy.array_equal(infos["final_info"]["action_mask"][i], one[1]["action_mask"])
        else:
            assert "final_obs" not in infos


def test_a_maze_for_each_game():
    mazes = [mazewright.maze(f"rook:{size}x{size}#7") for size in (4, 5, 6)]
    envs = mazewright.vector_env(mazes, observation=("grid", "rank"))
    assert envs.num_envs == 3 and envs.observation_space["grid"].shape == (3, 6, 6, 7)
    assert envs.single_observation_space["rank"].n == 36
    observations, _ = envs.reset()
    assert observations in envs.observation_space and envs.maze(1) is mazes[1]
    assert (observations["grid"][0, 5] == [16, 0, 0, 0, 0, 0, 0]).all()  # outside of the smaller board


def test_actions_in_many_forms():
    envs = mazewright.vector_env("rook:5x5#7", 3)
    envs.reset(seed=1)
    expected = None
    for actions in ([1, 2, 1], (1, 2, 1), numpy.array([1, 2, 1], "int8"), numpy.array([1, 9, 2, 9, 1])[::2],
                    numpy.array([1, 2, 1], ">u4"), memoryview(numpy.array([1, 2, 1]))):
        envs.reset()
        after = envs.step(actions)[0]
        assert expected is None or numpy.array_equal(after, expected)
        expected = after
    frozen = numpy.array([1, 2, 1])
    frozen.flags.writeable = False
    envs.reset()
    envs.step(frozen)


def test_copies_and_arrays_of_the_library():
    envs = mazewright.vector_env("rook:5x5#7", 2)
    first, _ = envs.reset()
    kept = first.copy()
    assert envs.step([1, 1])[0] is not first and numpy.array_equal(first, kept)
    envs = mazewright.vector_env("rook:5x5#7", 2, copy=False)
    first, infos = envs.reset()
    assert not first.flags.writeable
    assert envs.step([1, 1])[0] is first and not numpy.array_equal(first, kept)
    del envs
    assert first.sum() > 0 and infos["action_mask"].shape == (2, 8)  # the arrays outlive the games


def test_environments_cannot_be_copied():
    for env in (mazewright.env("rook:5x5#7"), mazewright.vector_env("rook:5x5#7", 2)):
        env.reset(seed=1)
        for how in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled; make another"):
                how(env)


def test_random_start_where_nothing_can_win():
    env = mazewright.env("die 2x1\nSG\n", random_start=True, optimal=True)
    _, info = env.reset(seed=1)
    assert env.state == env.maze.start and info["distance"] == mazewright.FAR and not any(info["optimal_actions"])


# ---- Gymnasium, and without NumPy

FAKE = Path(__file__).with_name("fake_gymnasium")


def run(code, **environment):
    package = str(Path(mazewright.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd="/",
                          env={**os.environ, "PYTHONPATH": f"{environment.get('first', package)}:{package}"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_classes_and_spaces_are_those_of_gymnasium():
    assert run((FAKE / "check.py").read_text(), first=str(FAKE)) == "checked\n"


def test_without_numpy(tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('no numpy')")
    out = run("""if True:
        import mazewright
        env = mazewright.env("die:4x4", observation=("features", "grid"), optimal=True, render_mode="ansi")
        observation, info = env.reset(seed=1)
        assert observation in env.observation_space and env.observation_space.sample() in env.observation_space
        assert observation["features"].tolist()[:2] == [1, 1] and observation["grid"].shape == (4, 4, 7)
        kept = observation["features"].tolist()
        while True:
            mask = info["optimal_actions"]
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample(mask=mask))
            assert observation in env.observation_space
            if terminated:
                break
        assert reward == 1 and env.state.is_goal and kept[:2] == [1, 1]
        assert mazewright.env("rook:4x4#1", observation="rank").reset()[0] == 0
        try:
            mazewright.vector_env("die:4x4", 2)
        except ImportError as error:
            print(error)
    """, first=str(tmp_path))
    assert out == "mazewright.vector_env needs NumPy; mazewright.env does not\n"


def test_importing_loads_neither():
    assert run("import sys, mazewright; print('numpy' in sys.modules, 'mazewright.environments' in sys.modules)") == \
        "False False\n"


# ---- what goes wrong

@pytest.mark.parametrize("options, error, says", [
    ({"observation": "pixels"}, ValueError, "features, rank, grid"),
    ({"observation": ()}, ValueError, "features, rank, grid"),
    ({"observation": ("grid", "grid")}, ValueError, "features, rank, grid"),
    ({"observation": 3}, TypeError, ""),
    ({"reward": "much"}, ValueError, "sparse, cost, shaped"),
    ({"reward": {"gold": 1}}, ValueError, "'gold'"),
    ({"reward": {"solved": float("nan")}}, ValueError, "finite"),
    ({"reward": {}}, ValueError, "other than 0"),
    ({"reward": {"solved": "much"}}, ValueError, ""),
    ({"reward": 3}, TypeError, ""),
    ({"discount": 0}, ValueError, "discount"),
    ({"discount": 1.5}, ValueError, "discount"),
    ({"max_steps": 0}, ValueError, "max_steps"),
    ({"max_steps": 2.5}, TypeError, ""),
    ({"max_steps": 1 << 32}, ValueError, "2.32"),
    ({"max_steps": 1 << 70}, ValueError, "2.32"),
    ({"render_mode": "human"}, ValueError, "'ansi' or 'svg'"),
    ({"optimal": True, "limit_states": 3}, mazewright.LimitReached, "more than 3 states"),
    ({"reward": "shaped", "limit_memory": 100}, mazewright.LimitReached, "more than 100 bytes"),
    ({"limit_states": -1}, ValueError, "limit"),
])
def test_wrong_options(options, error, says):
    with pytest.raises(error, match=says):
        mazewright.env("die:6x6,obstacles=25#19554", **options)
    with pytest.raises(error, match=says):
        mazewright.vector_env("die:6x6,obstacles=25#19554", 2, **options)


@pytest.mark.parametrize("what, error", [
    (3, TypeError), (None, TypeError), ([], ValueError), ([3], TypeError), ("no such file", FileNotFoundError),
    ("chess:8x8", ValueError), ("die:9", ValueError), ("die:6x6#x", ValueError), ("die:3x3,obstacles=99", ValueError),
    ("die 3x1\nS*G\n", ValueError), (["rook:5x5#7", "die:6x6#1"], ValueError), (["rook:5x5#7"] * 3, ValueError),
])
def test_wrong_mazes(what, error):
    with pytest.raises(error):
        mazewright.env(what)
    with pytest.raises(error):
        mazewright.vector_env(what, 2)


def test_rank_needs_mazes_that_stay():
    with pytest.raises(ValueError, match="each maze"):
        mazewright.env("die:6x6", observation="rank")


@pytest.mark.parametrize("count", [0, -1, 1 << 21, 1 << 70, 2.0, "3"])
def test_wrong_number_of_games(count):
    with pytest.raises((ValueError, TypeError)):
        mazewright.vector_env("rook:5x5#7", count)


@pytest.mark.parametrize("action, error", [(-1, ValueError), (8, ValueError), (1 << 70, ValueError), (1.0, TypeError),
                                           ("R", TypeError), (None, TypeError), ([1], TypeError)])
def test_wrong_action(action, error):
    env = mazewright.env("rook:5x5#7")
    env.reset()
    with pytest.raises(error):
        env.step(action)
    assert env.state == env.maze.start


@pytest.mark.parametrize("actions, error", [
    ([1], ValueError), ([1, 1, 1], ValueError), (1, ValueError), ([[1, 1]], ValueError), ([1.0, 1.0], TypeError),
    (["R", "R"], TypeError), ([1, 8], ValueError), ([-1, 1], ValueError), (numpy.array([1, 1], object), TypeError),
    (numpy.array([1 << 63, 1], "u8"), ValueError), (None, ValueError), ([1 << 70, 1], TypeError),
])
def test_wrong_actions(actions, error):
    envs = mazewright.vector_env("rook:5x5#7", 2)
    before, _ = envs.reset()
    with pytest.raises(error):
        envs.step(actions)
    assert envs.state(0) == envs.maze(0).start


def test_wrong_order():
    env, envs = mazewright.env("rook 2x1\n[1] G\n"), mazewright.vector_env("rook 2x1\n[1] G\n", 2)
    for step in (lambda: env.step(1), lambda: envs.step([1, 1])):
        with pytest.raises(RuntimeError, match="has not begun"):
            step()
    with pytest.raises(RuntimeError, match="first reset"):
        envs.reset(options={"reset_mask": numpy.array([True, False])})
    env.reset()
    assert env.step(1)[2]
    with pytest.raises(RuntimeError, match="is over"):
        env.step(1)
    envs.reset()
    for close in (env.close, env.close, envs.close, envs.close):
        close()
    for use in (lambda: env.step(1), lambda: envs.step([1, 1]), env.reset, envs.reset, lambda: env.state,
                lambda: env.maze, lambda: envs.maze(0)):
        with pytest.raises(RuntimeError, match="closed"):
            use()


def test_wrong_resets():
    env, envs = mazewright.env("rook:5x5#7"), mazewright.vector_env("rook:5x5#7", 2)
    for seed, error in ((-1, ValueError), (1 << 64, ValueError), (1.5, TypeError), ("x", TypeError)):
        for one in (env, envs):
            with pytest.raises(error):
                one.reset(seed=seed)
    with pytest.raises(ValueError, match="2 games"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=[1, 2])
    for mask in ([True], [1, 0], numpy.array([True]), "x"):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    for game in (-1, 2, 1 << 70):
        with pytest.raises((IndexError, OverflowError)):
            envs.state(game)


def test_threads():
    envs, failed = mazewright.vector_env("die:6x6", 64, max_steps=2), []
    envs.reset(seed=1)

    def play():
        for _ in range(200):
            try:
                envs.step([0] * 64)
            except RuntimeError as error:
                failed.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(failed) <= {"another thread is playing these games now"}
    envs.step([0] * 64)
