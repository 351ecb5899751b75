/** Request and response bodies of the HTTP interface, version 1.0.0. */

export interface Cell {
  text: string;
  colspan: number;
  rowspan: number;
  header: boolean;
}

export const ELEMENT_TYPES = ['heading', 'paragraph', 'list', 'list_item', 'table', 'image', 'code'] as const;

/** `offset` counts Unicode code points into the text that `format=text` returns for the same document. */
export interface Element {
  type: (typeof ELEMENT_TYPES)[number];
  text: string;
  page: number | null;
  offset: number;
  bbox: null;
  level?: 1 | 2 | 3 | 4 | 5 | 6;
  ordered?: boolean;
  items?: Element[];
  markdown?: string;
  html?: string;
  cells?: Cell[][];
  rows?: number;
  cols?: number;
  alt?: string;
  caption?: string | null;
}

export interface ExtractMetadata {
  content_type: string;
  bytes: number;
  chars: number;
  ocr: boolean;
}

export interface ExtractSuccess {
  status: 'success';
  extracted_text: string;
  metadata: ExtractMetadata;
}

export interface AdditiveMetadata extends ExtractMetadata {
  format: 'text' | 'markdown' | 'json';
  tier: 'standard' | 'premium';
  pages: number | null;
  vlm: boolean;
}

export interface JsonSuccess {
  status: 'success';
  elements: Element[];
  metadata: AdditiveMetadata;
}
