/**
 * Shows a cell's value by itself (OpenDocument part 3, 19.385): programs such as odfpy leave it to the reader to show
 * it, and write no paragraph.
 */
import { showGeneral } from '../../ooxml/number-code.ts';
import { isoText } from '../../sheets/iso-text.ts';
import type { XmlReader } from '../../xml/reader.ts';

/** Returns the text of the cell just opened; empty where it has no value. */
export function valueText(reader: XmlReader): string {
  const value = (name: string) => reader.attribute(`office:${name}`)?.trim() ?? '';
  switch (reader.attribute('office:value-type')) {
    // A missing point of a chart is `NaN`.
    case 'float':
      return numberText(value('value'));
    case 'percentage':
      return percentText(value('value'));
    case 'currency':
      return `${numberText(value('value'))} ${value('currency')}`.trim();
    case 'date':
      return isoText(value('date-value'));
    case 'time':
      return durationText(value('time-value'));
    case 'boolean':
      return value('boolean-value').toUpperCase();
    default:
      return value('string-value');
  }
}

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

const numberText = (text: string): string => (isNumber(text) ? showGeneral(Number(text)) : text);

const percentText = (text: string): string => (isNumber(text) ? `${showGeneral(Number(text) * 100)}%` : text);

/** Writes `PT30H15M00S` as `30:15:00`. */
const durationText = (text: string): string =>
  text.replace(
    /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/,
    (_, sign: string, hours = '0', minutes = '0', seconds = '0') =>
      `${sign}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}:${seconds.padStart(2, '0')}`,
  );
