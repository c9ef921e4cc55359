// dlxlib: solutionGenerator yields the covers of a matrix of 0 and 1.
import dlxlib from "dlxlib";

export function covers(primary, options) {
  return dlxlib.solutionGenerator(options.map((option) => primary.map((item) => Number(option.includes(item)))));
}
