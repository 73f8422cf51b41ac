# Bob: three heuristics in Python. The third one counts two moves for a die that shows no 1.
import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    f = question["features"]
    city = f["dx"] + f["dy"]
    estimates = [max(f["dx"], f["dy"]), city, city + 2 * (f["top"] != 1)]
    answer = {"id": question["id"], "estimate": estimates[question["heuristic"] - 1]}
    print(json.dumps(answer))
