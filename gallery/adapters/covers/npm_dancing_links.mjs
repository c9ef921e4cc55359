// dancing-links: createGenerator yields covers, as lists of the data of constraints; a solver can search again.
import { DancingLinks } from "dancing-links";

export function covers(primary, options, secondary) {
  const shape = { primaryColumns: primary.length, secondaryColumns: secondary.length };
  const solver = new DancingLinks().createSolver(shape);
  for (const [number, option] of options.entries())
    solver.addSparseConstraint(number, {
      primary: option.filter((item) => primary.includes(item)).map((item) => primary.indexOf(item)),
      secondary: option.filter((item) => !primary.includes(item)).map((item) => secondary.indexOf(item)),
    });
  return function* () {
    for (const cover of solver.createGenerator()) yield cover.map(({ data }) => data);
  };
}
