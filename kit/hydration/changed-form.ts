/** Compares with what the server sent, because a visitor may fill in fields before any script runs. */
export const isFormChanged = ({ elements }: Pick<HTMLFormElement, 'elements'>): boolean =>
  [...elements].some((element) => {
    const { options, selectedIndex, checked, defaultChecked, value, defaultValue } = element as Partial<
      HTMLSelectElement & HTMLInputElement
    >
    if (options)
      return (
        selectedIndex !==
        Math.max(
          0,
          [...options].findIndex((option) => option.defaultSelected),
        )
      )
    if (/^(checkbox|radio)$/.test((element as HTMLInputElement).type)) return checked !== defaultChecked
    // A button has a value but no default.
    return defaultValue !== undefined && value !== defaultValue
  })
