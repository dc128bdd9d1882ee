import type { WrittenPart } from '#shop/text/written-parts.ts'

type DescriptionProps = { parts: readonly WrittenPart[]; className: string }

// A description never changes on an open page, so positions are its keys.
export const Description = ({ parts, className }: DescriptionProps) =>
  parts.length > 0 && (
    <div className={`description ${className}`}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          <p key={index}>{part}</p>
        ) : (
          <ul key={index}>
            {part.map((item, place) => (
              <li key={place}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
