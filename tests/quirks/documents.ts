/**
 * Documents as people made them, each the smallest that shows what a public report says. `source`: repository and
 * thread; `own` where we know no report. `name` decides the format. `holds` and `lacks`: texts of the Markdown.
 */
import { onePagePdf, pdfStream } from '#tests/fixtures/documents/bombs.ts';
import {
  docxWith,
  epubWith,
  pptxOf,
  pptxWith,
  slideXml,
  wordPart,
  xlsxNumber,
  xlsxWith,
} from '#tests/fixtures/documents/office-of.ts';
import { entry, zip } from '#tests/fixtures/documents/zip-of.ts';

export type DocumentRow = {
  source: string;
  what: string;
  name: `${string}.${'docx' | 'xlsx' | 'pptx' | 'epub' | 'pdf' | 'csv' | 'ipynb'}`;
  bytes: () => Uint8Array<ArrayBuffer>;
  holds: readonly string[];
  lacks?: readonly string[];
};

const textOf = (text: string) => new TextEncoder().encode(text);
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const control = (content: string) =>
  `<w:sdt><w:sdtPr><w:id w:val="1"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const cell = (...content: string[]) => `<w:tc>${content.join('')}</w:tc>`;
const box = (content: string) =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
const shape = (text: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const helvetica = '/Font<</F 5 0 R/Z 6 0 R>>';
const fonts = [
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
];

const row = (...cells: string[]) => `<w:tr>${cells.map((each) => cell(paragraph(each))).join('')}</w:tr>`;
const item = (list: number, words: string, level = 0) =>
  paragraph(
    `<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`,
    run(words),
  );
const level = (at: number, start: number, format: string, label: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${label}"/></w:lvl>`;
/** List 1 counts from 1, list 2 counts the same from 1 again, list 3 counts from 5, list 4 has bullets. */
const docxWithLists = (body: string) =>
  docxWith(body, [{ id: 'n', type: 'numbering', target: 'numbering.xml' }], {
    'word/numbering.xml': wordPart(
      'numbering',
      `<w:abstractNum w:abstractNumId="0">${level(0, 1, 'decimal', '%1.')}${level(1, 1, 'decimal', '%2.')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 5, 'decimal', '%1.')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level(0, 1, 'bullet', '•')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>`,
    ),
  });

