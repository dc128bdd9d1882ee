import type { FormValidator } from '#web/forms/use-field-errors.ts'

/** What the browser itself knows of the fields of a form; `isFault` says which of it is at fault. */
export const createValidityRules =
  (isInvalid: (validity: ValidityState) => boolean): FormValidator =>
  (_entries, form) =>
    Object.fromEntries(
      [...form.elements].flatMap((control) =>
        (control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) &&
        isInvalid(control.validity)
          ? [[control.name, control.validationMessage]]
          : [],
      ),
    )

/** Which fields are needed, and what is no number or out of bounds. */
const allValidityErrors = createValidityRules(({ valid }) => !valid)
export const nativeValidationRules = () => allValidityErrors
