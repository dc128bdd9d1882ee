export const FORM_USER_ID_FIELD = 'made_for'
