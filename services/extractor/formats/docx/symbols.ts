export function symbolText(_font: string | undefined, char: string | undefined): string {
  const code = Number.parseInt(char ?? '', 16);
  return code > 0 && code < 0xe000 ? String.fromCodePoint(code) : '';
}
