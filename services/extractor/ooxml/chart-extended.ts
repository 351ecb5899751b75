/**
 * Reads charts of Office 2016 and later (waterfall, treemap, funnel, …), which have a part of their own ([MS-ODRAWXML]
 * 2.24.3).
 */
import { child, childrenNamed, path, type XmlNode } from '../xml/tree.ts';
import { asWritten, joinedLevels, POINTS, type Points, type Series, shownAs } from './chart-points.ts';

/** Returns the series of `cx:chartSpace`; each names the data that it shows. */
export function extendedSeries(space: XmlNode): Series[] {
  const data = new Map(
    childrenNamed(child(space, 'cx:chartData'), 'cx:data').map(node => [node.attributes.id, node]),
  );
  const region = path(space, 'cx:chart', 'cx:plotArea', 'cx:plotAreaRegion');
  return childrenNamed(region, 'cx:series').map(series => {
    const shown = data.get(child(series, 'cx:dataId')?.attributes.val);
    return {
      name: path(series, 'cx:tx', 'cx:txData', 'cx:v')?.text.trim() ?? '',
      categories: levelsOf(child(shown, 'cx:strDim')),
      values: levelsOf(child(shown, 'cx:numDim')),
    };
  });
}

function levelsOf(dimension: XmlNode | undefined): Points {
  return joinedLevels(
    childrenNamed(dimension, 'cx:lvl').map(level => {
      const show = dimension?.name === 'cx:numDim' ? shownAs(level.attributes.formatCode) : asWritten;
      const points = childrenNamed(level, 'cx:pt').slice(0, POINTS);
      return new Map(points.map(point => [Number(point.attributes.idx), show(point.text)]));
    }),
  );
}
