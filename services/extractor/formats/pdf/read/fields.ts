/**
 * Reads what a form was filled in with (ISO 32000-1, 12.7): the value is what the author entered; the appearance is
 * only one way to draw it, and often missing.
 */

import type { Rectangle, TextItem } from '../../../layout/page/content.ts';
import { TICKED, UNTICKED } from '../../../tick-signs.ts';
import type { Matrix } from '../vectors/matrix.ts';
import type { Visibility } from '../vectors/operator-list.ts';
import { type Annotation, boxOf } from './annotations.ts';

const VALUE_CHARACTERS_CEILING = 20_000;
/** In points, where the field leaves the size to the viewer. */
const USUAL_SIZE = 10;
const LEADING_EM = 1.2;
const CHARACTER_EM = 0.5;
const PADDING_POINTS = 2;
/**
 * Share of the box's height, where the field leaves the size to the viewer; and distance from the middle of a line to
 * its baseline.
 */
const HEIGHT_SHARE = 0.8;
const MIDDLE_EM = 0.35;

/** An annotation that shows text, in view space. */
export interface Field extends Rectangle {
  id: string;
  /** Lines to show instead of the appearance; null to read what is drawn. */
  lines: string[] | null;
  /** Whether it is a check box instead of room for text. */
  isBox: boolean;
  /** Shown where the appearance draws no text. */
  fallback: string[];
  /** In points; 0 where the viewer chooses. */
  size: number;
}

/** Returns the fields by the annotations' ids, without those in hidden layers. */
export function fieldsOf(
  annotations: readonly Annotation[],
  view: Matrix,
  isVisible: Visibility = () => true,
): Map<string, Field> {
  const fields = annotations.flatMap((annotation): Field[] => {
    const content = contentOf(annotation);
    const box = boxOf(annotation.rect, view);
    if (content === null || box === null || annotation.hidden === true) return [];
    if (annotation.oc && !isVisible(annotation.oc)) return [];
    const size = annotation.defaultAppearanceData?.fontSize ?? 0;
    return [{ ...box, ...content, id: annotation.id ?? '', size }];
  });
  return new Map(fields.map(field => [field.id, field]));
}

/** Returns the page's words with the fields' values: a drawn check box is replaced by its state. */
export function withFields(
  { items, drawnFields }: { items: TextItem[]; drawnFields: ReadonlySet<string> },
  fields: ReadonlyMap<string, Field>,
): TextItem[] {
  if (fields.size === 0) return items;
  const boxes = [...fields.values()].filter(field => field.isBox);
  const read = items.filter(item => !BOX.test(item.text) || !boxes.some(box => holds(box, item)));
  for (const field of fields.values()) {
    const lines = field.lines ?? (drawnFields.has(field.id) ? [] : field.fallback);
    read.push(...itemsOfField(field, lines));
  }
  return read.map((item, index) => ({ ...item, index }));
}

const BOX = /^[□❏❑❒☐■▢○◯]$/u;

function holds(box: Rectangle, { left, width, baseline, size }: TextItem): boolean {
  const [x, y] = [left + width / 2, baseline - MIDDLE_EM * size];
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}

type Content = Pick<Field, 'lines' | 'isBox' | 'fallback'>;

function contentOf(annotation: Annotation): Content | null {
  const { subtype, fieldType } = annotation;
  if (subtype === 'FreeText') return drawn(linesOf(annotation.contentsObj?.str || annotation.richText?.str));
  if (subtype !== 'Widget' || annotation.password === true) return null;
  if (fieldType === 'Tx') return textContent(annotation);
  if (fieldType === 'Ch') return choiceContent(annotation);
  if (fieldType === 'Btn') return buttonContent(annotation);
  return null;
}

const drawn = (fallback: string[]): Content => ({ lines: null, isBox: false, fallback });

/**
 * Returns the content of a text field. What is drawn may be formatted, such as dates and amounts; a comb draws every
 * letter separately.
 */
function textContent({ fieldValue, comb }: Annotation): Content {
  const lines = linesOf(fieldValue);
  return comb === true ? { lines, isBox: false, fallback: [] } : drawn(lines);
}

/** Returns the content of a list, whose appearance draws all options: what was chosen is the answer. */
function choiceContent({ fieldValue, options = [], combo }: Annotation): Content {
  const values = Array.isArray(fieldValue) ? fieldValue : [];
  const chosen = values.map(
    value => options.find(option => option.exportValue === value)?.displayValue ?? value,
  );
  return combo === true ? drawn(chosen) : { lines: chosen, isBox: false, fallback: [] };
}

function buttonContent({
  checkBox,
  radioButton,
  fieldValue,
  exportValue,
  buttonValue,
}: Annotation): Content | null {
  const state = checkBox === true ? exportValue : radioButton === true ? buttonValue : undefined;
  if (typeof state !== 'string') return null;
  return { lines: [fieldValue === state ? TICKED : UNTICKED], isBox: true, fallback: [] };
}

function linesOf(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  return value.slice(0, VALUE_CHARACTERS_CEILING).split(/\r\n?|\n/);
}

const FONT = { name: 'field', bold: false, italic: false, monospace: false };

/** Returns the words of a field's own value, placed in its box as by a viewer and marked as belonging to the form. */
function itemsOfField(field: Field, lines: readonly string[]): TextItem[] {
  const height = field.bottom - field.top;
  const size = field.size > 0 ? field.size : Math.min(USUAL_SIZE, Math.max(1, height * HEIGHT_SHARE));
  const first = lines.length > 1 ? field.top + size : (field.top + field.bottom) / 2 + MIDDLE_EM * size;
  const items: TextItem[] = [];
  lines.forEach((line, row) => {
    let left = field.left + (field.isBox ? 0 : PADDING_POINTS);
    for (const text of line.split(/\s+/).filter(word => word !== '')) {
      const width = field.isBox ? field.right - field.left : CHARACTER_EM * size * text.length;
      items.push({
        text,
        spaceBefore: true,
        left,
        baseline: first + row * LEADING_EM * size,
        width,
        size,
        angle: 0,
        font: FONT,
        color: 0,
        invisible: false,
        index: 0,
        operator: undefined,
        isSpaceLeftOpen: undefined,
        markedContent: undefined,
        element: undefined,
        isWhole: undefined,
        opensColumn: undefined,
        field: true,
      });
      left += width + CHARACTER_EM * size;
    }
  });
  return items;
}
