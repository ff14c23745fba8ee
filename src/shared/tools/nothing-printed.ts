/** What a model is told of a script without output; people see that there is none. */
export const nothingPrinted = 'The script printed nothing.';
