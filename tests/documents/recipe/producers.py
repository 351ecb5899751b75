"""Prints the documents of texts.py with each producer, in that producer's usual look."""
import html
import subprocess
import tempfile
from pathlib import Path

CSS = {
    'ruled': 'table{border-collapse:collapse}td,th{border:1px solid #444;padding:3px 8px}',
    'lines': 'table{border-collapse:collapse}td,th{padding:3px 10px}thead th{border-top:1px solid;border-bottom:1px solid}'
             'tbody tr:last-child td{border-bottom:1px solid}',
    'plain': 'td,th{padding:2px 14px 2px 0}',
    'shaded': 'table{border-collapse:collapse}td,th{padding:4px 12px}thead th{background:#d8e2ee}',
}


# Tables with more rows continue on the next page, with their header repeated.
LONG_ROWS = 40


def is_number(text):
    return text[:1] in '(0123456789' and text != ''


def html_table(block):
    align = lambda text: ' style="text-align:right"' if is_number(text) else ' style="text-align:left"'
    cells = lambda row, tag: ''.join(f'<{tag}{align(t if tag == "td" else block["rows"][0][i])}>{html.escape(t)}</{tag}>'
                                     for i, t in enumerate(row))
    caption = f'<p>{html.escape(block["caption"])}</p>' if block['caption'] else ''
    rows = ''.join(f'<tr>{cells(row, "td")}</tr>' for row in block['rows'])
    return (f'{caption}<table class="{block["look"]}"><thead><tr>{cells(block["head"], "th")}</tr></thead>'
            f'<tbody>{rows}</tbody></table>')


def html_of(blocks, columns):
    parts = []
    for block in blocks:
        if block['type'] == 'heading':
            parts.append(f'<h{block["level"]}>{html.escape(block["text"])}</h{block["level"]}>')
        elif block['type'] == 'paragraph':
            parts.append(f'<p>{html.escape(block["text"])}</p>')
        elif block['type'] == 'code':
            parts.append(f'<pre>{html.escape(block["text"])}</pre>')
        elif block['type'] == 'table':
            parts.append(html_table(block))
        else:
            tag = 'ol' if block['numbered'] else 'ul'
            inner = lambda below: f'<ul>{"".join(f"<li>{html.escape(t)}</li>" for t in below)}</ul>' if below else ''
            parts.append(f'<{tag}>{"".join(f"<li>{html.escape(t)}{inner(b)}</li>" for t, b in block["items"])}</{tag}>')
    looks = ''.join(rule.replace('table{', f'table.{look}{{').replace('td,th{', f'table.{look} td,table.{look} th{{')
                    .replace('thead th{', f'table.{look} thead th{{').replace('tbody tr', f'table.{look} tbody tr')
                    for look, rule in CSS.items())
    flow = '.flow{columns:2;column-gap:8mm;text-align:justify}' if columns else ''
    head, rest = (parts[0], parts[1:]) if columns else ('', parts)
    return (f'<html lang="en"><head><meta charset="utf-8"><style>@page{{size:A4;margin:22mm}}'
            f'body{{font-family:"DejaVu Serif";font-size:10pt}}{looks}{flow}</style></head>'
            f'<body>{head}<div class="flow">{"".join(rest)}</div></body></html>')


def weasyprint(blocks, name, out):
    from weasyprint import HTML
    HTML(string=html_of(blocks, name == 'paper')).write_pdf(out)


