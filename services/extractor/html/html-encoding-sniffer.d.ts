declare module 'html-encoding-sniffer' {
  /** Returns the WHATWG name of the encoding that the byte-order mark or the declaration gives, or the default. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { maxPrescanBytes?: number; transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
