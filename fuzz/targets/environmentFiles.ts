import { parseEnvFile } from '../../src/core/configuration/launch/parseEnvFile';
import { hold, same, some, textIn, type Target } from '../target';

/** Files of environment variables that a configuration names. */
export const environmentFiles: Target = {
  name: 'environmentFiles',
  words: [
    ...['A=', 'export A=', 'PATH', 'a.b-c', '="', "='", '=`', '"', "'", '`', '\\n', '\\"', '\\', '#', ' # ', ':'],
    ...['\n', '\r\n', '\r', '\uFEFF', '[section]', '$A', '${A}', '__proto__=', '='],
  ],
  check(bytes) {
    const text = textIn(bytes);
    const values = parseEnvFile(text);
    const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    for (const [name, value] of values) {
      hold(/^[\w.-]+$/u.test(name), 'A variable has a name.', name);
      hold(lines.includes(name), 'A name is written in the file.', name);
      hold(value.length <= text.length, 'A value is no longer than the file.', value.length);
      for (const part of value.split(/[\n\r]/u)) hold(lines.includes(part), 'A value is written in the file.', part);
    }
    const entries = [...values];
    same([...parseEnvFile(lines)], entries, 'Ends of lines mean the same on each system.');
    same([...parseEnvFile(lines.replaceAll('\n', '\r\n'))], entries, 'Ends of lines mean the same on each system.');
    same(parseEnvFile(`${text}\nZ=last`).get('Z'), 'last', 'A line counts whatever stands before it.');
    checkWritten(entries);
    return `${some(values.size)} values${entries.some(([, value]) => value.includes('\n')) ? ', of several lines' : ''}`;
  },
};

/** Values that a quote can hold come back as they are. */
function checkWritten(entries: readonly (readonly [name: string, value: string])[]): void {
  const writable = entries.filter(([, value]) => !/['\r]/u.test(value));
  const text = writable.map(([name, value]) => `${name}='${value}'`).join('\n');
  same([...parseEnvFile(text)], writable, 'A value in quotes is read as it is written.');
}
