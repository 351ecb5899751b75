/** Elements as the page shows them. Whatever stands in a document is set as text, never as markup. */

/** @param {string} name @param {string} [text] */
export function node(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @param {any[]} elements @param {(index: number) => void} choose */
export function elementList(elements, choose) {
  return elements.map((element, index) => {
    const box = node('article');
    box.className = 'element';
    const page = element.page === null ? '' : `, page ${element.page}`;
    const kind = node('button', `${nameOf(element)}${page}`);
    kind.type = 'button';
    kind.className = 'kind';
    kind.addEventListener('click', () => choose(index));
    box.append(kind, contentOf(element));
    return box;
  });
}

const nameOf = ({ type, level }) => (type === 'heading' ? `heading, level ${level}` : type.replace('_', ' '));

function contentOf(element) {
  switch (element.type) {
    case 'heading': {
      const heading = node('p');
      heading.append(node('strong', element.text));
      return heading;
    }
    case 'list':
      return listOf(element);
    case 'table':
      return tableOf(element);
    case 'code':
      return node('pre', element.text);
    case 'image':
      return node('p', element.caption ?? element.alt ?? '');
    default:
      return node('p', element.text);
  }
}

function listOf({ ordered, items }) {
  const list = node(ordered ? 'ol' : 'ul');
  for (const item of items) {
    const row = node('li', item.text);
    for (const sublist of item.items ?? []) row.append(listOf(sublist));
    list.append(row);
  }
  return list;
}

function tableOf({ cells }) {
  const table = node('table');
  for (const row of cells) {
    const line = node('tr');
    for (const cell of row) {
      const made = node(cell.header ? 'th' : 'td', cell.text);
      if (cell.header && cell.text !== '') made.scope = cell.colspan > 1 ? 'colgroup' : 'col';
      if (cell.colspan > 1) made.colSpan = cell.colspan;
      if (cell.rowspan > 1) made.rowSpan = cell.rowspan;
      line.append(made);
    }
    table.append(line);
  }
  return table;
}

/**
 * The text that `format=text` answers for the same document: each element at its offset (in code points), and line feeds
 * between.
 * @param {any[]} elements
 */
export function textOf(elements) {
  const parts = [];
  let at = 0;
  for (const { text, offset } of elements) {
    // Inside of what stands before it: part of a text that was already said.
    if (offset < at) continue;
    parts.push('\n'.repeat(offset - at), text);
    at = offset + [...text].length;
  }
  return parts.join('');
}
