import type { ReactNode } from 'react'
import { classNames } from '#kit/display/class-names.ts'

export type FieldProps = {
  label: ReactNode
  name: string
  id?: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  className?: string
}

export function controlProps({ name, id = name, hint, error, required }: FieldProps) {
  const described = classNames(hint ? `${id}-hint` : false, error ? `${id}-error` : false)
  return {
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? (true as const) : undefined,
    required: required || undefined,
  }
}

export function Field({ children, ...fieldProps }: FieldProps & { children: ReactNode }) {
  const { label, name, id = name, hint, error, required, className } = fieldProps
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id} className="field-label">
        <span>{label}</span>
        {required && (
          <span aria-hidden="true" className="text-laterite">
            *
          </span>
        )}
      </label>
      <FieldMessages id={id} hint={hint} error={error} />
      {children}
    </div>
  )
}

export function FieldMessages({
  id,
  hint,
  error,
}: {
  id: string
  hint?: ReactNode
  error?: string | undefined
}) {
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

type ReservedAttributes = keyof FieldProps | 'aria-describedby' | 'aria-invalid'
export type ControlAttributes<Attributes> = FieldProps & Omit<Attributes, ReservedAttributes>

export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { label, name, id, hint, error, required, className, ...rest } = props
  const fieldProps: FieldProps = { label, name, id, hint, error, required, className }
  return { fieldProps, rest }
}
