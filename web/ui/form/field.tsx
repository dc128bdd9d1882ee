import type { ReactNode } from 'react'
import { classNames } from '#web/ui/display/class-names.ts'

export type FieldTexts = {
  label: ReactNode
  name: string
  /** Stands in for the name where one page has the same name twice; the error summary links to it. */
  id?: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  className?: string
}

/** What a control needs to be tied to its label, hint and error. */
export function controlProps({ name, id = name, hint, error, required }: FieldTexts) {
  const described = classNames(hint ? `${id}-hint` : false, error ? `${id}-error` : false)
  return {
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    required: required || undefined,
  }
}

/** Label above, then hint, then what is wrong, then the control. */
export function Field({ children, ...texts }: FieldTexts & { children: ReactNode }) {
  const { label, name, id = name, hint, error, required, className } = texts
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id} className="field-label">
        {label}
        {required && (
          <span aria-hidden="true" className="text-laterite">
            *
          </span>
        )}
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
      {children}
    </div>
  )
}

export function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
    </>
  )
}

type Taken = keyof FieldTexts | 'aria-describedby' | 'aria-invalid'
/** A control's own attributes beside the texts of its field. */
export type Own<Attributes> = FieldTexts & Omit<Attributes, Taken>

/** The texts of a field apart from the attributes of the control in it. */
export function split<Props extends FieldTexts>(props: Props) {
  const { label, name, id, hint, error, required, className, ...rest } = props
  const texts: FieldTexts = { label, name, id, hint, error, required, className }
  return { texts, rest }
}
