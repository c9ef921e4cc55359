"""dancing-links: `AlgorithmC` takes the root of linked nodes; only headers of primary items are linked to the root."""

from dancing_links.algorithm_c import AlgorithmC, Header, Node


def covers(primary, options, secondary):
    """A search for covers, as lists of option numbers."""
    root = Header()
    headers = {item: Header(name=item) for item in (*primary, *secondary)}
    for item in primary:
        root.insert_left(headers[item])
    colors = {"": 0}
    for number, option in enumerate(options):
        first = None
        for item in option:
            name, _, color = item.partition(":")
            node = Node(headers[name], name, number, colors.setdefault(color, len(colors)))
            headers[name].insert_up(node)
            if first is None:
                first = node
            else:
                first.insert_left(node)
    solver = AlgorithmC(root)
    return lambda: ([node.row for node in cover] for cover in solver.solutions())
