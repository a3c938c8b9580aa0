/** Loads each entry that a package exports, in both ways, and prints those whose two ways differ. */
const { exports: entries, name } = require(`${process.argv[2]}/package.json`);

async function printDiffering() {
  const found = [];
  for (const [key, target] of Object.entries(entries)) {
    // Patterns and documents are no modules; the matcher loads inside of vitest alone, and a test of its own does that.
    if (typeof target === 'string' || key === './vitest') continue;
    const entry = `${name}${key.slice(1)}`;
    const imported = Object.keys(await import(entry));
    const required = Object.keys(require(entry));
    const same = required.length > 0 && imported.every((exported) => required.includes(exported));
    if (!same) found.push(entry);
  }
  console.log(JSON.stringify(found));
}

void printDiffering();
