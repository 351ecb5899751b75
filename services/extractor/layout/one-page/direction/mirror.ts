/** Mirrors a page, so that text read from right to left is laid out from left to right. */
import type { PageContent, PictureBox, Rectangle, Rule } from '../../page/content.ts';

export function mirroredPage(page: PageContent): PageContent {
  const { width } = page;
  const turn = <Box extends Rectangle | PictureBox>(box: Box): Box => ({
    ...box,
    left: width - box.right,
    right: width - box.left,
  });
  return {
    ...page,
    items: page.items.map(item => ({
      ...item,
      left: width - item.left - (item.angle === 0 ? item.width : 0),
    })),
    rules: page.rules.map(rule => mirroredRule(rule, width)),
    shadings: page.shadings.map(turn),
    curves: page.curves.map(turn),
    ...(page.whites && { whites: page.whites.map(rule => mirroredRule(rule, width)) }),
    ...(page.dots && { dots: page.dots.map(turn) }),
    pictures: page.pictures.map(turn),
  };
}

function mirroredRule(rule: Rule, width: number): Rule {
  if (rule.orientation === 'vertical') return { ...rule, position: width - rule.position };
  const joints = rule.joints?.map(joint => width - joint).reverse();
  return { ...rule, start: width - rule.end, end: width - rule.start, ...(joints && { joints }) };
}
