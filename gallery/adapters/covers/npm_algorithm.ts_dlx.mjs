// @algorithm.ts/dlx: solve returns one cover, or null; rows and columns start at 1.
import { DancingLinkX } from "@algorithm.ts/dlx";

export function covers(primary, options) {
  const links = new DancingLinkX({ MAX_N: options.flat().length + primary.length + 1 });
  links.init(primary.length);
  for (const [number, option] of options.entries())
    links.addRow(number + 1, option.map((item) => primary.indexOf(item) + 1));
  return () => links.solve()?.map((row) => row - 1) ?? null;
}
