declare module 'html-encoding-sniffer' {
  /** The WHATWG name of the encoding that the bytes' mark or declaration tells, or the default. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { maxPrescanBytes?: number; transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
