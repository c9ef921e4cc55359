// dlx: solve returns all covers of a matrix of 0 and 1.
import dlx from "dlx";

export function covers(primary, options) {
  return dlx.solve(options.map((option) => primary.map((item) => Number(option.includes(item)))));
}
