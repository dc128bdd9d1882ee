import type { FormValidator } from '#kit/actions/use-field-errors.ts'

export const createValidityRules =
  (isInvalid: (validity: ValidityState) => boolean): FormValidator =>
  (_entries, form) =>
    Object.fromEntries(
      [...form.elements].flatMap((control) =>
        (control instanceof HTMLInputElement ||
          control instanceof HTMLSelectElement ||
          control instanceof HTMLTextAreaElement) &&
        isInvalid(control.validity)
          ? [[control.name, control.validationMessage]]
          : [],
      ),
    )

const allValidityErrors = createValidityRules(({ valid }) => !valid)
export const nativeValidationRules = () => allValidityErrors

const emptyRequired = createValidityRules(({ valueMissing }) => valueMissing)
/** Empty required fields, each with its message or the browser's. */
export const missingFields = (form: HTMLFormElement, messages: Readonly<Record<string, string>>) => {
  const missing = emptyRequired({}, form)
  return Object.fromEntries(Object.entries(missing).map(([name, text]) => [name, messages[name] ?? text]))
}
