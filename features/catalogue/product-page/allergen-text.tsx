import type { LabelText } from '#features/catalogue/labels/allergens.ts'

export function AllergenText({ text }: { text: LabelText[] }) {
  return (
    <p className="whitespace-pre-line">
      {text.map((segment, index) =>
        segment.isAllergen ? <strong key={index}>{segment.text}</strong> : segment.text,
      )}
    </p>
  )
}
