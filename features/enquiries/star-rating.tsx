import { useState } from 'react'
import { FEEDBACK_RATING_DEFAULT, FEEDBACK_RATING_MAX, FEEDBACK_RATING_MIN } from '#shop/constants.ts'
import { FieldMessages } from '#kit/form/field.tsx'

const STARS = Array.from(
  { length: FEEDBACK_RATING_MAX - FEEDBACK_RATING_MIN + 1 },
  (_, index) => FEEDBACK_RATING_MIN + index,
)
const starsText = (count: number) => (count === 1 ? '1 star' : `${count} stars`)

type StarRatingProps = { name: string; rated: string | undefined; error: string | undefined }

/** Native radio buttons, for keyboard and screen readers; the stars are decorative. */
export function StarRating({ name, rated, error }: StarRatingProps) {
  const initial = STARS.find((count) => String(count) === rated) ?? FEEDBACK_RATING_DEFAULT
  const [chosen, setChosen] = useState<number>(initial)
  return (
    <fieldset className="field" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="field-label">
        Rating
        <span aria-hidden="true" className="text-laterite">
          *
        </span>
      </legend>
      <FieldMessages id={name} error={error} />
      <div className="stars">
        {STARS.map((count) => (
          <label key={count} htmlFor={idOf(name, count)}>
            <input
              type="radio"
              id={idOf(name, count)}
              name={name}
              value={count}
              defaultChecked={count === initial}
              onChange={() => setChosen(count)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m12 2.8 2.8 5.9 6.4.8-4.7 4.5 1.2 6.4L12 17.3l-5.7 3.1 1.2-6.4-4.7-4.5 6.4-.8z" />
            </svg>
            <span className="visually-hidden">{starsText(count)}</span>
          </label>
        ))}
        <span aria-hidden="true" className="pl-3 text-muted">
          {starsText(chosen)}
        </span>
      </div>
    </fieldset>
  )
}

/** The error summary links to the field name, so the first button has it as ID. */
const idOf = (name: string, count: number) => (count === FEEDBACK_RATING_MIN ? name : `${name}-${count}`)
