/** Returns the path of a key below a path. A key that would make it ambiguous is quoted: `doc."a.b"`. */
export function pathUnder(path: string, key: string): string {
  const step = key === '' || /[."[\]*…]/.test(key) ? JSON.stringify(key) : key;
  return path === '' ? step : `${path}.${step}`;
}
