/** Loads each entry that packages export, in both ways, and prints those whose two ways differ. */
async function printDiffering(names) {
  const found = [];
  for (const name of names) {
    for (const [key, target] of Object.entries(require(`${name}/package.json`).exports)) {
      // Patterns and documents are no modules; the matcher loads inside of vitest alone, and a test of its own does that.
      if (typeof target === 'string' || key === './vitest') continue;
      const entry = `${name}${key.slice(1)}`;
      const imported = Object.keys(await import(entry));
      const required = Object.keys(require(entry));
      const same = required.length > 0 && imported.every((exported) => required.includes(exported));
      if (!same) found.push(entry);
    }
  }
  console.log(JSON.stringify(found));
}

void printDiffering(process.argv.slice(2));
