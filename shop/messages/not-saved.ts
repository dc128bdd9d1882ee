/** The back-office's message when the shop fails, unless the specification has a sentence for the form. */
export const notSaved = 'This could not be saved. Please try again in a moment.'
