import type { LabelText } from '#shop/catalogue/labels/allergens.ts'

/** A text of the label with its allergens in bold as well as in capitals, so that they stand out in either. */
export function Emphasised({ text }: { text: LabelText[] }) {
  return <p>{text.map((run, place) => (run.isAllergen ? <strong key={place}>{run.text}</strong> : run.text))}</p>
}
