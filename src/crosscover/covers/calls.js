// Call an exact-cover solver step by step, as calls.py does; only the text of this file is used, by `forms.py`.

const last = {};
const abandoned = [];

return (call, { a, take, again }) => {
  if (!again) {
    last.a = a;
    delete last.search;
  }
  const before = JSON.stringify(last.a);
  const started = performance.now();
  const isSearch = (it) => typeof it?.[Symbol.iterator] === "function" && typeof it !== "string" && it.length === undefined && it.size === undefined;
  const outcome = (value) => {
    if (typeof value === "function") {
      last.search = value;
      value = value();
    } else if (isSearch(value) && typeof value.next !== "function") {
      last.search = value;
    }
    let form = "value";
    if (isSearch(value)) {
      const iterator = value[Symbol.iterator]();
      value = [];
      form = "items";
      while (take === null || value.length < take) {
        const { done, value: item } = iterator.next();
        if (done) break;
        value.push(Array.isArray(item) ? [...item] : item);
      }
      abandoned.push(iterator);
    }
    const seconds = (performance.now() - started) / 1000;
    return { [form]: value, seconds, changed: JSON.stringify(last.a) !== before, again: "search" in last };
  };
  const found = last.search ?? call(last.a);
  return typeof found?.then === "function" ? found.then(outcome) : outcome(found);
};
