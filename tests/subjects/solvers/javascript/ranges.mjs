export const range = (n) => [...Array(n).keys()];
