import type { FormRules } from '#web/ui/standing-errors.ts'

/** What the browser itself knows of the fields of a form: which are needed, and what is no number or out of bounds. */
const faultsTheBrowserSees: FormRules = (_entries, form) =>
  Object.fromEntries(
    [...form.elements].flatMap((control) =>
      (control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) &&
      !control.validity.valid
        ? [[control.name, control.validationMessage]]
        : [],
    ),
  )
export const nativeRules = () => faultsTheBrowserSees
