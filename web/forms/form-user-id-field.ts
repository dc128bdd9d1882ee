/** Contains the user ID that a private page was rendered for. */
export const FORM_USER_ID_FIELD = 'made_for'