/** A book of three chapters, the second with this name, manifest entry and content. */
const book = (two: { packed?: Buffer; sum?: number }) => {
  const item = (id: string) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`;
  const chapter = (words: string) => `<html><body><p>${words}</p></body></html>`;
  const parts = {
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': `<package><manifest><item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>${item('c3')}${item('c1')}${item('c2')}</manifest><spine><itemref idref="c1"/><itemref idref="c2"/><itemref idref="c3"/></spine></package>`,
    'c3.xhtml': chapter('THREE'),
    'c2.xhtml': chapter('TWO, which is long enough to be deflated and then damaged'),
    'c1.xhtml': chapter('ONE'),
    'nav.xhtml': '<html><body><nav><ol><li>NAVIGATION</li></ol></nav></body></html>',
  };
  return zip(
    Object.entries(parts).map(([name, text]) => ({
      ...entry(name, Buffer.from(text)),
      ...(name === 'c2.xhtml' ? two : {}),
    })),
  );
};

export const documentRows: readonly DocumentRow[] = [
  {
    source: 'yfedoseev/office_oxide#152',
    what: 'a hyphen that does not break, a carriage return and a symbol are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph('<w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:r>') +
          paragraph('<w:r><w:t>ONE</w:t><w:cr/><w:t>TWO</w:t></w:r>') +
          paragraph(run('angle '), '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>'),
      ),
    holds: ['angle α'],
    lacks: ['email', 'ONETWO'],
  },
  {
    source: 'docling-project/docling#3923',
    what: 'a content control inside a line is lost',
    name: 'a.docx',
    bytes: () => docxWith(paragraph(run('Type: '), control(run('CONTROL VALUE')), run(' end'))),
    holds: ['Type: CONTROL VALUE end'],
  },
  {
    source: 'docling-project/docling#3946',
    what: 'a cell in a content control is lost, and the row moves to the left',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        `<w:tbl><w:tr>${cell(paragraph(run('Date')))}${cell(paragraph(run('By')))}</w:tr><w:tr>${control(cell(paragraph(run('1.2.2015'))))}${cell(paragraph(run('Acme')))}</w:tr></w:tbl>`,
      ),
    holds: ['| 1.2.2015 | Acme |'],
  },
  {
    source: 'yfedoseev/office_oxide#357',
    what: 'a text box whose content is in a content control is lost',
    name: 'a.docx',
    bytes: () => docxWith(paragraph(run('before'), box(control(paragraph(run('BOXED')))))),
    holds: ['before', 'BOXED'],
  },
  {
    source: 'python-openxml/python-docx#825',
    what: 'words in a smart tag are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(
          run('static void '),
          `<w:smartTag w:element="place">${run('Main')}</w:smartTag>`,
          run('()'),
        ),
      ),
    holds: ['static void Main()'],
  },
  {
    source: 'toxicphreAK/python-docx-ng#135',
    what: 'a paragraph in an element of custom XML is lost',
    name: 'a.docx',
    bytes: () => docxWith(`<w:customXml w:element="x">${paragraph(run('TAGGED'))}</w:customXml>`),
    holds: ['TAGGED'],
  },
  {
    source: 'plutext/docx4j#86',
    what: 'a document embedded as altChunk is lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(run('before')) + '<w:altChunk r:id="c"/>',
        [{ id: 'c', type: 'aFChunk', target: 'chunk.html' }],
        { 'word/chunk.html': '<html><body><p>From the <b>chunk</b></p></body></html>' },
      ),
    holds: ['before', 'From the **chunk**'],
  },
  {
    source: 'apache/poi#670',
    what: 'the deleted code of a field appears as text',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(
          run('Figure 1'),
          '<w:r><w:noBreakHyphen/></w:r>',
          '<w:del w:id="1"><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:delInstrText> SEQ x </w:delInstrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:delText>9</w:delText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:del>',
          run('1 shows'),
        ),
      ),
    holds: ['1 shows'],
    lacks: ['SEQ', '9', 'Figure 11'],
  },
  {
    source: 'SheetJS/sheetjs#2696',
    what: 'a format that only names a locale gets a dollar sign',
    name: 'a.xlsx',
    bytes: () => xlsxNumber('7', '[$-10409]#,##0;\\-#,##0'),
    holds: ['| 7 |'],
    lacks: ['$'],
  },
  {
    source: 'exceljs/exceljs#1409',
    what: 'an amount loses its currency',
    name: 'a.xlsx',
    bytes: () => xlsxNumber('340', '"$"#,##0.00'),
    holds: ['$340'],
  },
  {
    source: 'yfedoseev/office_oxide#164',
    what: 'the address of a cell that is a link is lost',
    name: 'a.xlsx',
    bytes: () =>
      xlsxWith('<row r="1"><c r="A1" t="inlineStr"><is><t>LABEL</t></is></c></row>', {
        after: '<hyperlinks><hyperlink ref="A1" r:id="h"/></hyperlinks>',
        sheetLinks: [{ id: 'h', type: 'hyperlink', target: 'https://example.org/x', isOutside: true }],
      }),
    holds: ['LABEL', 'https://example.org/x'],
  },
  {
    source: 'mholt/PapaParse#681',
    what: 'commas on further lines of a quoted cell decide the separator',
    name: 'a.csv',
    bytes: () => textOf('Field1;Field2;"F\ni,e,l,d\n,3"\n'),
    holds: ['| Field1 | Field2 | F<br>i,e,l,d<br>,3 |'],
  },
  {
    source: 'shuchkin/simplecsv#6',
    what: 'a quotation mark and a comma inside a cell decide the separator',
    name: 'a.csv',
    bytes: () => textOf('"cell 1";"cell 2"\n"cell 3";"cell ""4"", causing problem"\n'),
    holds: ['| cell 1 | cell 2 |', '| cell 3 | cell "4", causing problem |'],
  },
  {
    source: 'vincentlaucsb/csv-parser#140',
    what: 'semicolons inside the cells of one row decide the separator',
    name: 'a.csv',
    bytes: () => textOf('name,type,values\nalgorithm,string,one/two/three\nthreads,int32_t,1;2:3;4\n'),
    holds: ['| threads | int32_t | 1;2:3;4 |'],
  },
  {
    source: 'AndreaBozzo/dataprof#423',
    what: 'a quoted cell of two lines makes one column of all',
    name: 'a.csv',
    bytes: () => textOf('id,comment\n1,"line one\nline two"\n2,"normal"\n3,"has ""quotes"" inside"\n'),
    holds: ['| id | comment |', '| 1 | line one<br>line two |', '| 3 | has "quotes" inside |'],
  },
  {
    source: 'microsoft/markitdown#332',
    what: 'the text of grouped shapes is lost',
    name: 'a.pptx',
    bytes: () =>
      pptxWith(`<p:grpSp>${shape('GROUPED ONE')}<p:grpSp>${shape('GROUPED TWO')}</p:grpSp></p:grpSp>`),
    holds: ['GROUPED ONE', 'GROUPED TWO'],
  },
  {
    source: 'arc53/DocsGPT#2792',
    what: 'two shapes are glued',
    name: 'a.pptx',
    bytes: () => pptxWith(shape('FIRST BOX') + shape('SECOND BOX')),
    holds: ['FIRST BOX\n\nSECOND BOX'],
  },
  {
    source: 'mozilla/pdf.js#7445',
    what: 'bold that is drawn as two shifted copies is read twice',
    name: 'a.pdf',
    bytes: () =>
      onePagePdf(
        '4 0 R',
        helvetica,
        pdfStream('BT /F 9 Tf 80 60 Td (Omschrijving) Tj 0.18 0 Td (Omschrijving) Tj ET'),
        ...fonts,
      ),
    holds: ['Omschrijving'],
    lacks: ['OmschrijvingOmschrijving', 'Omschrijving Omschrijving'],
  },
  {
    source: 'yfedoseev/pdf_oxide#173',
    what: 'the state and the sign of check boxes appear as text, or are lost',
    name: 'a.pdf',
    bytes: () =>
      onePagePdf(
        '4 0 R/Annots[7 0 R 8 0 R]',
        helvetica,
        pdfStream('BT /F 9 Tf 80 60 Td (Form) Tj ET'),
        ...fonts,
        '<</Type/Annot/Subtype/Widget/FT/Btn/T(agree)/V/Yes/AS/Yes/MK<</CA(8)>>/Rect[9 9 19 19]/AP<</N<</Yes 9 0 R/Off 9 0 R>>>>>>',
        '<</Type/Annot/Subtype/Widget/FT/Btn/T(refuse)/V/Off/AS/Off/MK<</CA(8)>>/Rect[29 9 39 19]/AP<</N<</Yes 9 0 R/Off 9 0 R>>>>>>',
        pdfStream('', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
      ),
    holds: ['Form', 'agree'],
    lacks: ['8'],
  },
  {
    source: 'w3c/epub-specs#2690',
    what: 'notes in an aside of the chapter are lost',
    name: 'a.epub',
    bytes: () =>
      epubWith({
        'one.xhtml': '<p>The claim.<a href="#n1">1</a></p><aside id="n1"><p>1. The evidence.</p></aside>',
      }),
    holds: ['The claim.', 'The evidence.'],
  },
  {
    source: 'xberg-io/xberg#594',
    what: 'a chapter of another type is lost, although it names a fallback that can be read',
    name: 'a.epub',
    bytes: () =>
      epubWith(
        { 'one.xhtml': '<p>One</p>' },
        {
          manifest:
            '<item id="x" href="x.dat" media-type="application/x-own" fallback="y"/><item id="y" href="one.xhtml" media-type="application/xhtml+xml"/>',
          spine: '<itemref idref="x"/>',
        },
      ),
    holds: ['## Chapter 2'],
  },
  {
    source: 'docling-project/docling#4304',
    what: 'a list that goes on after a table is moved before it',
    name: 'a.docx',
    bytes: () =>
      docxWithLists(
        item(1, 'one') +
          item(1, 'two') +
          paragraph() +
          `<w:tbl>${row(run('Key'), run('Value'))}</w:tbl>` +
          item(1, 'three') +
          item(1, 'four'),
      ),
    holds: ['1. one\n2. two\n\n| Key | Value |\n| --- | --- |\n\n3. three\n4. four'],
  },
  {
    source: 'thomas-villani/all2md#494',
    what: 'the items of a list in a cell are joined',
    name: 'a.docx',
    bytes: () =>
      docxWithLists(
        `<w:tbl><w:tr>${cell(paragraph(run('The Supplier shall:')), item(1, 'deliver the goods'), item(1, 'on time', 1), item(1, 'in full', 1), item(1, 'invoice monthly'), item(4, 'bullet'), paragraph(run('Closing line.')))}</w:tr></w:tbl>`,
      ),
    holds: [
      'The Supplier shall:<ol><li>deliver the goods<ol><li>on time</li><li>in full</li></ol></li><li>invoice monthly</li></ol><ul><li>bullet</li></ul>Closing line.',
    ],
  },
  {
    source: 'thomas-villani/all2md#498',
    what: 'a list that starts again, or at 5, right after another one goes on with its numbers',
    name: 'a.docx',
    bytes: () =>
      docxWithLists(
        item(1, 'A1') +
          item(1, 'A2') +
          paragraph(run('between')) +
          item(1, 'A3') +
          item(2, 'B1') +
          item(2, 'B2') +
          item(2, 'inner', 1) +
          item(2, 'B3') +
          item(3, 'C5') +
          item(3, 'C6'),
      ),
    holds: ['2. A2', '3. A3', '1. B1', '2. B2', '1. inner', '3. B3', '5. C5', '6. C6'],
  },
  {
    source: 'docling-project/docling#3950',
    what: 'the words of a content control with a picture are lost',
    name: 'a.docx',
    bytes: () => {
      const picture =
        '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="logo" descr="Our logo"/><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="i"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
      return docxWith(
        control(paragraph(picture) + paragraph(run('ANNUAL REPORT')) + paragraph(run('Acme'), picture)),
        [{ id: 'i', type: 'image', target: 'media/i.png' }],
        { 'word/media/i.png': 'x' },
      );
    },
    holds: ['Our logo', 'ANNUAL REPORT', 'Acme'],
  },
  {
    source: 'thomas-villani/all2md#487',
    what: 'a row, the content of a cell and a table in content controls are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        `<w:tbl>${row(run('h1'), run('h2'))}${control(`<w:tr>${cell(paragraph(run('r1')))}${cell(control(paragraph(run('r2'))))}</w:tr>`)}</w:tbl>${control(`<w:tbl>${row(run('inside'))}</w:tbl>`)}`,
      ),
    holds: ['| h1 | h2 |', '| r1 | r2 |', '| inside |'],
  },
  {
    source: 'thomas-villani/all2md#480',
    what: 'inserted words and paragraphs are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(
          run('The quick '),
          `<w:del w:id="1"><w:r><w:delText>brown</w:delText></w:r></w:del>`,
          `<w:ins w:id="2">${run('crimson')}</w:ins>`,
          run(' fox.'),
        ) +
          paragraph(
            '<w:pPr><w:rPr><w:ins w:id="3"/></w:rPr></w:pPr>',
            `<w:ins w:id="4">${run('New.')}</w:ins>`,
          ),
      ),
    holds: ['The quick crimson fox.', 'New.'],
    lacks: ['brown'],
  },
  {
    source: 'yfedoseev/office_oxide#240',
    what: 'footnotes, endnotes and comments are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(
          run('Ouch'),
          '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>',
        ),
        [
          { id: 'f', type: 'footnotes', target: 'footnotes.xml' },
          { id: 'e', type: 'endnotes', target: 'endnotes.xml' },
          { id: 'c', type: 'comments', target: 'comments.xml' },
        ],
        {
          'word/footnotes.xml': wordPart(
            'footnotes',
            `<w:footnote w:id="2">${paragraph(run('A tachyon walks into a bar.'))}</w:footnote>`,
          ),
          'word/endnotes.xml': wordPart(
            'endnotes',
            `<w:endnote w:id="2">${paragraph(run('Fin.'))}</w:endnote>`,
          ),
          'word/comments.xml': wordPart(
            'comments',
            `<w:comment w:id="0">${paragraph(run('Is it so?'))}</w:comment>`,
          ),
        },
      ),
    holds: ['Ouch', 'A tachyon walks into a bar.', 'Fin.', 'Is it so?'],
  },
  {
    source: 'onyx-dot-app/onyx#13354',
    what: 'the result of a formula is not shown, or a formula without one is an empty cell',
    name: 'a.xlsx',
    bytes: () =>
      xlsxWith(
        '<row r="1"><c r="A1"><v>10</v></c><c r="B1"><f>SUM(A1:A1)*3</f><v>30</v></c><c r="C1"><f>A1*2</f></c><c r="D1"><f>A1*4</f><v></v></c></row>',
      ),
    holds: ['| 10 | 30 | =A1*2 | =A1*4 |'],
  },
  {
    source: 'yukiyokotani/office-open-xml-viewer#713',
    what: 'days counted from 1904 are four years early',
    name: 'a.xlsx',
    bytes: () =>
      xlsxWith('<row r="1"><c r="A1" s="0"><v>42369</v></c></row>', {
        book: '<workbookPr date1904="1"/>',
        styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
      }),
    holds: ['2020-01-01'],
  },
  ...(
    [
      ['developer0hye/office2pdf#750', '2', '"TRUE";"TRUE";"FALSE"', 'TRUE (2)'],
      ['developer0hye/office2pdf#750', '-3', '"TRUE";"TRUE";"FALSE"', 'TRUE (-3)'],
      ['developer0hye/office2pdf#750', '0', '"TRUE";"TRUE";"FALSE"', 'FALSE (0)'],
      ['own', '-1', '"Yes";;"No"', '-1'],
      ['own', '0', '0;-0;"nil"', 'nil (0)'],
      ['own', '0', '#,##0;-#,##0;"-"', '0'],
      ['own', '5', '0" Cr";0" Dr"', '5 Cr'],
      ['own', '-5', '0" Cr";0" Dr"', '5 Dr'],
      ['own', '-5', '0" kg";[Red]0" kg"', '-5 kg'],
      ['own', '5', '[>=100]0" high";0" low"', '5'],
      ['own', '7', ';;;', '7'],
    ] as const
  ).map(([source, value, format, shown]): DocumentRow => ({
    ...{ source, what: `${value} in the format ${format} is not ${shown}`, name: 'a.xlsx' },
    ...{ bytes: () => xlsxNumber(value, format), holds: [`| 1 | ${shown} |`] },
  })),
  {
    source: 'labring/FastGPT#7083',
    what: 'a bar or a line end in a cell makes further columns or rows',
    name: 'a.xlsx',
    bytes: () =>
      xlsxWith(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>a|b</t></is></c><c r="B1" t="inlineStr"><is><t xml:space="preserve">one\ntwo</t></is></c></row>',
      ),
    holds: ['| 1 | a\\|b | one<br>two |'],
  },
  ...[';', '\t', '|'].map((separator): DocumentRow => ({
    source: 'microsoft/markitdown#2517',
    what: `a table with ${JSON.stringify(separator)} is one column`,
    name: 'a.csv',
    bytes: () => textOf(`Name;Region;Units\nWidget;EU, UK;1,5\nGadget;US;7\n`.replaceAll(';', separator)),
    holds: ['| Name | Region | Units |', '| Widget | EU, UK | 1,5 |'],
  })),
  {
    source: 'johnkerl/miller#161',
    what: 'a byte order mark before a quoted header breaks it',
    name: 'a.csv',
    bytes: () => textOf('\ufeff"a","b"\n"1","2"\n'),
    holds: ['| a | b |\n| --- | --- |\n| 1 | 2 |'],
    lacks: ['\ufeff', '"'],
  },
  {
    source: 'genspark-ai/genoffice#456',
    what: 'slides are in the order of their names, with one that the presentation does not list',
    name: 'a.pptx',
    bytes: () =>
      pptxOf(
        { summary: { shapes: shape('Summary') }, slide1: { shapes: shape('Intro') } },
        { 'ppt/slides/slide2.xml': slideXml(shape('ORPHAN')) },
      ),
    holds: ['## Slide 1\n\nSummary\n\n## Slide 2\n\nIntro'],
    lacks: ['ORPHAN'],
  },
  {
    source: 'awslabs/ferret-scan#188',
    what: 'notes are given to another slide',
    name: 'a.pptx',
    bytes: () =>
      pptxOf(
        {
          slide1: { shapes: shape('ONE') },
          slide2: {
            shapes: shape('TWO'),
            links: [{ id: 'n', type: 'notesSlide', target: '../notesSlides/notesSlide1.xml' }],
          },
        },
        {
          'ppt/notesSlides/notesSlide1.xml': slideXml(
            shape('of two').replace('</p:nvSpPr>', '<p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr>'),
          ),
        },
      ),
    holds: ['## Slide 1\n\nONE\n\n## Slide 2\n\nTWO\n\nNotes: of two'],
  },
  {
    source: 'docling-project/docling#4199',
    what: 'chapters whose names are escaped are lost',
    name: 'a.epub',
    bytes: () =>
      epubWith({
        'chapter 1.xhtml': '<p>First</p>',
        'café.xhtml': '<p>Second</p>',
        '50%.xhtml': '<p>Third</p>',
      }),
    holds: ['First', 'Second', 'Third'],
  },
  {
    source: 'onyx-dot-app/onyx#14773',
    what: 'chapters come in the order of the archive, with the table of contents',
    name: 'a.epub',
    bytes: () => book({}),
    holds: ['## Chapter 1\n\nONE\n\n## Chapter 2\n\nTWO, which'],
    lacks: ['NAVIGATION'],
  },
  {
    source: 'onyx-dot-app/onyx#14773',
    what: 'a damaged chapter costs the book',
    name: 'a.epub',
    bytes: () => book({ packed: Buffer.alloc(40, 0xff) }),
    holds: ['ONE', '## Chapter 2\n\n(This chapter is left out. a.epub is damaged', 'THREE'],
  },
  {
    source: 'onyx-dot-app/onyx#14773',
    what: 'a chapter with a false checksum costs the book',
    name: 'a.epub',
    bytes: () => book({ sum: 1 }),
    holds: ['ONE', 'TWO', 'THREE'],
  },
  {
    source: 'pymupdf/PyMuPDF#2785',
    what: 'signs of several letters that are named by them are lost',
    name: 'a.pdf',
    bytes: () =>
      onePagePdf(
        '4 0 R',
        '/Font<</F 5 0 R>>',
        pdfStream(
          'BT /F 9 Tf 8 60 Td (Speci\\001cations of \\002uid se\\003ing \\004\\005\\006\\007 end) Tj ET',
        ),
        `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 1/LastChar 122/Widths[${'500 '.repeat(122)}]/Encoding<</Type/Encoding/Differences[1/f_i/f_l/t_t/a.sc/one.oldstyle/c_t/uni00660069]>>>>`,
      ),
    holds: ['Specifications of fluid setting a1ctfi end'],
  },
  {
    source: 'own',
    what: 'an equation is lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(run('Dose: '), '<m:oMath><m:r><m:t>5 mg</m:t></m:r></m:oMath>', run(' daily')) +
          paragraph(
            '<m:oMathPara><m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>y</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>z</m:t></m:r></m:e></m:rad><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:r><m:t>q</m:t></m:r></m:e></m:d></m:e></m:nary></m:oMath></m:oMathPara>',
          ),
      ),
    holds: ['Dose: 5 mg daily', 'x=(a+b)/2', 'y^2', '√z', '∑', 'i=1', '[q]'],
  },
  {
    source: 'own',
    what: 'simple fields, and fields whose text is in their code, are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(run('By '), `<w:fldSimple w:instr=" AUTHOR ">${run('Ann Lee')}</w:fldSimple>`, run('.')) +
          paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF x </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>',
            run('Table 7'),
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
          ) +
          paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> MACROBUTTON NoMacro [Click here]</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
          ) +
          paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="green"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
          ),
      ),
    holds: ['By Ann Lee.', 'Table 7', '[Click here]', 'green'],
    lacks: ['REF', 'MACROBUTTON', 'red'],
  },
  {
    source: 'own',
    what: 'words with a reading above them, and words in the other direction, are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(
          `<w:r><w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`,
          run('を学ぶ'),
        ) +
          paragraph(`<w:bdo w:val="rtl">${run('שלום')}</w:bdo>`, `<w:dir w:val="rtl">${run('עולם')}</w:dir>`),
      ),
    holds: ['漢字(かんじ)を学ぶ', 'שלום', 'עולם'],
  },
  {
    source: 'own',
    what: 'checked and unchecked boxes are lost, or look alike',
    name: 'a.docx',
    bytes: () => {
      const sign = (isChecked: boolean) =>
        `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${isChecked ? 1 : 0}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(isChecked ? '☒' : '☐')}</w:sdtContent></w:sdt>`;
      const form = (isChecked: boolean) =>
        `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked w:val="${isChecked ? 1 : 0}"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
      return docxWith(
        paragraph(sign(true), run(' yes')) +
          paragraph(sign(false), run(' no')) +
          paragraph(form(true), run(' old yes')) +
          paragraph(form(false), run(' old no')),
      );
    },
    holds: ['☑ yes', '☐ no', '☑ old yes', '☐ old no'],
  },
  {
    source: 'own',
    what: 'headers and footers are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(run('Body')),
        [
          { id: 'h', type: 'header', target: 'header1.xml' },
          { id: 'h2', type: 'header', target: 'header2.xml' },
          { id: 'f', type: 'footer', target: 'footer1.xml' },
          { id: 'f2', type: 'footer', target: 'footer2.xml' },
        ],
        {
          'word/header1.xml': wordPart('hdr', paragraph(run('Confidential'))),
          'word/header2.xml': wordPart('hdr', paragraph(run('Confidential'))),
          'word/footer1.xml': wordPart('ftr', paragraph(run('Acme Ltd, Bonn'))),
          'word/footer2.xml': wordPart('ftr', paragraph(run('17'))),
        },
      ),
    holds: ['Header: Confidential\n\nBody\n\nFooter: Acme Ltd, Bonn'],
    lacks: ['17'],
  },
  {
    source: 'own',
    what: 'a list that starts at 5, or goes on after a paragraph, starts at 1; other labels are lost',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        item(1, 'five') +
          item(1, 'six') +
          paragraph(run('between')) +
          item(1, 'seven') +
          paragraph(run('then')) +
          item(2, 'letter'),
        [{ id: 'n', type: 'numbering', target: 'numbering.xml' }],
        {
          'word/numbering.xml': wordPart(
            'numbering',
            `<w:abstractNum w:abstractNumId="0">${level(0, 5, 'decimal', '%1.')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 2, 'lowerLetter', '(%1)')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`,
          ),
        },
      ),
    holds: ['5. five', '6. six', '7. seven', '(b) letter'],
  },
  {
    source: 'own',
    what: 'an aligning tab glues words',
    name: 'a.docx',
    bytes: () =>
      docxWith(paragraph('<w:r><w:t>left</w:t><w:ptab w:alignment="right"/><w:t>right</w:t></w:r>')),
    holds: ['left', 'right'],
    lacks: ['leftright'],
  },
  {
    source: 'own',
    what: 'a link or a picture without its relation makes the file unreadable',
    name: 'a.docx',
    bytes: () =>
      docxWith(
        paragraph(run('See '), `<w:hyperlink r:id="gone">${run('the site')}</w:hyperlink>`) +
          paragraph(
            '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="gone"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
            run('after'),
          ),
      ),
    holds: ['See the site', 'after'],
  },
  {
    source: 'own',
    what: 'leading zeros and a prefix of a format are lost',
    name: 'a.xlsx',
    bytes: () => xlsxNumber('42', '00000'),
    holds: ['| 00042 |'],
  },
  {
    source: 'own',
    what: 'the prefix of a format is lost',
    name: 'a.xlsx',
    bytes: () => xlsxNumber('7', '"INV-"0000'),
    holds: ['| INV-0007 |'],
  },
  {
    source: 'own',
    what: 'a reading is joined to its word in a cell',
    name: 'a.xlsx',
    bytes: () =>
      xlsxWith(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c></row>',
      ),
    holds: ['| 東京 |'],
  },
  {
    source: 'own',
    what: 'a reading is joined to its word in a book',
    name: 'a.epub',
    bytes: () =>
      epubWith({
        'one.xhtml':
          '<p><ruby>漢字<rt>かんじ</rt></ruby>を<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>で</p>',
      }),
    holds: ['漢字(かんじ)を東京(とうきょう)で'],
  },
  {
    source: 'own',
    what: 'HTML beside the name of a Styler, and HTML alone, are lost',
    name: 'a.ipynb',
    bytes: () => {
      const output = (data: object) => ({ output_type: 'display_data', metadata: {}, data });
      return textOf(
        JSON.stringify({
          nbformat: 4,
          cells: [
            {
              cell_type: 'code',
              source: 'df.style',
              outputs: [
                output({
                  'text/html':
                    '<style>td{}</style><table><tr><th>city</th></tr><tr><td>Bonn</td></tr></table>',
                  'text/plain': '<pandas.io.formats.style.Styler at 0x7f3a2c>',
                }),
                output({ 'text/html': ['<h2>Report</h2>', '<p>All good</p>'] }),
                output({ 'application/vnd.plotly.v1+json': {} }),
              ],
            },
          ],
        }),
      );
    },
    holds: ['Bonn', 'Report', 'All good', '[output: application/vnd.plotly.v1+json]'],
    lacks: ['Styler'],
  },
  {
    source: 'own',
    what: 'the line that names the separator becomes the header',
    name: 'a.csv',
    bytes: () => textOf('\ufeffsep=;\r\nname;price\r\nA, B;1,5\r\n'),
    holds: ['| name | price |\n| --- | --- |\n| A, B | 1,5 |'],
    lacks: ['sep='],
  },
  {
    source: 'own',
    what: 'a table in GBK is read as Latin-1',
    name: 'a.csv',
    bytes: () =>
      new Uint8Array(Buffer.from('d0d5c3fb2cb3c7cad00ad5c5c8fd2cb1b1beA90a'.replace('A9', 'a9'), 'hex')),
    holds: ['| 姓名 | 城市 |', '| 张三 | 北京 |'],
  },
  {
    source: 'own',
    what: 'a table in Shift-JIS is read as Latin-1',
    name: 'a.csv',
    bytes: () =>
      new Uint8Array(Buffer.from('96bc914f2c8f5a8f8a0a8e5293632c93 8c8b9e0a'.replaceAll(' ', ''), 'hex')),
    holds: ['| 名前 | 住所 |', '| 山田 | 東京 |'],
  },
  {
    source: 'own',
    what: 'a fraction on a slide is glued',
    name: 'a.pptx',
    bytes: () =>
      pptxWith(
        '<p:sp><p:txBody><a:p><a:r><a:t>Rate </a:t></a:r><a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>12</m:t></m:r></m:den></m:f></m:oMath></a14:m></a:p></p:txBody></p:sp>',
      ),
    holds: ['Rate 1/12'],
  },
];
