# Carol: walks to the goal and counts the steps, but never arrives.
import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    f = question["features"]
    x, steps = f["x"], 0
    while x != f["goal_x"] + 0.5:
        x += 1 if x < f["goal_x"] else -1
        steps += 1
    print(json.dumps({"id": question["id"], "estimate": steps}))
