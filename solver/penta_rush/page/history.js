/** What was there before, to undo and redo: whole values, which are small. */

const LONGEST = 300;

/** Return the history of a value. `push` what a change replaced; `undo` and `redo` return a value. */
export function makeHistory() {
  const past = [];
  const future = [];
  return {
    push(value) {
      past.push(value);
      if (past.length > LONGEST) past.shift();
      future.length = 0;
    },
    undo(now) {
      if (!past.length) return null;
      future.push(now);
      return past.pop();
    },
    redo(now) {
      if (!future.length) return null;
      past.push(now);
      return future.pop();
    },
    get canUndo() { return past.length > 0; },
    get canRedo() { return future.length > 0; },
  };
}
