// dancing-links: createGenerator yields covers, as lists of the data of constraints; a solver can search again.
import { DancingLinks } from "dancing-links";

export function covers(primary, options, secondary) {
  const shape = { primaryColumns: primary.length, secondaryColumns: secondary.length };
  const solver = new DancingLinks().createSolver(shape);
  const columns = (option, items) => option.filter((item) => items.includes(item)).map((item) => items.indexOf(item));
  for (const [number, option] of options.entries())
    solver.addSparseConstraint(number, { primary: columns(option, primary), secondary: columns(option, secondary) });
  return function* () {
    for (const cover of solver.createGenerator()) yield cover.map(({ data }) => data);
  };
}
