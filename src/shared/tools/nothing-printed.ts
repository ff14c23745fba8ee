/** The result of a script without output, for the model; the interface shows an empty output instead. */
export const nothingPrinted = 'The script printed nothing.';
