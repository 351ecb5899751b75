/** What an author wrote to describe a picture, without what programs put there by themselves. */
import { attributeOf, child, type XmlNode } from '../xml/tree.ts';

/** Office's own sentence behind a description that it made, in the languages it was met in. */
const MADE_BY_PROGRAM = new RegExp(
  [
    'Description (?:automatically generated|generated with )',
    'AI-generated content may be incorrect',
    'KI-generierte Inhalte können fehlerhaft sein',
    'Le contenu généré par l.IA peut être incorrect',
    'El contenido generado por IA puede ser incorrecto',
    'Il contenuto generato dall.IA potrebbe non essere corretto',
    'O conteúdo gerado por IA pode estar incorreto',
    'Automatisch generierte Beschreibung',
    'Description générée automatiquement',
    'Descripción generada automáticamente',
    'Descrizione generata automaticamente',
    'Descrição gerada automaticamente',
    'Automatisch gegenereerde beschrijving',
    'Automatisk generert beskrivelse',
    'Автоматически созданное описание',
    'Automatiskt genererad beskrivning',
    'Automatisk genereret beskrivelse',
    'Kuvaus luotu automaattisesti',
    'Opis wygenerowany automatycznie',
    'Popis byl vytvořen automaticky',
    'Mô tả được tạo tự động',
    '(?:(?:低い|中程度の|高い)精度で)?自動的に生成された説明',
    '(?:[低中高]度可信度)?描述已自动生成',
    'AI 生成的内容可能不正确',
    '自動產生的描述',
    '자동 생성된 설명',
    'เนื้อหาที่สร้างโดย AI อาจไม่ถูกต้อง',
  ].join('|'),
);

/** Blanks in a file's name; a sentence that ends in one has more. */
const NAME_BLANKS = 6;
const PICTURE_FILE = /\.(?:jpe?g|jfif|png|gif|bmp|wmf|emf|tiff?|svg|webp|pict?)$/i;
const PATH = /^(?:[a-z]:\\|\\\\|file:|https?:)/i;
/** An address with more than a host, and a picture that is written as one. */
const ADDRESS = /^(?:(?:blob:)?(?:https?|file|ftp):\/\/\S+\/\S+|data:[a-z]+\/[a-z0-9.+-]+[;,]\S*)$/i;
/** Outlook puts this word before a description, once each time the picture is forwarded. */
const LABEL = /^(?:Description:\s*)+/i;
/** Pictures of mails are named by the part that held them: `cid:image001.png@01D05A2F.6C2CC320`. */
const CONTENT_ID = /^cid:\S+$/i;

/** Programs that insert a picture leave its file's name or address, which describes nothing. */
export function authoredAlt(alt: string): string {
  if (alt === '') return '';
  const text = alt.slice(0, MADE_BY_PROGRAM.exec(alt)?.index).trim().replace(LABEL, '');
  if (CONTENT_ID.test(text) || ADDRESS.test(text)) return '';
  const isFile = PICTURE_FILE.test(text) && (PATH.test(text) || text.split(/\s+/).length - 1 <= NAME_BLANKS);
  return isFile ? '' : text;
}

/**
 * The author's description of a shape of any kind, or the title of one (ECMA-376 part 1, 21.1.2.2.8). Its first child, of the
 * namespace `prefix`, holds the properties that are not drawn.
 */
export function altOf(shape: XmlNode, prefix: 'p' | 'xdr'): string {
  const properties = shape.children.find(({ name }) => name.startsWith(`${prefix}:nv`));
  const own = child(properties, `${prefix}:cNvPr`);
  return authoredAlt(attributeOf(own, 'descr') ?? '') || authoredAlt(attributeOf(own, 'title') ?? '');
}
