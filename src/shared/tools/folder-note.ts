/** How the result of a shell command names the folder in which the next one begins; also `working_directory` of its metadata. */
export const folderNote = (folder: string) => `working directory: ${folder}`;
