/**
 * On-off properties of WordprocessingML (ECMA-376 part 1, 17.17.4): one that is present is on, unless its value says
 * otherwise.
 */
import type { XmlNode } from '../../xml/tree.ts';

export const isOff = (value: string | undefined): boolean => /^(?:0|false|off)$/.test(value ?? '');

export const isOn = (property: XmlNode | undefined): boolean =>
  property !== undefined && !isOff(property.attributes['w:val']);
