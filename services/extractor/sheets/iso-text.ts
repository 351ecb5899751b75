/**
 * Returns an ISO 8601 date or time as cells show it: `2024-02-29T00:00:00.000Z` is a day, `2024-02-29T13:05:00` a day
 * with its time.
 */
export const isoText = (value: string): string =>
  value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace(/T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?$/, ' $1');
