/** Five dice of Penta-Rush are thrown until at most two show the same symbol. */

import { chosen } from "../dice.js";

export const DICE = 5;
const MOST_ALIKE = 2;
const PAUSE = 700; // ms that a throw of three alike is seen

/** Return whether no more than two of these letters are equal. */
export function isLegal(letters) {
  return letters.every((letter) => letters.filter((other) => other === letter).length <= MOST_ALIKE);
}

/**
 * Throw *dice* that show *letters* until the throw is legal, and return it. `thrown(values)` shows
 * each throw before it tumbles, `again()` is called for one of three alike. A roll that is *given* falls so.
 */
export async function throwDice(dice, letters, { thrown, again, given }) {
  for (;;) {
    const values = given ?? Array.from({ length: DICE }, () => chosen(letters));
    thrown(values);
    await dice.tumble();
    if (isLegal(values)) return values;
    again();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
