// @ts-check
// Keeps the database in IndexedDB: a snapshot, and each batch of statements committed since. Several
// tabs may try to write; only the one that opened it last can.

/**
 * @typedef {object} Kept what was there when it was opened
 * @property {Uint8Array | null} snapshot a database file; null if there is none
 * @property {string[]} batches JSON lists of SQL statements, in order
 * @property {string} cookies
 * @property {boolean} lasting false if this browser does not let us keep anything
 */

const STORE = "kept";
const BATCHES = "batches";

/** @param {IDBRequest} request */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction */
const completed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () =>
      reject(transaction.error ?? new Error("another tab has taken over"));
  });

export class Keeping {
  /** @param {IDBDatabase | null} database null: nothing can be kept */
  constructor(database) {
    this.database = database;
    this.writer = crypto.randomUUID();
  }

  /** @param {string} name */
  static async open(name) {
    try {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore(STORE);
        opening.result.createObjectStore(BATCHES, { autoIncrement: true });
      };
      return new Keeping(await done(opening));
    } catch {
      return new Keeping(null);
    }
  }

  /**
   * Reads everything, and becomes the only writer.
   * @returns {Promise<Kept>}
   */
  async read() {
    try {
      if (this.database) return await this.#read();
    } catch {
      this.database = null; // not even a name may be written
    }
    return { snapshot: null, batches: [], cookies: "", lasting: false };
  }

  async #read() {
    const transaction = this.database.transaction([STORE, BATCHES], "readwrite");
    const kept = transaction.objectStore(STORE);
    kept.put(this.writer, "writer");
    const [snapshot, cookies, batches] = await Promise.all([
      done(kept.get("snapshot")),
      done(kept.get("cookies")),
      done(transaction.objectStore(BATCHES).getAll()),
    ]);
    await completed(transaction);
    return { snapshot: snapshot ?? null, batches, cookies: cookies ?? "", lasting: true };
  }

  /**
   * Keeps a batch of statements, or the cookies, or both. It is kept when this returns.
   * @param {string} batch
   * @param {string} cookies
   */
  async keep(batch, cookies) {
    await this.#write((kept, batches) => {
      if (batch) batches.add(batch);
      if (cookies) kept.put(cookies, "cookies");
    });
  }

  /**
   * Replaces the snapshot and all batches so far.
   * @param {Uint8Array} snapshot
   */
  async replace(snapshot) {
    await this.#write((kept, batches) => {
      kept.put(snapshot, "snapshot");
      batches.clear();
    });
  }

  /** @param {(kept: IDBObjectStore, batches: IDBObjectStore) => void} change */
  async #write(change) {
    if (!this.database) return;
    const transaction = this.database.transaction([STORE, BATCHES], "readwrite");
    const kept = transaction.objectStore(STORE);
    const writer = kept.get("writer");
    writer.onsuccess = () => {
      if (writer.result === this.writer) change(kept, transaction.objectStore(BATCHES));
      else transaction.abort();
    };
    await completed(transaction);
  }
}
