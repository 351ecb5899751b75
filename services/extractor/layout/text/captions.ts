/** The beginnings of captions of figures and tables in several languages. */
export const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|chart|plate|map|photo|image|exhibit|box|listing|scheme|graph|diagram|abb(?:ildung|\.)?|tabelle|figura|tabla|cuadro|tabella|tableau|gr[aá]fico|рис(?:унок|\.)?|таблица|図|表)\s*[-–]?\s*(?:\d|[ivxlc]+\b|[a-z]?[-–.]?\d|[a-z][.:])/i;
