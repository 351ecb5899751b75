/** Reads one slide of a presentation (OpenDocument part 3, 10.2.4): its title first, then its content, then its notes. */
import type { Block } from '../../../../schemas/document.ts';
import { type FlowItem, gatherBlocks } from '../../story/flow.ts';
import { readShape, readStory } from './blocks.ts';
import { eachChild } from './each-child.ts';
import type { Story } from './story.ts';

/** Content that changes from slide to slide without saying anything about it. */
const FURNITURE = new Set(['date-time', 'page-number', 'header']);

/** LibreOffice writes those of slides under a name of its own. */
const COMMENTS = new Set(['office:annotation', 'officeooo:annotation']);

/** Reads to the end of the `draw:page` that was just opened. */
export function readSlide(story: Story): Block[] {
  const { reader, page } = story;
  const titles: Block[] = [];
  const others: FlowItem[] = [];
  const notes: FlowItem[] = [];
  const declared = story.footers.declared.get(reader.attribute('presentation:use-footer-name') ?? '') ?? '';
  const footers: FlowItem[] = declared === '' ? [] : [{ kind: 'paragraph', text: declared, page }];
  eachChild(reader, name => {
    const role = reader.attribute('presentation:class') ?? '';
    if (name === 'presentation:notes') notes.push(...readStory(story, () => skipsFurniture(story)));
    else if (COMMENTS.has(name)) story.comments.push(...readStory(story));
    else if (FURNITURE.has(role) || name === 'office:forms') reader.skip();
    else if (name.startsWith('draw:') && name !== 'draw:g' && name !== 'draw:a') {
      const shown: FlowItem[] = [];
      readShape(story, shown);
      if (role === 'footer') footers.push(...shown);
      else if (role === 'title') titles.push(...headingOf(shown, page));
      // The lists of two shapes are two.
      else others.push(...gatherBlocks(shown));
    }
  });
  const fresh = footers.filter(footer => isNew(footer, story.footers.told));
  return [...titles, ...gatherBlocks([...others, ...fresh, ...notes, ...story.comments.splice(0)])];
}

/** Skips the number and date that pages of notes have of their own. */
function skipsFurniture({ reader }: Story): boolean {
  const isFurniture = FURNITURE.has(reader.attribute('presentation:class') ?? '');
  if (isFurniture) reader.skip();
  return isFurniture;
}

/** Whether a footer is new; one that stands on every slide appears only once. */
function isNew(footer: FlowItem, told: Set<string>): boolean {
  const text = 'text' in footer ? footer.text : '';
  const isTold = text === '' || told.has(text);
  told.add(text);
  return !isTold;
}

function headingOf(blocks: readonly FlowItem[], page: number | null): Block[] {
  const text = blocks
    .map(block => ('text' in block ? block.text : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? [] : [{ kind: 'heading', level: 1, text, page }];
}
