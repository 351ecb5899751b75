/**
 * The document beside its elements. pdf.js, as the service itself uses it, is loaded when the first PDF is shown. The API
 * says no boxes (`bbox` is null), so they are found here: by an element's text among the words of its page. A scan has no
 * words, and a picture none either: they are shown without boxes.
 */
const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 900;
const DESCENT = 0.2;
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp'];
const PDF_FILES = new URL('pdf/', import.meta.url).href;

let library;

async function pdfLibrary() {
  library ??= import(`${PDF_FILES}pdf.min.mjs`).then(pdf => {
    pdf.GlobalWorkerOptions.workerSrc = `${PDF_FILES}pdf.worker.min.mjs`;
    return pdf;
  });
  return library;
}

/** @param {string | null} contentType */
export const canShow = contentType => contentType === 'application/pdf' || PICTURES.includes(contentType);

/** What can be shown page by page; `close` frees it. @param {File} file @param {string} contentType */
export async function openPreview(file, contentType) {
  if (contentType !== 'application/pdf') return picture(file);
  const pdf = await pdfLibrary();
  const task = pdf.getDocument({
    data: await file.arrayBuffer(),
    disableFontFace: true,
    enableXfa: false,
    isEvalSupported: false,
    useWasm: false,
    cMapUrl: `${PDF_FILES}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${PDF_FILES}standard_fonts/`,
    wasmUrl: `${PDF_FILES}wasm/`,
  });
  const opened = await task.promise;
  return {
    pages: opened.numPages,
    show: (place, number, elements, choose) => drawPage(pdf, opened, place, { number, elements, choose }),
    close: () => task.destroy(),
  };
}

function picture(file) {
  const address = URL.createObjectURL(file);
  return {
    pages: 1,
    show: async place => {
      const image = document.createElement('img');
      image.alt = 'The picture that was sent';
      image.src = address;
      place.replaceChildren(image);
      return 0;
    },
    close: () => URL.revokeObjectURL(address),
  };
}

async function drawPage(pdf, opened, place, { number, elements, choose }) {
  const page = await opened.getPage(number);
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: WIDTH / natural.width });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `Page ${number}; its text is under Text and Elements`);
  await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
  const words = wordsOf(pdf, await page.getTextContent(), viewport);
  const boxes = findBoxes(words, elements, number);
  const layer = document.createElementNS(SVG, 'svg');
  layer.setAttribute('viewBox', `0 0 ${canvas.width} ${canvas.height}`);
  layer.setAttribute('aria-hidden', 'true');
  for (const { index, left, top, right, bottom } of boxes) {
    const box = document.createElementNS(SVG, 'rect');
    const sides = { x: left - 2, y: top - 2, width: right - left + 4, height: bottom - top + 4 };
    for (const [name, value] of Object.entries(sides)) box.setAttribute(name, value.toFixed(1));
    box.dataset.element = String(index);
    box.addEventListener('click', () => choose(index));
    layer.append(box);
  }
  place.replaceChildren(canvas, layer);
  return boxes.length;
}

/** Each piece of the page's text, without its white space, and where it stands on the canvas. */
function wordsOf(pdf, { items }, viewport) {
  return items.flatMap(({ str, transform, width, height }) => {
    const text = letters(str ?? '');
    if (text === '') return [];
    const [a, b, c, d, x, y] = pdf.Util.transform(viewport.transform, transform);
    const size = Math.hypot(c, d);
    const along = Math.hypot(a, b) || 1;
    const [run, rise] = [(a / along) * width * viewport.scale, (b / along) * width * viewport.scale];
    const tall = height === 0 ? size : Math.max(size, height * viewport.scale);
    const [up, over] = [(d / (size || 1)) * tall, (c / (size || 1)) * tall];
    // Letters reach below the line they stand on by about a fifth of their size.
    const [downX, downY] = [-over * DESCENT, -up * DESCENT];
    const xs = [x + downX, x + run + downX, x + over, x + run + over];
    const ys = [y + downY, y + rise + downY, y + up, y + rise + up];
    return [
      {
        text,
        left: Math.min(...xs),
        right: Math.max(...xs),
        top: Math.min(...ys),
        bottom: Math.max(...ys),
      },
    ];
  });
}

const letters = text => text.normalize('NFKC').replace(/[\s\u00ad]+/g, '');

/** @param {any[]} elements all of the document; those of `page` are looked for, in turn. */
export function findBoxes(words, elements, page) {
  const all = words.map(({ text }) => text).join('');
  let from = 0;
  return elements.flatMap((element, index) => {
    if (element.page !== page) return [];
    const parts = partsOf(element);
    const found = parts
      .map(letters)
      .filter(Boolean)
      .flatMap(wanted => {
        const at = placeOf(all, wanted, from);
        if (at < 0) return [];
        from = at + (element.type === 'table' ? 0 : wanted.length);
        return wordsBetween(words, at, at + wanted.length);
      });
    if (found.length === 0) return [];
    return [
      {
        index,
        left: Math.min(...found.map(({ left }) => left)),
        top: Math.min(...found.map(({ top }) => top)),
        right: Math.max(...found.map(({ right }) => right)),
        bottom: Math.max(...found.map(({ bottom }) => bottom)),
      },
    ];
  });
}

/** The texts that stand on the page: a table's cells, a list's items without the marks that we set before them. */
function partsOf(element) {
  if (element.type === 'table') return element.cells.flat().map(({ text }) => text);
  if (element.items === undefined) return [element.text];
  return [...(element.type === 'list_item' ? [element.text] : []), ...element.items.flatMap(partsOf)];
}

/** Behind the element before it, or else anywhere: pages are not always drawn in the order they are read in. */
function placeOf(all, wanted, from) {
  const behind = all.indexOf(wanted, from);
  if (behind >= 0) return behind;
  const anywhere = all.indexOf(wanted);
  // A word that a producer hyphenated, or a number that a list counts by itself: its beginning will do.
  return anywhere >= 0 || wanted.length < 24 ? anywhere : all.indexOf(wanted.slice(0, 24));
}

function wordsBetween(words, begin, end) {
  let at = 0;
  return words.filter(({ text }) => {
    const start = at;
    at += text.length;
    return at > begin && start < end;
  });
}
