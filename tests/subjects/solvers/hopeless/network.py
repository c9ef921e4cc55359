import json
from urllib.request import Request, urlopen

URL = 'http://sudoku-api.invalid/v1/solve'


def solve(puzzle):
    request = Request(URL, json.dumps({'puzzle': puzzle}).encode(), {'Content-Type': 'application/json'})
    with urlopen(request, timeout=5) as response:
        return json.load(response)['solution']
