/** The content of a page: lines of text and PDF drawing operators. */
export interface PdfPage {
  /** Operators of a content stream, ASCII only; see {@link text} for the most common one. */
  readonly operators: readonly string[];
}

const a4 = { width: 595, height: 842 };

/**
 * Writes one line of text.
 * @param x points from the left edge
 * @param y points from the bottom edge
 */
export function text(x: number, y: number, size: number, words: string, font: 'serif' | 'italic' = 'serif'): string {
  return `BT /${font === 'serif' ? 'F1' : 'F2'} ${size} Tf ${x} ${y} Td (${escape(words)}) Tj ET`;
}

/** The standard fonts use WinAnsi here, whose upper half is almost Latin-1; other characters become “?”. */
function escape(words: string): string {
  return Array.from(words, (character) => {
    const code = character === '€' ? 0x80 : (character.codePointAt(0) ?? 0);
    if (code > 0xff) return '?';
    if (code > 0x7e) return `\\${code.toString(8)}`;
    return '()\\'.includes(character) ? `\\${character}` : character;
  }).join('');
}

/** Creates a PDF 1.4 file on A4 with Times and Times Italic. Source: ISO 32000-1, 7.5 (file structure). */
export function pdf(title: string, pages: readonly PdfPage[]): Uint8Array {
  const firstPage = 6;
  const pageNumbers = pages.map((_, index) => firstPage + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    font('Times-Roman'),
    font('Times-Italic'),
    `<< /Title (${escape(title)}) /Producer (Larkspur) >>`,
    ...pages.flatMap(({ operators }, index) => {
      const content = operators.join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] ` +
          `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  // Bytes above 127 in the second line tell programs that the file is binary.
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const crossReference = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${crossReference}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}
