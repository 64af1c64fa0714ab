// Stands in for @vscode/spdlog inside .cache/code-server; see codeServer.mjs. Appends lines to a file, without rotation.
const fs = require('node:fs');
const path = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let defaultLevel = 2;

const pad = (value, width = 2) => String(value).padStart(width, '0');

function timestamp(now) {
  const date = [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');
  const time = [pad(now.getHours()), pad(now.getMinutes()), pad(now.getSeconds())].join(':');
  return `${date} ${time}.${pad(now.getMilliseconds(), 3)}`;
}

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = defaultLevel;
    this.raw = false;
  }
  write(level, message) {
    if (level < this.level || this.file === undefined) return;
    const text = this.raw ? message : `${timestamp(new Date())} [${names[level]}] ${message}\n`;
    try {
      fs.appendFileSync(this.file, text);
    } catch {
      // A log that cannot be written must not stop the editor.
    }
  }
  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  /**
   * VS Code only ever sets the pattern that `write` uses.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/log/node/spdlogLog.ts (createSpdLogLogger)
   */
  setPattern() {
    this.raw = false;
  }
  clearFormatters() {
    this.raw = true;
  }
  flush() {}
  drop() {
    this.file = undefined;
  }
}

async function createRotatingLogger(name, file) {
  await fs.promises.mkdir(path.dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

exports.version = 1;
exports.setLevel = (level) => (defaultLevel = level);
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;
