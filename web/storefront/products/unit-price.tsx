export function UnitPrice({ text }: { text: string | null }) {
  return text && <span className="unit-price">{text}</span>
}
