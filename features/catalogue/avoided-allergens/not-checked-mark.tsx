/** A separate file, because it replaces marks that could not be loaded. */
export const NotCheckedMark = () => <p className="avoided-mark">We could not check what you avoid.</p>