def libreoffice(blocks, name, out):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / 'document.html'
        source.write_text(html_of(blocks, False).replace('@page{size:A4;margin:22mm}', ''))
        subprocess.run(['soffice', f'-env:UserInstallation=file://{folder}/profile', '--headless', '--infilter=HTML (StarWriter)',
                        '--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, str(source)], check=True, capture_output=True)
        Path(out).write_bytes((Path(folder) / 'document.pdf').read_bytes())


def reportlab(blocks, name, out):
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import (BaseDocTemplate, Frame, ListFlowable, ListItem, PageTemplate, Paragraph, Preformatted,
                                    Spacer, Table)
    styles = getSampleStyleSheet()
    looks = {
        'ruled': [('GRID', (0, 0), (-1, -1), .5, colors.black)],
        'lines': [('LINEABOVE', (0, 0), (-1, 0), 1, colors.black), ('LINEBELOW', (0, 0), (-1, 0), .5, colors.black),
                  ('LINEBELOW', (0, -1), (-1, -1), 1, colors.black)],
        'plain': [], 'shaded': [('BACKGROUND', (0, 0), (-1, 0), colors.HexColor('#d8e2ee'))],
    }
    story = []
    for block in blocks:
        if block['type'] == 'heading':
            story.append(Paragraph(html.escape(block['text']), styles[f'Heading{block["level"]}']))
        elif block['type'] == 'paragraph':
            story.append(Paragraph(html.escape(block['text']), styles['BodyText']))
        elif block['type'] == 'code':
            story.append(Preformatted(block['text'], styles['Code']))
        elif block['type'] == 'table':
            if block['caption']:
                story.append(Paragraph(block['caption'], styles['BodyText']))
            numeric = [('ALIGN', (i, 0), (i, -1), 'RIGHT') for i, t in enumerate(block['rows'][0]) if is_number(t)]
            bold = [('FONTNAME', (0, 0), (-1, 0), 'Helvetica-Bold')]
            story += [Table([block['head'], *block['rows']], hAlign='LEFT', repeatRows=1, style=looks[block['look']] + numeric + bold), Spacer(1, 8)]
        else:
            entry = lambda text: Paragraph(html.escape(text), styles['BodyText'])
            bullet = {'bulletType': '1', 'bulletFormat': '%s.'} if block['numbered'] else {'bulletType': 'bullet', 'start': '•'}
            below = lambda texts: [ListFlowable([ListItem(entry(t)) for t in texts], bulletType='bullet', start='•')] if texts else []
            story.append(ListFlowable([ListItem([entry(t), *below(b)]) for t, b in block['items']], **bullet))
    width, height = A4
    frames = [Frame(56, 56, width - 112, height - 112)]
    if name == 'paper':
        frames = [Frame(48, 56, 242, height - 112), Frame(306, 56, 242, height - 112)]
    BaseDocTemplate(str(out), pagesize=A4, invariant=1, pageTemplates=[PageTemplate(frames=frames)]).build(story)


def fpdf2(blocks, name, out):
    from fpdf import FPDF
    from fpdf.enums import TableBordersLayout
    from fpdf.fonts import FontFace
    layouts = {'ruled': TableBordersLayout.ALL, 'lines': TableBordersLayout.MINIMAL, 'plain': TableBordersLayout.NONE,
               'shaded': TableBordersLayout.NONE}
    pdf = FPDF(format='A4')
    pdf.add_page()
    for block in blocks:
        if block['type'] == 'heading':
            pdf.ln(3)
            pdf.set_font('Helvetica', 'B', {1: 18, 2: 14, 3: 12}[block['level']])
            pdf.multi_cell(0, 8, block['text'], new_x='LMARGIN', new_y='NEXT')
        elif block['type'] == 'paragraph':
            pdf.set_font('Helvetica', '', 10)
            pdf.multi_cell(0, 5, block['text'], new_x='LMARGIN', new_y='NEXT', align='L')
            pdf.ln(2)
        elif block['type'] == 'code':
            pdf.set_font('Courier', '', 9)
            pdf.multi_cell(0, 4.5, block['text'], new_x='LMARGIN', new_y='NEXT', align='L')
            pdf.ln(2)
        elif block['type'] == 'table':
            pdf.set_font('Helvetica', '', 10)
            if block['caption']:
                pdf.multi_cell(0, 5, block['caption'], new_x='LMARGIN', new_y='NEXT')
                pdf.ln(1)
            align = ['RIGHT' if is_number(t) else 'LEFT' for t in block['rows'][0]]
            fill = (216, 226, 238) if block['look'] == 'shaded' else None
            with pdf.table(borders_layout=layouts[block['look']], text_align=align, width=130, align='LEFT',
                           headings_style=FontFace(emphasis='BOLD', fill_color=fill)) as printed:
                for row in [block['head'], *block['rows']]:
                    cells = printed.row()
                    for text in row:
                        cells.cell(text)
            pdf.ln(4)
        else:
            pdf.set_font('Helvetica', '', 10)
            for number, (text, below) in enumerate(block['items'], 1):
                for depth, mark, line in [(0, f'{number}.' if block['numbered'] else '\x95', text), *((1, '-', t) for t in below)]:
                    pdf.set_x(pdf.l_margin + 4 + 6 * depth)
                    pdf.cell(6, 5, mark)
                    pdf.multi_cell(0, 5, line, new_x='LMARGIN', new_y='NEXT', align='L')
            pdf.ln(2)
    pdf.output(str(out))


def typst(blocks, name, out):
    import typst as compiler
    plain = lambda text: ''.join(f'\\{c}' if c in '#$*_`<>@\\[]~/-+=' else c for c in text)
    strokes = {
        'ruled': 'stroke: 0.5pt', 'plain': 'stroke: none', 'shaded': 'stroke: none, fill: (_, y) => if y == 0 { rgb("#d8e2ee") }',
        'lines': 'stroke: (_, y) => if y == 0 { (top: 1pt, bottom: 0.5pt) } else { none }',
    }
    parts = ['#set page(paper: "a4", margin: 2.2cm' + (', columns: 2' if name == 'paper' else '') + ')', '#set par(justify: true)']
    for block in blocks:
        if block['type'] == 'heading':
            parts.append('=' * block['level'] + ' ' + plain(block['text']))
        elif block['type'] == 'paragraph':
            parts.append(plain(block['text']))
        elif block['type'] == 'code':
            parts.append('```\n' + block['text'] + '\n```')
        elif block['type'] == 'table':
            align = ', '.join('right' if is_number(t) else 'left' for t in block['rows'][0])
            cell = lambda text, bold=False: f'[*{plain(text)}*]' if bold and text else f'[{plain(text)}]'
            rows = ['table.header(' + ', '.join(cell(t, True) for t in block['head']) + ')', *(', '.join(map(cell, row)) for row in block['rows'])]
            if block['caption']:
                parts.append(plain(block['caption']))
            parts.append(f'#table(columns: {len(block["head"])}, align: ({align}), {strokes[block["look"]]},\n' + ',\n'.join(rows) + ')')
        else:
            lines = []
            for text, below in block['items']:
                lines.append(('+ ' if block['numbered'] else '- ') + plain(text))
                lines += ['  - ' + plain(t) for t in below]
            parts.append('\n'.join(lines))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / 'document.typ'
        source.write_text('\n\n'.join(parts))
        compiler.compile(str(source), output=str(out))


def groff(blocks, name, out):
    plain = lambda text: text.replace('\\', '\\e')
    lines = ['.ds CH', '.nr PS 10', '.nr VS 12'] + (['.nr LL 6.4i'] if name == 'paper' else [])
    for at, block in enumerate(blocks):
        if block['type'] == 'heading':
            lines += ['.TL' if block['level'] == 1 else '.SH ' + str(block['level']), plain(block['text'])]
            if block['level'] == 1 and name == 'paper':
                lines.append('.2C')
            elif block['level'] == 1 and blocks[at + 1]['type'] != 'heading':
                lines.append('.LP')
        elif block['type'] == 'paragraph':
            lines += ['.LP', plain(block['text'])]
        elif block['type'] == 'code':
            lines += ['.LP', '.DS I', '.ft CW', *block['text'].split('\n'), '.ft R', '.DE']
        elif block['type'] == 'table':
            if block['caption']:
                lines += ['.LP', plain(block['caption'])]
            spec = ' '.join('r' if is_number(t) else 'l' for t in block['rows'][0])
            bold = ' '.join(('r' if is_number(t) else 'l') + 'b' for t in block['rows'][0])
            option = 'allbox tab(@);' if block['look'] == 'ruled' else 'tab(@);'
            rows = ['@'.join(row) for row in [block['head'], *block['rows']]]
            if block['look'] == 'lines':
                rows = ['_', rows[0], '_', *rows[1:], '_']
            if len(rows) > LONG_ROWS:
                lines += ['.LP', '.TS H', option, bold, f'{spec}.', rows[0], '.TH', *rows[1:], '.TE']
            else:
                lines += ['.LP', '.TS', option, bold, f'{spec}.', *rows, '.TE']
        else:
            for number, (text, below) in enumerate(block['items'], 1):
                lines += [f'.IP {number}. 4' if block['numbered'] else '.IP \\(bu 4', plain(text)]
                if below:
                    lines += ['.RS', *(l for t in below for l in ('.IP \\- 3', plain(t))), '.RE']
    source = '\n'.join(lines) + '\n'
    printed = subprocess.run(['groff', '-Tpdf', '-t', '-ms', '-P-pa4'], input=source.encode(), check=True, capture_output=True)
    Path(out).write_bytes(printed.stdout)


PRODUCERS = {'weasyprint': weasyprint, 'libreoffice': libreoffice, 'reportlab': reportlab, 'fpdf2': fpdf2, 'typst': typst, 'groff': groff}
