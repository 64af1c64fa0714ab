// Stands in for @vscode/sqlite3 inside .cache/code-server, on Node's own SQLite; see codeServer.mjs. It has what the agent host calls:
// https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/agentHost/node/sessionDatabase.ts
const { DatabaseSync } = require('node:sqlite');

/** Runs `work` at once, and hands its result to the callback as SQLite's binding does: later, with `receiver` as `this`. */
function report(callback, receiver, work) {
  let error = null;
  let result;
  try {
    result = work();
  } catch (cause) {
    error = cause;
  }
  queueMicrotask(() => callback?.call(receiver, error, result));
}

/** The binding takes values that Node's SQLite refuses. */
function bindable(value) {
  if (typeof value === 'boolean') return Number(value);
  return value === undefined ? null : value;
}

class Database {
  constructor(file, callback) {
    report(callback, this, () => {
      this.database = new DatabaseSync(file);
    });
  }
  exec(sql, callback) {
    report(callback, this, () => this.database.exec(sql));
  }
  run(sql, values, callback) {
    const receiver = {};
    report(callback, receiver, () => {
      const { changes, lastInsertRowid } = this.database.prepare(sql).run(...values.map(bindable));
      receiver.changes = Number(changes);
      receiver.lastID = Number(lastInsertRowid);
    });
  }
  get(sql, values, callback) {
    report(callback, this, () => this.database.prepare(sql).get(...values.map(bindable)));
  }
  all(sql, values, callback) {
    report(callback, this, () => this.database.prepare(sql).all(...values.map(bindable)));
  }
  /** Statements run one after the other anyway. */
  serialize() {}
  close(callback) {
    report(callback, this, () => this.database.close());
  }
}

exports.Database = Database;
