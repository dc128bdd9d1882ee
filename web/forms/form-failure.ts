import { useActionData } from 'react-router'

export type FormFailure = { values: Record<string, string>; errors: Record<string, string>; message?: string }

export function useFormFailure(): FormFailure | undefined {
  const result = useActionData() as Partial<FormFailure> | undefined
  if (!result || (!result.errors && !result.message)) return undefined
  return {
    values: result.values ?? {},
    errors: result.errors ?? {},
    ...(result.message && { message: result.message }),
  }
}
