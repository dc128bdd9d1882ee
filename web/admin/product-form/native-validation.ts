import type { FormRules } from '#web/forms/use-field-errors.ts'

/** What the browser itself knows of the fields of a form; `isFault` says which of it is at fault. */
export const faultsWhere =
  (isFault: (validity: ValidityState) => boolean): FormRules =>
  (_entries, form) =>
    Object.fromEntries(
      [...form.elements].flatMap((control) =>
        (control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) &&
        isFault(control.validity)
          ? [[control.name, control.validationMessage]]
          : [],
      ),
    )

/** Which fields are needed, and what is no number or out of bounds. */
const faultsTheBrowserSees = faultsWhere(({ valid }) => !valid)
export const nativeRules = () => faultsTheBrowserSees
