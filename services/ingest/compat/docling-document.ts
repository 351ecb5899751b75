/** Writes elements as a DoclingDocument (docling-core's JSON schema), as far as they go. */

import { codePoints } from '../../../core/render/plain-text.ts';
import type { Element, JsonSuccess } from '../../../schemas/api.ts';
import { cellColumns } from '../../../schemas/cell-columns.ts';

/** Version of the schema that is written; docling-core reads all later minor versions of it. */
const SCHEMA_VERSION = '1.0.0';

interface Reference {
  $ref: string;
}

interface Node {
  self_ref: string;
  parent?: Reference;
  children: Reference[];
  [field: string]: unknown;
}

/** An empty box: we know an element's page but not its place on it. */
const NOWHERE = { l: 0, t: 0, r: 0, b: 0, coord_origin: 'TOPLEFT' };

export function doclingDocument({ elements, metadata }: JsonSuccess, fileName: string): object {
  const writer = new DocumentWriter();
  for (const element of elements) writer.add(element, writer.body);
  const pages = Array.from({ length: metadata.pages ?? 0 }, (_, at) => [
    String(at + 1),
    { size: { width: 0, height: 0 }, page_no: at + 1 },
  ]);
  return {
    schema_name: 'DoclingDocument',
    version: SCHEMA_VERSION,
    name: fileName.replace(/\.[^.]*$/, '') || fileName,
    origin: { mimetype: metadata.content_type, binary_hash: 0, filename: fileName },
    furniture: root('#/furniture', 'furniture'),
    body: writer.body,
    groups: writer.groups,
    texts: writer.texts,
    pictures: writer.pictures,
    tables: writer.tables,
    key_value_items: [],
    form_items: [],
    pages: Object.fromEntries(pages),
  };
}

function root(ref: string, layer: string): Node {
  return { self_ref: ref, children: [], content_layer: layer, name: '_root_', label: 'unspecified' };
}

class DocumentWriter {
  readonly body = root('#/body', 'body');
  readonly groups: Node[] = [];
  readonly texts: Node[] = [];
  readonly tables: Node[] = [];
  readonly pictures: Node[] = [];

  add(element: Element, parent: Node): void {
    switch (element.type) {
      case 'list':
        this.addList(element, parent);
        return;
      case 'table':
        this.place('tables', parent, { ...this.item(element), label: 'table', ...tableFields(element) });
        return;
      case 'image':
        this.addPicture(element, parent);
        return;
      case 'heading':
        this.addText(element, parent, headingLabel(element.level ?? 1));
        return;
      default:
        this.addText(element, parent, element.type === 'code' ? CODE : { label: 'text' });
    }
  }

  private addText(element: Element, parent: Node, label: object, text = element.text): Node {
    return this.place('texts', parent, { ...this.item(element, text), ...label, orig: text, text });
  }

  private addList(element: Element, parent: Node): void {
    const { items = [], ordered = false } = element;
    const group = this.place('groups', parent, { content_layer: 'body', name: 'list', label: 'list' });
    items.forEach((item, at) => {
      const marker = ordered ? `${at + 1}.` : '-';
      const node = this.addText(item, group, { label: 'list_item', enumerated: ordered, marker });
      for (const nested of item.items ?? []) this.addList(nested, node);
    });
  }

  private addPicture(element: Element, parent: Node): void {
    const picture = this.place('pictures', parent, {
      ...this.item(element),
      label: 'picture',
      captions: [],
      references: [],
      footnotes: [],
      annotations: [],
    });
    const said = [element.caption ?? '', element.alt ?? ''].filter(text => text !== '');
    picture.captions = said.map(text => {
      const caption = this.addText(element, picture, { label: 'caption' }, text);
      return { $ref: caption.self_ref };
    });
  }

  /** Page and character span; `charspan` counts code points, as Python does. */
  private item({ page, text: own }: Element, text = own): object {
    const prov = page === null ? [] : [{ page_no: page, bbox: NOWHERE, charspan: [0, codePoints(text)] }];
    return { content_layer: 'body', prov };
  }

  private place(kind: 'groups' | 'texts' | 'tables' | 'pictures', parent: Node, fields: object): Node {
    const nodes = this[kind];
    const node: Node = {
      self_ref: `#/${kind}/${nodes.length}`,
      parent: { $ref: parent.self_ref },
      children: [],
      ...fields,
    };
    nodes.push(node);
    parent.children.push({ $ref: node.self_ref });
    return node;
  }
}

/** Docling's section levels start below the title. */
const headingLabel = (level: number): object =>
  level === 1 ? { label: 'title' } : { label: 'section_header', level: level - 1 };

const CODE = { label: 'code', code_language: 'unknown', captions: [], references: [], footnotes: [] };

interface DoclingCell {
  row_span: number;
  col_span: number;
  start_row_offset_idx: number;
  end_row_offset_idx: number;
  start_col_offset_idx: number;
  end_col_offset_idx: number;
  text: string;
  column_header: boolean;
  row_header: boolean;
  row_section: boolean;
}

/** A table's cells at their places in the grid, counting the positions that spans cover. */
function tableFields({ cells = [], rows = 0, cols = 0 }: Element): object {
  const columns = cellColumns(cells);
  const placed: DoclingCell[] = cells.flatMap((row, at) =>
    row.map(({ text, colspan, rowspan, header }, i) => {
      const start = columns[at]?.[i] ?? 0;
      return {
        row_span: rowspan,
        col_span: colspan,
        start_row_offset_idx: at,
        end_row_offset_idx: at + rowspan,
        start_col_offset_idx: start,
        end_col_offset_idx: start + colspan,
        text,
        column_header: header,
        row_header: false,
        row_section: false,
      };
    }),
  );
  return {
    captions: [],
    references: [],
    footnotes: [],
    data: { table_cells: placed, num_rows: rows, num_cols: cols },
  };
}
