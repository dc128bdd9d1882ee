import type { LabelText } from '#shop/catalogue/labels/allergens.ts'

/** A text of the label with its allergens in bold as well as in capitals, so that they stand out in either. */
export function AllergenText({ text }: { text: LabelText[] }) {
  return <p>{text.map((segment, index) => (segment.isAllergen ? <strong key={index}>{segment.text}</strong> : segment.text))}</p>
}
