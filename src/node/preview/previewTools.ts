import { parse } from 'csv-parse/sync';
import type { PreviewTools } from '../../core/preview/parserPorts';

export const previewTools: PreviewTools = {
  toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
  parseCsv: (text, delimiter, maxRecords) => {
    const records: string[][] = [];
    try {
      parse(text, {
        delimiter,
        to: maxRecords,
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: true,
        // Collected one by one: when parsing breaks in the middle, the records before are still there.
        on_record: (record: string[]) => {
          records.push(record);
          return null;
        },
      });
      return { records, isBroken: false };
    } catch {
      return { records, isBroken: true };
    }
  },
};
