import type { PageContent } from './content.ts';

/** A page of 600 × 800 pt that contains only what a test puts there. */
export function blankPage(drawn: Partial<PageContent> = {}): PageContent {
  return {
    number: 1,
    width: 600,
    height: 800,
    items: [],
    rules: [],
    shadings: [],
    curves: [],
    pictures: [],
    ...drawn,
  };
}
