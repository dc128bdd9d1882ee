/** Apart from the marks, because it stands where they could not be loaded. */
export const NotCheckedMark = () => <p className="avoided-mark">We could not check what you avoid.</p>
