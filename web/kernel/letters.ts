const LATE_LETTERS = ["1em 'Figtree, come late'", "600 1em 'Ninth Bend Display, come late'"]
let haveCome = false

/** Fetches the shop's letters for the pages to come; where they were there in time this costs nothing more. */
export function fetchLetters() {
  Promise.all(LATE_LETTERS.map((letters) => document.fonts.load(letters))).then(
    () => (haveCome = true),
    () => undefined,
  )
}

/** A page change is the moment to put them on: everything is set anew, so nothing that is being read moves. */
export function putOnLetters() {
  if (haveCome) document.documentElement.classList.add('with-letters')
}
