/** Parses Kubernetes quantities: `250m`, `2`, `512Mi`, `5Gi`. */
const FACTORS: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
};

/** Cores or bytes; NaN for anything that is not a quantity. */
export function quantity(text: string | number | undefined): number {
  const [, amount = '', unit = ''] = /^([\d.]+)([a-zA-Z]*)$/.exec(String(text)) ?? [];
  return Number(amount || Number.NaN) * (FACTORS[unit] ?? Number.NaN);
}
