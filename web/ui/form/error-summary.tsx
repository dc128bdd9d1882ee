import { useEffect, useRef } from 'react'
import { messages } from '#shop/messages/messages.ts'

type ErrorSummaryProps = {
  /** Field id (its name, unless the field was given another) to sentence. */
  errors: Readonly<Record<string, string>>
  /** A sentence about the form as a whole, shown first. */
  message?: string | undefined
  title?: string
  /** What brought the sentences, where they grow fewer while somebody puts them right: that alone is no news. */
  cause?: unknown
}

/** What is wrong with a form, with a link to each field; it takes the focus whenever it says something new. */
export function ErrorSummary({ errors, message, title = messages.thereIsAProblem, cause = errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // Two fields may lack the same, as two passwords do: it is said once, and leads to the first of them.
  const entries = Object.entries(errors).filter(([, text], index, all) => all.findIndex(([, other]) => other === text) === index)
  const isShown = entries.length > 0 || Boolean(message)
  useEffect(() => {
    if (isShown) box.current?.focus()
  }, [cause, message, isShown])
  if (!isShown) return null
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title" className="text-xl">
        {title}
      </h2>
      {message && <p className="mt-2">{message}</p>}
      {entries.length > 0 && (
        <ul className="mt-2 grid">
          {entries.map(([id, text]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="link inline-block py-1 font-semibold whitespace-pre-line text-laterite"
                onClick={(event) => {
                  const field = document.getElementById(id)
                  if (!field) return
                  event.preventDefault()
                  field.focus()
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
