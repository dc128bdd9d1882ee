/** Labels write allergens in capitals: one word of them, or several in a row. */
const IN_CAPITALS = /(\b\p{Lu}{3,}(?:[ -]\p{Lu}{3,})*\b)/u

/** A text of the label with its allergens in bold as well as in capitals, so that they stand out in either. */
export function Emphasised({ text }: { text: string }) {
  return <p>{text.split(IN_CAPITALS).map((part, place) => (place % 2 === 1 ? <strong key={place}>{part}</strong> : part))}</p>
}
