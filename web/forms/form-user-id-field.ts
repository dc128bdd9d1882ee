/** The field of a form, and of a private page's data, that says whom the page was made for. */
export const FORM_USER_ID_FIELD = 'made_for'
