/** What the back-office says when the shop fails. Forms for which the specification has a sentence of its own say that. */
export const notSaved = 'This could not be saved. Please try again in a moment.'
