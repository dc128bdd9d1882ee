/** Apart from the marks, because it stands where they could not be loaded. */
export const NotCheckedMark = () => <p className="avoided-mark">We could not check what you avoid.</p>

/** Chromium keeps a failed import until the page is loaded again, so that a second try alone would fail as well. */
export const ListNotLoadedNote = () => (
  <span role="alert" className="field-error block">
    Your list could not be loaded. Check your connection, then{' '}
    <button type="button" className="link" onClick={() => location.reload()}>
      reload the page
    </button>
    .
  </span>
)
