/**
 * Removes what programs that describe pictures add to their descriptions; it is kept in files that are printed or saved
 * from them.
 */

/** Office's sentence after a description that it generated, in the languages seen so far. */
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

/** The description before Office's sentence. */
export const beforeProgramNote = (description: string): string =>
  description.slice(0, MADE_BY_PROGRAM.exec(description)?.index);
