const unsavedForms = new Set<object>()

/** Whether a form of this page holds entries that nothing has saved. */
export const hasUnsavedChanges = (): boolean => unsavedForms.size > 0

export function setUnsavedChanges(form: object, isUnsaved: boolean) {
  if (isUnsaved) unsavedForms.add(form)
  else unsavedForms.delete(form)
}

export const discardUnsavedChanges = () => unsavedForms.clear()
