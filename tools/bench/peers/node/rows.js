/** A row for each turn in SQLite, on the disk before anybody hears that it is stored. */
import { DatabaseSync } from 'node:sqlite';

export class Rows {
  /** @param {string} path of a new file */
  constructor(path) {
    this.database = new DatabaseSync(path);
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.database.exec(
      'CREATE TABLE turn(match TEXT, seq INTEGER, body TEXT, PRIMARY KEY(match, seq)) WITHOUT ROWID',
    );
    this.insert = this.database.prepare('INSERT INTO turn VALUES (?, ?, ?)');
    this.waiting = [];
  }

  /**
   * Store a turn in one transaction with all that arrived in the same turn of the event loop.
   * @param {string} match
   * @param {number} seq
   * @param {string} body
   * @returns {Promise<void>} resolved after the commit
   */
  add(match, seq, body) {
    if (!this.waiting.length) setImmediate(() => this.commit());
    return new Promise((resolve) => this.waiting.push({ row: [match, seq, body], resolve }));
  }

  commit() {
    const batch = this.waiting;
    this.waiting = [];
    this.database.exec('BEGIN');
    for (const { row } of batch) this.insert.run(...row);
    this.database.exec('COMMIT');
    for (const { resolve } of batch) resolve();
  }
}

/** What stores turns, or null: a server's first argument is its number of matches, its second a file. */
export const rowsOfArguments = () => (process.argv[3] ? new Rows(process.argv[3]) : null);
