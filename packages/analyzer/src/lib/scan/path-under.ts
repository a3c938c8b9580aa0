/** Returns the path of a key, or of all members of a map, below a path. A key that would make it ambiguous is quoted: `doc."a.b"`. */
export function pathUnder(path: string, key: string | null): string {
  const step = key === null ? '{*}' : key === '' || /[."[\]*…]/.test(key) ? JSON.stringify(key) : key;
  return path === '' ? step : `${path}.${step}`;
}
