import { useEffect, useRef } from 'react'
import { messages } from '#shop/messages/messages.ts'

type ErrorSummaryProps = {
  errors: Readonly<Record<string, string>>
  message?: string | undefined
  title?: string
  /** The summary is focused only if this changes, not if errors are resolved while typing. */
  cause?: unknown
}

export function ErrorSummary({
  errors,
  message,
  title = messages.thereIsAProblem,
  cause = errors,
}: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // The same message at two fields (such as two passwords) links to the first.
  const entries = Object.entries(errors).filter(
    ([, text], index, all) => all.findIndex(([, other]) => other === text) === index,
  )
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
